#include "motion/guess_places.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "alembert/inverse_kinematics.hpp"
#include "alembert/kinematics.hpp"
#include "motion/collision_free_paths.hpp"
#include "motion/passive.hpp"
#include "motion/stance.hpp"
#include "task/holding.hpp"
#include "task/spans.hpp"

namespace alembert {
namespace {

/// Of robots that stand: upright, as near to all zero as may be, but with no limb stretched out.
Eigen::VectorXd middle(const MotionProblem& problem) {
  constexpr double bent = 0.1;  // of the range, away from its ends
  const MotionLimits& limits = problem.limits;
  const bool stands = problem.ground_coordinates > 0;
  Eigen::VectorXd q(limits.lower.size());
  for (Eigen::Index j = 0; j < q.size(); ++j) {
    const double range = limits.upper[j] - limits.lower[j];
    const bool bounded = std::isfinite(range);
    if (bounded && !stands) {
      q[j] = 0.5 * (limits.lower[j] + limits.upper[j]);
    } else {
      const double inside = bounded && j >= problem.ground_coordinates ? bent * range : 0.0;
      q[j] = std::clamp(0.0, limits.lower[j] + inside, limits.upper[j] - inside);
    }
  }
  return q;
}

IkResult reach(const MotionProblem& problem, const FrameTarget& target,
               const Eigen::VectorXd& from) {
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  if (target.position) {
    pose.translation() = *target.position;
  } else {  // turn on the spot, if that can be
    Kinematics kinematics(problem.model);
    kinematics.update(from);
    pose.translation() = kinematics.pose(target.frame).translation();
  }
  if (target.orientation) pose.linear() = *target.orientation;
  IkOptions options;
  options.position_only = !target.orientation;
  options.lower = problem.limits.lower;
  options.upper = problem.limits.upper;
  // A robot that stands stays where it stands.
  for (int j = 0; j < std::min(problem.ground_coordinates, base_coordinates); ++j) {
    options.lower[j] = options.upper[j] = from[j];
  }
  for (const Hold& hold : problem.held) {  // where that is to be found, too
    if (hold.within > 0.0)
      options.lower[hold.coordinate] = options.upper[hold.coordinate] = from[hold.coordinate];
  }
  for (const PushedBody& body : problem.bodies) {  // and what lies in a hand lies there
    options.lower.segment(body.first, base_coordinates).setZero();
    options.upper.segment(body.first, base_coordinates).setZero();
  }
  if (is_underactuated(problem)) {  // by joints that have motors, if they reach that far
    IkOptions driven = options;
    for (int j = 0; j < problem.model.dofs(); ++j) {
      if (is_passive(problem.limits, j)) driven.lower[j] = driven.upper[j] = from[j];
    }
    IkResult found = inverse_kinematics(problem.model, target.frame, pose, from, driven);
    if (found.solved()) return found;
  }
  return inverse_kinematics(problem.model, target.frame, pose, from, options);
}

/// Postures in the pose that the motors can hold, from random starts: all that `wanted` takes.
template <typename Wanted>
void find_held_postures(const MotionProblem& problem, const FrameTarget& target, const Stage& stage,
                        Wanted wanted) {
  constexpr int attempts = 20;
  const MotionLimits& limits = problem.limits;
  const Eigen::VectorXd centre = middle(problem);
  std::mt19937 random(1);
  for (int attempt = 0; attempt < attempts; ++attempt) {
    Eigen::VectorXd from(centre.size());
    for (Eigen::Index j = 0; j < from.size(); ++j) {
      std::uniform_real_distribution<double> uniform(std::max(limits.lower[j], centre[j] - 3.0),
                                                     std::min(limits.upper[j], centre[j] + 3.0));
      from[j] = uniform(random);
    }
    for (const PushedBody& body : problem.bodies) {
      from.segment(body.first, base_coordinates).setZero();
    }
    const IkResult found = reach(problem, target, from);
    if (found.solved() && !unheld_joint(problem, stage, found.q) && !wanted(found.q)) return;
  }
}

/// Whole turns do not change where an arm is: each joint goes the short way from `last`, as far as
/// its limits allow.
Eigen::VectorXd by_short_turns(const MotionProblem& problem, Eigen::VectorXd q,
                               const Eigen::VectorXd& last) {
  constexpr double turn = 2.0 * 3.14159265358979323846;
  for (const ModelJoint& joint : problem.model.joints()) {
    if (joint.ratio != 1.0) return q;  // a follower would not be where it was
  }
  for (Eigen::Index j = 0; j < q.size(); ++j) {
    if (!problem.model.coordinates()[j].angular) continue;
    const double nearest_turn = q[j] - turn * std::round((q[j] - last[j]) / turn);
    if (nearest_turn < problem.limits.lower[j] || nearest_turn > problem.limits.upper[j]) continue;
    q[j] = nearest_turn;
  }
  return q;
}

/// How far each joint goes to place k.
Eigen::ArrayXd travel(const GuessedPlaces& places, std::size_t k) {
  if (places.paths.empty()) return (places.q[k] - places.q[k - 1]).cwiseAbs();
  const std::vector<Eigen::VectorXd>& path = places.paths[k - 1];
  Eigen::ArrayXd sum = Eigen::ArrayXd::Zero(places.q[k].size());
  for (std::size_t i = 1; i < path.size(); ++i) sum += (path[i] - path[i - 1]).array().abs();
  return sum;
}

/// Where a body slides from the start to the goal, the arm follows it: its straight way is no
/// straight one of the joints.
void follow_slide(const MotionProblem& problem, GuessedPlaces& places) {
  constexpr int stops = 8;
  const auto slides = [](const GroundContact& contact) {
    return contact.slides > 0.0 && contact.during.from == 0.0 && contact.during.to == 1.0;
  };
  const auto found = std::find_if(problem.contacts.begin(), problem.contacts.end(), slides);
  if (found == problem.contacts.end() || places.q.size() != 2) return;
  const Eigen::Isometry3d place = problem.model.base() * problem.model.frame(found->place).pose;
  std::vector<Eigen::VectorXd> path{places.q.front()};
  for (int k = 1; k <= stops; ++k) {
    const FrameTarget target{found->frame,
                             place * Eigen::Vector3d(found->slides * k / stops, 0.0, 0.0),
                             Eigen::Matrix3d(place.linear())};
    const IkResult next = reach(problem, target, path.back());
    if (!next.solved()) return;
    path.push_back(next.q);
  }
  if (problem.goal.q) {
    path.back() = *problem.goal.q;
  } else {
    places.q.back() = path.back();
  }
  places.paths = {std::move(path)};
}

}  // namespace

GuessedPlaces guess_places(const Task& task) {
  const MotionProblem& problem = task.problem();
  GuessedPlaces places;
  Eigen::VectorXd last = middle(problem);
  const auto hold = [&](const FrameTarget& target, bool at_goal) {
    const Stage& stage = at_goal ? task.stages().back() : task.stages().front();
    if (!unheld_joint(problem, stage, last)) return;
    bool found = false;
    find_held_postures(problem, target, stage, [&](const Eigen::VectorXd& q) {
      last = q;
      found = true;
      return false;  // the first of them
    });
    places.held = places.held && found;
  };
  const auto all_poses = [](const Condition& condition) {
    std::vector<FrameTarget> poses = condition.also;
    if (condition.pose) poses.push_back(*condition.pose);
    return poses;
  };
  const auto put = [&](double fraction, const Condition& condition, bool is_end) {
    if (condition.q) {
      last = *condition.q;
    } else if (problem.ground_coordinates > 0 && (condition.pose || is_end)) {
      Stance stance(task);
      last = middle(problem);
      stance.settle(fraction, all_poses(condition), stance.middle_of_support(fraction), last);
    } else if (!condition.also.empty()) {
      Stance(task).settle(fraction, all_poses(condition), {}, last);
    } else if (condition.pose) {
      const IkResult found = reach(problem, *condition.pose, last);
      last = places.q.empty() ? found.q : by_short_turns(problem, found.q, places.q.back());
      if (found.solved() && is_end && !problem.repetition && must_be_held(condition)) {
        hold(*condition.pose, fraction > 0.0);
      }
    } else if (!is_end) {
      return;
    }
    places.fractions.push_back(fraction);
    places.q.push_back(last);
  };
  put(0.0, problem.start, true);
  for (const Waypoint& waypoint : problem.waypoints) put(waypoint.at, waypoint.condition, false);
  put(1.0, problem.goal, true);
  follow_slide(problem, places);
  return places;
}

std::vector<GuessedPlaces> other_postures(const Task& task, const GuessedPlaces& places) {
  constexpr double another = 0.5;  // rad or m, of some joint: less is the same posture
  const MotionProblem& problem = task.problem();
  std::vector<GuessedPlaces> found;
  if (problem.goal.q || !problem.goal.pose || !problem.goal.also.empty() || problem.repetition ||
      problem.ground_coordinates > 0) {  // one posture stands as well as another
    return found;
  }
  const auto is_new = [&](const Eigen::VectorXd& q) {
    const auto far = [&](const GuessedPlaces& known) {
      return (known.q.back() - q).cwiseAbs().maxCoeff() > another;
    };
    return far(places) && std::all_of(found.begin(), found.end(), far);
  };
  find_held_postures(
      problem, *problem.goal.pose, task.stages().back(), [&](const Eigen::VectorXd& posture) {
        const Eigen::VectorXd q = by_short_turns(problem, posture, places.q[places.q.size() - 2]);
        if (is_new(q)) {
          found.push_back(places);
          found.back().q.back() = q;
          found.back().paths.clear();
        }
        return true;
      });
  std::stable_sort(found.begin(), found.end(), [&](const auto& a, const auto& b) {
    return guess_duration(problem, a) < guess_duration(problem, b);
  });
  return found;
}

double least_duration(const MotionProblem& problem, const GuessedPlaces& places) {
  double sum = 0.0;
  for (std::size_t k = 1; k < places.q.size(); ++k) {
    double slowest = 0.0;
    for (Eigen::Index j = 0; j < places.q[k].size(); ++j) {
      const double velocity = problem.limits.velocity[j];
      if (!(velocity > 0.0)) continue;
      slowest = std::max(slowest, std::abs(places.q[k][j] - places.q[k - 1][j]) / velocity);
    }
    sum += slowest;
  }
  return sum;
}

bool straight_lines_are_clear(const Task& task, const GuessedPlaces& places) {
  CollisionFreePaths clear(task);
  for (std::size_t k = 1; k < places.q.size() && !clear.empty(); ++k) {
    if (!clear.straight(places.q[k - 1], places.q[k])) return false;
  }
  return true;
}

std::optional<GuessedPlaces> by_collision_free_paths(const Task& task, GuessedPlaces places,
                                                     unsigned seed,
                                                     const std::function<bool()>& go_on) {
  CollisionFreePaths clear(task, go_on);
  if (!clear.empty()) places.paths.clear();
  for (std::size_t k = 1; k < places.q.size() && !clear.empty(); ++k) {
    const Eigen::VectorXd &from = places.q[k - 1], &to = places.q[k];
    std::optional<std::vector<Eigen::VectorXd>> path{{from, to}};
    if (!clear.straight(from, to)) path = clear.find(from, to, seed);
    if (!path) return {};
    places.paths.push_back(std::move(*path));
  }
  return places;
}

double guess_duration(const MotionProblem& problem, const GuessedPlaces& places) {
  if (problem.duration.guess) return *problem.duration.guess;
  double sum = 0.0;
  for (std::size_t k = 1; k < places.q.size(); ++k) {
    const Eigen::ArrayXd distance = travel(places, k);
    double slowest = 0.05;
    for (Eigen::Index j = 0; j < distance.size(); ++j) {
      // Peak velocity 15/8 and peak acceleration 10/sqrt(3) of the smooth step.
      const double velocity = problem.limits.velocity[j], a = problem.limits.acceleration[j];
      if (velocity > 0.0) slowest = std::max(slowest, 1.875 * distance[j] / velocity);
      if (a > 0.0) slowest = std::max(slowest, std::sqrt(5.7735 * distance[j] / a));
    }
    sum += slowest;
  }
  // Where the times contradict each other, the longest counts.
  return std::min(std::max(sum, problem.duration.shortest), problem.duration.longest);
}

}  // namespace alembert
