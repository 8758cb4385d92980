// Fractions of a motion as whole segments: where waypoints stand, what is in hand when; what is
// asked of ends.
#pragma once

#include <optional>
#include <vector>

#include "alembert/motion_problem.hpp"

namespace alembert {

/// The knot nearest to a fraction of the segments.
int nearest_knot(const MotionProblem& problem, double fraction);

/// Is the segment within the span?
bool covers(const MotionProblem& problem, const During& during, int segment);

/// Of each segment, how many times more than once the knot is there that begins it: where contacts
/// begin, end or roll on, nothing but accelerations goes on, and the spline must be able to.
std::vector<int> repeated_knots(const MotionProblem& problem);

/// Rest that is taken for granted, at a start or goal: the arm must be able to stay there.
bool must_be_held(const Condition& condition);

/// The velocity asked of a joint at a start or goal; nothing where any will do.
std::optional<double> end_velocity(const Condition& end, int joint);
/// The acceleration: what is given, or none where a joint whose jerk is limited rests. Nothing
/// where any will do, as it will in closed loops and beside joints without motors, whose
/// accelerations follow from forces.
std::optional<double> end_acceleration(const MotionProblem& problem, const Condition& end,
                                       int joint);

}  // namespace alembert
