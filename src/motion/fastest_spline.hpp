// The fastest motion between two states as limits on velocity, acceleration and jerk alone allow
// it, as a spline.
#pragma once

#include <optional>

#include "alembert/motion_problem.hpp"
#include "alembert/trajectory.hpp"

namespace alembert {

/// How the profile is made a spline.
struct FastestSplineOptions {
  double room = 2e-6;    ///< that is left to limits, as a share: so far inside is the solver, too
  double spacing = 0.0;  ///< of knots, as a share of the duration: nearer ones are noise in jerks
  int halvings = 0;      ///< of all segments: control points come nearer to the curve
};

/// A cubic spline on knots where jerks change, a little inside the limits; accelerations that may
/// jump do so in a short while. Positions may leave their range. Nothing where joint values or
/// velocities at an end, or accelerations of a joint whose jerk is limited, are free, where a joint
/// has no limit on its acceleration nor on its jerk, and where an end is beyond limits.
std::optional<Trajectory> fastest_spline(const MotionProblem& problem,
                                         const FastestSplineOptions& options = {});

}  // namespace alembert
