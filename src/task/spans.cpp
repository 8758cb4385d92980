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

bool must_be_held(const Condition& condition) {
  const bool at_once = condition.a && !condition.a->isZero(0.0);
  return !condition.v && !at_once && !condition.any_velocity;
}

}  // namespace alembert
