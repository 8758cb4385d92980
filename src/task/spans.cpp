#include "task/spans.hpp"

#include <algorithm>
#include <cmath>

namespace alembert {

int nearest_knot(const MotionProblem& problem, double fraction) {
  const int segments = problem.spline.segments;
  return std::clamp(static_cast<int>(std::lround(fraction * segments)), 0, segments);
}

bool covers(const MotionProblem& problem, const During& during, int segment) {
  return nearest_knot(problem, during.from) <= segment &&
         segment < nearest_knot(problem, during.to);
}

std::vector<int> repeated_knots(const MotionProblem& problem) {
  constexpr int continuous_orders = 2;
  const int segments = problem.spline.segments;
  const int more = std::max(0, problem.spline.degree - 1 - continuous_orders);
  std::vector<int> repeats(segments, 0);
  for (const GroundContact& contact : problem.contacts) {
    for (const double end : {contact.during.from, contact.during.to}) {
      const int knot = nearest_knot(problem, end);
      if (0 < knot && knot < segments) repeats[knot] = more;
    }
  }
  return repeats;
}

bool must_be_held(const Condition& condition) {
  const bool at_once = condition.a && !condition.a->isZero(0.0);
  return !condition.v && !at_once && !condition.any_velocity;
}

std::optional<double> end_velocity(const Condition& end, int joint) {
  if (end.v) return (*end.v)[joint];
  return end.any_velocity ? std::nullopt : std::optional(0.0);
}

std::optional<double> end_acceleration(const MotionProblem& problem, const Condition& end,
                                       int joint) {
  if (end.a) return (*end.a)[joint];
  if (end.any_acceleration || problem.repetition || !problem.cut_joints.empty()) return {};
  const MotionLimits& limits = problem.limits;
  if ((limits.torque_lower.array() == limits.torque_upper.array()).any()) return {};
  if (!std::isfinite(limits.jerk[joint]) || end_velocity(end, joint) != 0.0) return {};
  return 0.0;
}

}  // namespace alembert
