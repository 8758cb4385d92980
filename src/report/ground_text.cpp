// What the ground does to a robot, in words.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "alembert/contact_drift.hpp"
#include "alembert/ground_coordinates.hpp"
#include "report/ground_parts.hpp"

namespace alembert::report {

namespace {

/// Of the weight: a reaction that turns back by less has no hump there.
constexpr double least_hump = 0.05;

struct Reversal {
  double t, share;  // s, of the weight
  bool hump;        // else a valley
};

/// Where a curve turns back, by `least_hump` at least; ends are no turns.
std::vector<Reversal> reversals(const std::vector<double>& t, const std::vector<double>& y) {
  std::vector<Reversal> out;
  std::size_t high = 0, low = 0;
  int direction = 0;  // up, down, or not yet known
  for (std::size_t k = 0; k < y.size(); ++k) {
    if (y[k] > y[high]) high = k;
    if (y[k] < y[low]) low = k;
    if (direction >= 0 && y[k] < y[high] - least_hump) {
      if (direction > 0) out.push_back({t[high], y[high], true});
      direction = -1;
      low = k;
    } else if (direction <= 0 && y[k] > y[low] + least_hump) {
      if (direction < 0) out.push_back({t[low], y[low], false});
      direction = 1;
      high = k;
    }
  }
  return out;
}

std::string listed(const std::vector<Reversal>& all, bool humps) {
  constexpr std::size_t most = 4;
  std::string text;
  std::size_t count = 0;
  for (const Reversal& turn : all) {
    if (turn.hump != humps || ++count > most) continue;
    text += fmt::format("{}{:.2f} at {:.3f} s", text.empty() ? "" : ", ", turn.share, turn.t);
  }
  if (count > most) text += fmt::format(" and {} more", count - most);
  return text;
}

/// "humps …; valleys …": of the upward force of one contact, in body weights.
std::string presses(const MotionDocument& motion, const std::string& name,
                    const Eigen::Vector3d& up) {
  std::vector<double> t, y;
  for (const MotionSample& sample : motion.samples) {
    const ContactForce* now = sample.ground.find(name);
    if (!now) continue;
    t.push_back(sample.t);
    y.push_back(up.dot(now->force) / motion.weight);
  }
  if (y.empty()) return "";
  const auto highest = std::max_element(y.begin(), y.end());
  std::string text =
      fmt::format("up to {:.2f} of the weight at {:.3f} s", *highest, t[highest - y.begin()]);
  const std::vector<Reversal> all = reversals(t, y);
  if (const std::string humps = listed(all, true); !humps.empty()) text += "; humps " + humps;
  if (const std::string valleys = listed(all, false); !valleys.empty()) {
    text += "; valleys " + valleys;
  }
  return text;
}

/// What is asked of a contact whose cone is passed, in words; the worst of what can be said.
std::string asks_too_much(const MotionDocument& motion, const Footing& footing) {
  const Eigen::Vector3d normal = footing.place.linear() * footing.normal.normalized();
  double least = 0.0, most = 1.0, pulls_at = 0.0, rubs_at = 0.0;
  for (const MotionSample& sample : motion.samples) {
    const ContactForce* now = sample.ground.find(footing.name);
    if (!now) continue;
    const double presses = normal.dot(now->force);
    const double rubs = (now->force - presses * normal).norm();
    if (presses < least) {
      least = presses;
      pulls_at = sample.t;
    }
    if (presses > 0.0 && rubs > most * footing.friction * presses) {
      most = footing.friction > 0.0 ? rubs / (footing.friction * presses) : infinity;
      rubs_at = sample.t;
    }
  }
  if (least < -1e-3 * motion.weight) {
    return fmt::format("pull with {:.4g} N at {:.3f} s: it can only push", -least, pulls_at);
  }
  if (most > 1.001) {
    return fmt::format("rub {} at {:.3f} s",
                       std::isfinite(most)
                           ? fmt::format("with {:.3g} times what friction holds", most)
                           : std::string("without friction"),
                       rubs_at);
  }
  return "press beyond its patch, or twist more than friction holds";
}

/// Of the weight: what something holds the robot with where nothing touches, at most. None flies:
/// 0.
double held_in_flight(const MotionDocument& motion) {
  double most = 0.0;
  for (const LimitNote& limit : motion.solution.certificate.limits) {
    const bool equation = limit.of.kind == LimitKind::torque && limit.bound == 0.0 &&
                          limit.of.place == LimitPlace::throughout && !limit.of.angular;
    if (equation) most = std::max(most, std::abs(limit.value) / motion.weight);
  }
  return most;
}

bool is_pushed(const MotionRequest& problem, const std::string& name) {
  return std::any_of(problem.bodies.begin(), problem.bodies.end(),
                     [&](const PushedBody& body) { return body.name == name; });
}

/// What a hand exerts on a body.
std::string pushes(const MotionDocument& motion, const std::string& name) {
  double most = 0.0, at = 0.0;
  for (const MotionSample& sample : motion.samples) {
    const ContactForce* now = sample.ground.find(name);
    if (!now || now->force.norm() <= most) continue;
    most = now->force.norm();
    at = sample.t;
  }
  return fmt::format("by the hand with up to {:.4g} N at {:.3f} s", most, at);
}

bool slides(const Footing& footing) {
  return std::any_of(footing.phases.begin(), footing.phases.end(),
                     [](const Footing::Phase& phase) { return !phase.slides.isZero(0.0); });
}

bool rolls(const Footing& footing) {
  return std::any_of(footing.phases.begin(), footing.phases.end(),
                     [](const Footing::Phase& phase) { return phase.edge >= 0; });
}

}  // namespace

Eigen::Vector3d shift_of(const MotionDocument& motion, const GroundContact& contact) {
  const auto touches = [&](const MotionSample& sample) {
    return sample.ground.find(contact.name) != nullptr;
  };
  const double middle = 0.5 * (contact.during.from + contact.during.to);
  const auto at = static_cast<std::ptrdiff_t>(
      middle * static_cast<double>(std::max<std::size_t>(motion.samples.size(), 1) - 1));
  auto sample = std::find_if(
      motion.samples.begin() + std::min<std::ptrdiff_t>(at, std::ssize(motion.samples)),
      motion.samples.end(), touches);
  if (sample == motion.samples.end() && at < std::ssize(motion.samples)) {
    sample = motion.samples.begin() + at;
  }
  if (sample == motion.samples.end()) return Eigen::Vector3d::Zero();
  return found_shift(contact, sample->q);
}

std::vector<std::pair<std::string, std::string>> ground_facts(const MotionDocument& motion) {
  std::vector<std::pair<std::string, std::string>> facts;
  const std::vector<std::string> names = contact_names(motion.problem);
  if (names.empty() || motion.samples.empty() || !(motion.weight > 0.0)) return facts;
  const Eigen::Vector3d& gravity = motion.problem.gravity;
  if (!(gravity.norm() > 0.0)) return facts;
  const Eigen::Vector3d up = -gravity.normalized();
  facts.emplace_back("weight", fmt::format("{:.5g} N", motion.weight));
  for (const std::string& name : names) {
    if (is_pushed(motion.problem, name)) {
      facts.emplace_back(fmt::format("'{}' is pushed", name), pushes(motion, name));
    } else if (const std::string words = presses(motion, name, up); !words.empty()) {
      facts.emplace_back(fmt::format("'{}' presses", name), words);
    }
  }
  for (const Footing& footing : motion.problem.footings) {
    const std::vector<LimitNote>& passed = motion.solution.violations;
    const bool asked = std::any_of(passed.begin(), passed.end(), [&](const LimitNote& note) {
      return note.of.kind == LimitKind::contact && note.of.name == footing.name;
    });
    if (!asked) continue;
    facts.emplace_back(fmt::format("'{}' would have to", footing.name),
                       asks_too_much(motion, footing));
  }
  Eigen::Vector3d least = Eigen::Vector3d::Zero(), most = Eigen::Vector3d::Zero();
  for (const MotionSample& sample : motion.samples) {
    for (const ContactForce& contact : sample.ground.contacts) {
      const Eigen::Vector3d level = contact.force - up * up.dot(contact.force);
      least = least.cwiseMin(level);
      most = most.cwiseMax(level);
    }
  }
  for (int axis = 0; axis < 3; ++axis) {
    if (most[axis] - least[axis] < 1e-3 * motion.weight) continue;
    facts.emplace_back(fmt::format("rubs along {}", "xyz"[axis]),
                       fmt::format("{:+.2f} to {:+.2f} of the weight, one contact alone",
                                   least[axis] / motion.weight, most[axis] / motion.weight));
  }
  if (const double held = held_in_flight(motion); held > 0.0) {
    facts.emplace_back("in flight", fmt::format("nothing holds it, to {:.1g} of the weight", held));
  }
  for (const GroundContact& contact : motion.problem.contacts) {
    if (contact.found.empty()) continue;
    const Eigen::Vector3d shift = shift_of(motion, contact);
    const std::pair found(fmt::format("'{}' was found", contact.name),
                          fmt::format("({:+.4f}, {:+.4f}, {:+.4f}) m from the place given",
                                      shift.x(), shift.y(), shift.z()));
    if (std::find(facts.begin(), facts.end(), found) == facts.end()) facts.push_back(found);
  }
  for (const ContactDrift& drift : contact_drifts(motion.problem, motion.solution.certificate)) {
    facts.emplace_back(fmt::format("'{}' drifts", drift.name),
                       fmt::format("by {:.2g} mm at most, {}", 1e3 * drift.most,
                                   drift.enclosed ? "at every instant" : "where it was looked at"));
  }
  return facts;
}

std::vector<std::string> ground_remarks(const MotionProblem& problem, const Solution& found) {
  std::vector<std::string> sentences;
  for (const Footing& footing : problem.footings) {
    if (!rolls(footing)) continue;
    sentences.push_back(fmt::format(
        "an edge that a contact rolls about carries as a strip of {:.3g} mm, because a line has no "
        "moment about itself",
        1e3 * footing.strip));
    break;
  }
  for (const Footing& footing : problem.footings) {
    if (!slides(footing)) continue;
    sentences.push_back(
        fmt::format("'{}' slides: friction is that of a body that moves, where it rests too, and "
                    "it turns back nowhere by more than 1e-6 m/s",
                    footing.name));
  }
  for (const LimitNote& limit : found.certificate.limits) {
    if (limit.of.kind != LimitKind::contact || !(limit.bound > 0.0)) continue;
    sentences.push_back(fmt::format(
        "contact forces that begin or end at nothing keep their cones to {:.2g} N there, 2e-5 of "
        "the weight: at the cone's apex rounding decides",
        limit.bound));
    break;
  }
  return sentences;
}

}  // namespace alembert::report
