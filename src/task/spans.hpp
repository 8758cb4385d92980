// Fractions of a motion as whole segments: where waypoints stand, what is in hand when.
#pragma once

#include "alembert/motion_problem.hpp"

namespace alembert {

/// The knot nearest to a fraction of the segments.
int nearest_knot(const MotionProblem& problem, double fraction);

/// Is the segment within the span?
bool covers(const MotionProblem& problem, const During& during, int segment);

/// Rest that is taken for granted, at a start or goal: the arm must be able to stay there.
bool must_be_held(const Condition& condition);

}  // namespace alembert
