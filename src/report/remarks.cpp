// What to know of an answer beside its status.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "alembert/arm.hpp"
#include "alembert/ground_coordinates.hpp"
#include "alembert/report.hpp"
#include "report/ground_parts.hpp"

namespace alembert {
namespace {

/// rad or m: who moves less is where the solver's tolerance left it.
constexpr double standing_still = 1e-7;

/// Coordinates with motors that move.
std::vector<int> driven(const MotionProblem& problem, const Solution& found) {
  std::vector<int> joints;
  const Eigen::MatrixXd& points = found.motion.q.control_points();
  for (int j = 0; j < problem.model.arm().told(problem.model); ++j) {
    const MotionLimits& limits = problem.limits;
    if (is_of_ground(problem, j)) continue;
    if (limits.torque_lower[j] == 0.0 && limits.torque_upper[j] == 0.0) continue;
    if (points.col(j).maxCoeff() - points.col(j).minCoeff() > standing_still) joints.push_back(j);
  }
  return joints;
}

int unlimited(const std::vector<int>& joints, const Eigen::VectorXd& limits) {
  return static_cast<int>(std::count_if(joints.begin(), joints.end(),
                                        [&](int j) { return !std::isfinite(limits[j]); }));
}

/// The largest acceleration at either end, where it steps up from rest, or down to it.
std::string step_at_ends(const MotionProblem& problem, const Solution& found,
                         const std::vector<int>& joints) {
  const BSpline& q = found.motion.q;
  double largest = 0.0;
  int worst = -1;
  for (const double t : {q.begin(), q.end()}) {
    const Eigen::VectorXd a = q(t, 2);
    for (const int j : joints) {
      if (std::abs(a[j]) <= largest) continue;
      largest = std::abs(a[j]);
      worst = j;
    }
  }
  if (worst < 0 || largest < 1e-3) return "";
  const Coordinate& joint = problem.model.coordinate_at(worst);
  return fmt::format(": it steps from rest to {:.3g} {} ({})", largest,
                     unit(joint, JointQuantity::acceleration), joint.name);
}

std::string missing_limits(const MotionProblem& problem, const Solution& found) {
  const std::vector<int> joints = driven(problem, found);
  const int accelerations = unlimited(joints, problem.limits.acceleration);
  const int jerks = unlimited(joints, problem.limits.jerk);
  if (accelerations + jerks == 0) return "";
  const auto some = [&](int count, const char* what) {
    return fmt::format("{} of {} joints have no {} limit", count, joints.size(), what);
  };
  const std::string which = accelerations == jerks ? some(jerks, "acceleration and jerk")
                            : accelerations == 0
                                ? some(jerks, "jerk")
                                : some(accelerations, "acceleration") + ", " + some(jerks, "jerk");
  return which + step_at_ends(problem, found, joints) +
         "; `smooth: true` in the problem makes a motion that controllers take";
}

std::string range_of(const Eigen::VectorXd& limits, const std::vector<int>& joints) {
  double lowest = infinity, highest = 0.0;
  for (const int j : joints) {
    lowest = std::min(lowest, limits[j]);
    highest = std::max(highest, limits[j]);
  }
  if (lowest == highest) return fmt::format("{:.4g}", lowest);
  return fmt::format("{:.4g} to {:.4g}", lowest, highest);
}

std::string smoothness(const MotionProblem& problem, const Solution& found) {
  std::string text = "smooth";
  for (const bool angular : {true, false}) {
    std::vector<int> joints;
    for (const int j : driven(problem, found)) {
      if (problem.model.coordinate_at(j).angular == angular) joints.push_back(j);
    }
    if (joints.empty()) continue;
    text += fmt::format("{} accelerations within {} {}, jerks within {} {}",
                        text == "smooth" ? ":" : ";", range_of(problem.limits.acceleration, joints),
                        unit(angular, JointQuantity::acceleration),
                        range_of(problem.limits.jerk, joints), unit(angular, JointQuantity::jerk));
  }
  return text;
}

/// Joints that turn without end, the long way round.
std::string long_turns(const MotionProblem& problem, const Solution& found) {
  std::string text;
  const Eigen::VectorXd travel =
      found.motion.q(found.motion.q.end()) - found.motion.q(found.motion.q.begin());
  for (int j = 0; j < problem.model.dofs(); ++j) {
    const Coordinate& joint = problem.model.coordinate_at(j);
    if (!joint.wraps || std::abs(travel[j]) <= std::numbers::pi) continue;
    const double turns = std::round(travel[j] / (2.0 * std::numbers::pi));
    text += fmt::format("{}{} turns by {:.4g} rad and comes to the same place by {:.4g}",
                        text.empty() ? "" : "; ", joint.name, travel[j],
                        travel[j] - turns * 2.0 * std::numbers::pi);
  }
  return text.empty() ? text : text + ": give its goal that many full turns less";
}

/// Of limits that are passed, how much is friction either way: a joint that could be held, or let
/// sink, may pass one by it.
std::string friction_of_hardly_moving(const MotionProblem& problem, const Solution& found) {
  if (problem.friction != FrictionCover::hull) return "";
  for (const LimitNote& passed : found.violations) {
    if (passed.of.kind != LimitKind::torque && passed.of.kind != LimitKind::power) continue;
    for (const ModelJoint& joint : problem.model.joints()) {
      const Coordinate& own = problem.model.coordinate_at(joint.coordinate);
      if (!(joint.coulomb > 0.0) || own.name != passed.of.name) continue;
      return fmt::format(
          "where {} hardly moves its limits count {:.4g} {} of friction either way; `friction: "
          "smoothed` in the problem leaves that out",
          own.name, joint.coulomb, unit(own, JointQuantity::torque));
    }
  }
  return "";
}

/// Where nobody asked for it: the largest acceleration of a joint whose jerk is limited, at an end.
std::string free_acceleration(const MotionProblem& problem, const Solution& found, bool at_goal) {
  const BSpline& q = found.motion.q;
  if (at_goal ? problem.goal.a.has_value() : problem.start.a.has_value()) return "";
  const Eigen::VectorXd a = q(at_goal ? q.end() : q.begin(), 2);
  double largest = 1e-3;
  int worst = -1;
  for (const int j : driven(problem, found)) {
    if (!std::isfinite(problem.limits.jerk[j]) || std::abs(a[j]) <= largest) continue;
    largest = std::abs(a[j]);
    worst = j;
  }
  if (worst < 0) return "";
  const Coordinate& joint = problem.model.coordinate_at(worst);
  return fmt::format(
      "accelerations at the {} are free: it {} with {:.3g} {} ({}); ask for them with `a`",
      at_goal ? "goal" : "start", at_goal ? "ends" : "begins", largest,
      unit(joint, JointQuantity::acceleration), joint.name);
}

/// A search that failed where limits on jerk meet ends that move: its knots may be why.
std::string too_few_segments(const MotionProblem& problem, const Solution& found) {
  const auto moves = [](const Condition& end) {
    return (end.v && !end.v->isZero(0.0)) || (end.a && !end.a->isZero(0.0));
  };
  const bool jerk = (problem.limits.jerk.array() < infinity).any();
  if (found.status != MotionStatus::infeasible || found.cause || !jerk ||
      !(moves(problem.start) || moves(problem.goal))) {
    return "";
  }
  return fmt::format(
      "limits on jerk and ends that move need knots where jerks change: more segments than {} "
      "(`spline: {{segments: {}}}`) may have a motion",
      problem.spline.segments, 4 * problem.spline.segments);
}

bool is_exact(const Solution& found) {
  return !found.diary.empty() && found.diary.back().kind == Attempt::Kind::exact_profile;
}

}  // namespace

std::vector<std::string> remarks(const MotionProblem& problem, const Solution& found) {
  constexpr int few_segments = 8;
  std::vector<std::string> sentences;
  const auto add = [&](const std::string& text) {
    if (!text.empty()) sentences.push_back(text);
  };
  add(problem.smooth ? smoothness(problem, found) : missing_limits(problem, found));
  for (const bool at_goal : {false, true}) add(free_acceleration(problem, found, at_goal));
  add(too_few_segments(problem, found));
  if (!found.held_still.empty()) {
    add(fmt::format("{} joints that need not move were held still", found.held_still.size()));
  }
  add(friction_of_hardly_moving(problem, found));
  add(long_turns(problem, found));
  if (found.status == MotionStatus::solved && problem.minimize.time > 0.0 &&
      found.motion.q.segments() < few_segments && !is_exact(found)) {
    add(fmt::format(
        "the curve has {} segments, few for a quick motion, and one more may even be slower: 20 "
        "(`spline: {{segments: 20}}`) follow limits more closely",
        found.motion.q.segments()));
  }
  if (!problem.touches()) return sentences;
  for (const std::string& text : report::ground_remarks(problem, found)) add(text);
  return sentences;
}

}  // namespace alembert
