// The fastest motion between two states as limits on velocity, acceleration and jerk alone allow
// it, as a spline.
#pragma once

#include <optional>

#include "alembert/motion_problem.hpp"
#include "alembert/trajectory.hpp"

namespace alembert {

/// A cubic spline on knots where jerks change, a little inside the limits, so that rounding does
/// not show; accelerations that may jump do so in a short while. Positions may leave their range.
/// `halvings` of all segments: control points come nearer to the curve. Nothing where joint values
/// or velocities at an end, or accelerations of a joint whose jerk is limited, are free, where
/// those of another are given, where a joint has no limit on its acceleration nor on its jerk, and
/// where an end is beyond limits.
std::optional<Trajectory> fastest_spline(const MotionProblem& problem, int halvings = 0);

}  // namespace alembert
