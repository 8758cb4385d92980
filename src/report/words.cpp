// Limits, causes and solutions in sentences: the one place where they become words.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "alembert/report.hpp"
#include "io/limit_words.hpp"
#include "io/text.hpp"

namespace alembert {

namespace {

using Kind = InfeasibilityCause::Kind;

/// Six digits.
std::string number(double value) { return fmt::format("{:.6g}", value); }

/// "start", "goal", "waypoint above".
std::string place_name(LimitPlace place, const std::string& waypoint) {
  if (place == LimitPlace::waypoint) return "waypoint " + waypoint;
  return place == LimitPlace::start ? "start" : place == LimitPlace::goal ? "goal" : "";
}

std::string range(const InfeasibilityCause& cause) {
  return "limits " + number(cause.lower) + " to " + number(cause.upper);
}

std::string open_loop(const InfeasibilityCause& cause) {
  return fmt::format("the {} does not close the loop at {}: {} and {} are {} m{} apart",
                     place_name(cause.place, cause.waypoint), cause.name, cause.frame_a,
                     cause.frame_b, number(cause.value),
                     cause.oriented ? " and about " + number(cause.turned) + " rad" : "");
}

std::string out_of_reach(const InfeasibilityCause& cause) {
  return fmt::format("the pose at the {} seems out of reach: {} comes no nearer than {} m{}",
                     place_name(cause.place, cause.waypoint), cause.name, number(cause.value),
                     cause.oriented ? " and " + number(cause.turned) + " rad" : "");
}

std::string too_close(const InfeasibilityCause& cause) {
  return fmt::format("the {} itself is too close: {} and {} are {}, the margin is {} m",
                     place_name(cause.place, cause.waypoint), cause.name, cause.other,
                     cause.value < 0.0 ? number(-cause.value) + " m into each other"
                                       : number(cause.value) + " m apart",
                     number(cause.lower));
}

/// That a search found nothing shows nothing; that a given place breaks a limit does.
std::string infeasible_message(const Solution& solution) {
  const bool shown = solution.cause && (solution.cause->kind == Kind::too_close ||
                                        solution.cause->kind == Kind::outside_path);
  std::string text =
      shown ? "no motion meets all limits" : "no motion was found that meets all limits";
  text += "; closest found";
  for (std::size_t i = 0; i < std::min<std::size_t>(3, solution.violations.size()); ++i) {
    text += (i ? "; " : ": ") + sentence(solution.violations[i]);
  }
  return text;
}

/// How far the limits of a solved problem are known to hold.
std::string certainty(const MotionCertificate& certificate) {
  const std::optional<Proof>& proof = certificate.proof;
  if (proof && proof->holds()) return proof_sentence(*proof);
  const std::string text =
      certificate.samples > 0
          ? fmt::format("limits checked at {} instants, not proven", certificate.samples)
          : "limits checked at samples, not proven";
  const LimitProof* open = proof ? proof->first(LimitProof::Verdict::open) : nullptr;
  return open ? fmt::format("{}: {} stays open", text, full_name(open->worst.of)) : text;
}

/// Loops and joints without motors are equations, met at nodes; what jumps is missed between them.
bool misses_an_equation(const LimitNote& passed) {
  return passed.of.kind == LimitKind::closure ||
         (passed.of.kind == LimitKind::torque && passed.bound == 0.0);
}

std::string passed_message(const Solution& solution) {
  const LimitNote& worst = solution.violations.front();
  std::string text = "limits are passed: " + sentence(worst);
  if (misses_an_equation(worst)) {
    text +=
        "; loops and joints without motors cannot follow jumps: minimize a little jerk as well, "
        "or give more segments";
  }
  return text;
}

/// Of a search that ended early.
std::string point_reached(const Solution& solution) {
  return solution.violations.empty()
             ? "of the point reached: " + certainty(solution.certificate)
             : "the point reached passes limits: " + sentence(solution.violations.front());
}

std::string status_message(const Solution& solution) {
  const bool inside = solution.violations.empty();
  switch (solution.status) {
    case MotionStatus::solved:
      return certainty(solution.certificate);
    case MotionStatus::solved_to_lower_accuracy:
      return inside
                 ? "a motion, but maybe not the best: the solver stopped short of its tolerance; " +
                       certainty(solution.certificate)
                 : passed_message(solution);
    case MotionStatus::iteration_limit:
      return "the iteration limit was reached; " + point_reached(solution);
    case MotionStatus::interrupted:
      return "stopped on request; " + point_reached(solution);
    case MotionStatus::infeasible:
      break;
  }
  return infeasible_message(solution);
}

std::string summary_line(const Solution& solution, const std::string& words) {
  return fmt::format(
      "{}: duration {:.6g} s, objective {:.6g}, largest violation {:.2g}, {} iterations, {:.3g} s; "
      "{}",
      to_string(solution.status), solution.motion.duration(), solution.objective,
      solution.largest_violation, solution.iterations, solution.seconds, words);
}

}  // namespace

std::string limit_name(const LimitSubject& subject) {
  if (subject.kind == LimitKind::closure) return "closure of " + subject.name;
  if (subject.kind == LimitKind::path_angle || subject.kind == LimitKind::path_position ||
      subject.kind == LimitKind::joint_sum) {
    return subject.name;
  }
  const std::string what = io::kind_word(subject.kind);
  if (subject.place == LimitPlace::repetition) return "repetition of " + what;
  const std::string place = place_name(subject.place, subject.waypoint);
  return place.empty() ? what : place + " " + what;
}

std::string entry_name(const LimitSubject& subject) {
  static constexpr const char* axes[] = {"x", "y", "z"};
  static constexpr const char* cosines[] = {"x-y", "y-z", "z-x", "x-x", "y-y"};
  const auto pick = [](const auto& names, int i) {
    return i >= 0 && i < static_cast<int>(std::size(names)) ? std::string(names[i]) : "";
  };
  switch (subject.kind) {
    case LimitKind::clearance:
      return subject.name + " to " + subject.other;
    case LimitKind::closure:
      return std::to_string(subject.row + 1);
    case LimitKind::joint_sum:
      return "sum";
    case LimitKind::path_angle:
      return "angle";
    case LimitKind::path_position:
      if (subject.row < 0) return "distance";
      if (subject.axis >= 0) return pick(axes, subject.axis);
      return (subject.place == LimitPlace::goal ? "mode " : "direction ") +
             std::to_string(subject.row + 1);
    case LimitKind::pose_position:
      return subject.name + " " + pick(axes, subject.row);
    case LimitKind::pose_orientation:
      return subject.name + " " + pick(cosines, subject.row);
    default:
      return subject.name;
  }
}

std::string full_name(const LimitSubject& subject) {
  const std::string entry = entry_name(subject);
  return limit_name(subject) + (entry.empty() ? "" : " of " + entry);
}

std::string sentence(const LimitNote& note) {
  const std::string what = full_name(note.of);
  const std::string in_unit = *unit(note.of) ? std::string(" ") + unit(note.of) : "";
  // A share of the limit where there is one to speak of, else the plain difference.
  const double over = std::abs(note.value - note.bound);
  const bool share = std::abs(over - note.violation * std::abs(note.bound)) <= 1e-6 * over;
  return fmt::format("{} is {}{} at t = {} s, limit {} ({} beyond)", what, number(note.value),
                     in_unit, number(note.time), number(note.bound),
                     share ? number(100.0 * note.violation) + " %" : number(over) + in_unit);
}

std::string sentence(const InfeasibilityCause& cause) {
  const std::string place = place_name(cause.place, cause.waypoint);
  const std::string the_place = cause.place == LimitPlace::waypoint ? place : "the " + place;
  switch (cause.kind) {
    case Kind::duration_reversed:
      return fmt::format(
          "contradictory times: the shortest duration, {} s, is longer than the longest, {} s",
          number(cause.value), number(cause.upper));
    case Kind::position_outside:
      return fmt::format("{} is outside the position limits: {} = {} {}, {}", the_place, cause.name,
                         number(cause.value), unit(cause.angular, JointQuantity::position),
                         range(cause));
    case Kind::velocity_outside:
      return fmt::format("{} is outside the velocity limits: {} moves at {} {}, limit {}",
                         the_place, cause.name, number(cause.value),
                         unit(cause.angular, JointQuantity::velocity), number(cause.upper));
    case Kind::cannot_hold:
      return fmt::format("the torque limits cannot hold the arm at the {}: {} needs {} {}, {}",
                         place, cause.name, number(cause.value),
                         unit(cause.angular, JointQuantity::torque), range(cause));
    case Kind::loop_open:
      return open_loop(cause);
    case Kind::too_far:
      return fmt::format(
          "contradictory times: {} needs at least {} s at its velocity limit of {} {}, the longest "
          "duration is {} s",
          cause.name, number(cause.value), number(cause.upper),
          unit(cause.angular, JointQuantity::velocity), number(cause.allowed));
    case Kind::drifts:
      return fmt::format(
          "the goal moves the mass centre of a free-flying robot by {} m, which nothing pushes",
          number(cause.value));
    case Kind::pose_out_of_reach:
      return out_of_reach(cause);
    case Kind::too_close:
      return too_close(cause);
    case Kind::outside_path:
      return fmt::format("the {} itself is outside the path limit {}", place, cause.name);
    case Kind::pose_too_heavy:
      return fmt::format(
          "the torque limits cannot hold the arm in the pose at the {}, in any posture that was "
          "found",
          place);
    case Kind::motors_too_weak:
      return fmt::format(
          "the motors may be too weak: no motion was found within their torques, and in one that "
          "was found with more {} needs {} {}, limit {}",
          cause.name, number(cause.value), unit(cause.angular, JointQuantity::torque),
          number(cause.upper));
    case Kind::load_too_heavy:
      return fmt::format(
          "what is carried may be too heavy: a motion was found with {:g} % of it, none with all "
          "of it; {} sets the limit there ({} {})",
          100.0 * cause.value, cause.name, number(cause.upper),
          unit(cause.angular, JointQuantity::torque));
  }
  return "";
}

std::string sentence(const PathBlock& block) {
  const std::string at = fmt::format("{:.4g} of the way, q = ({:.6g})", block.s,
                                     fmt::join(block.q.begin(), block.q.end(), ", "));
  switch (block.kind) {
    case PathBlock::Kind::cannot_hold:
      return fmt::format(
          "the path cannot be followed: at {} {} of {} would need {:.6g} {}, limit {:.6g}", at,
          limit_name(block.limit->of), entry_name(block.limit->of), block.limit->value,
          unit(block.limit->of), block.limit->bound);
    case PathBlock::Kind::nothing_limits:
      return fmt::format("nothing limits the speed at {}: give limits", at);
    case PathBlock::Kind::start_speed:
    case PathBlock::Kind::end_speed: {
      const bool start = block.kind == PathBlock::Kind::start_speed;
      return fmt::format("the path cannot be {} at that speed: at {} {:.6g} rad/s or m/s is the {}",
                         start ? "begun" : "ended", at, block.speed,
                         start ? "nearest that can" : "most that limits leave");
    }
    case PathBlock::Kind::too_short:
      return fmt::format("the path cannot be followed in that time: it takes {:.6g} s at least",
                         block.duration);
    case PathBlock::Kind::cannot_move:
      break;
  }
  return fmt::format(
      "the path cannot be followed: at {} no speed from which the end can be reached "
      "keeps every limit",
      at);
}

std::string message(const Solution& solution) {
  if (solution.cause && solution.cause->seen_without_solving()) return sentence(*solution.cause);
  std::string text = status_message(solution);
  if (solution.cause) text = sentence(*solution.cause) + "; " + text;
  if (solution.takes_no_time) {
    text +=
        "; but nothing on the way takes time, and the duration is the shortest that is looked at: "
        "give limits, or the duration a min";
  }
  if (solution.without_way_out) {
    text += "; this build has no Ipopt, which is asked where our own method stops short";
  }
  return text;
}

std::string unseen_words(const std::vector<std::string>& links) {
  if (links.empty()) return "";
  return fmt::format("; link{} {} {} not looked at: shapes are missing, and the problem ignores it",
                     links.size() == 1 ? "" : "s", io::some_of(links),
                     links.size() == 1 ? "was" : "were");
}

std::string friction_words(const MotionProblem& problem) {
  const MotionLimits& limits = problem.limits;
  const auto finite = [](double bound) { return std::isfinite(bound); };
  bool limited = false;
  std::vector<std::string> without_motor;
  for (const ModelJoint& joint : problem.model.joints()) {
    const int j = joint.coordinate;
    if (!(joint.coulomb > 0.0)) continue;
    if (limits.torque_lower[j] == limits.torque_upper[j]) without_motor.push_back(joint.name);
    limited = limited || finite(limits.torque_lower[j]) || finite(limits.torque_upper[j]) ||
              finite(limits.power[j]);
  }
  if (problem.friction == FrictionCover::smoothed && limited) {
    return fmt::format(
        "; friction is smoothed below {:.4g} rad/s or m/s, as the problem asks: the true one may "
        "pass torque and power limits",
        problem.slip_speed);
  }
  if (without_motor.empty()) return "";
  return fmt::format("; friction of {}, without a motor, is smoothed below {:.4g} rad/s or m/s",
                     io::some_of(without_motor), problem.slip_speed);
}

std::string summary(const Solution& solution) { return summary_line(solution, message(solution)); }

std::string summary(const MotionDocument& motion) {
  return summary_line(motion.solution, motion.message);
}

}  // namespace alembert
