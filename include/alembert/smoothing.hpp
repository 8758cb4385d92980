// Motions that a real controller takes. The fastest motion of a robot whose file limits neither
// acceleration nor jerk steps from rest to whatever its motors give, and joints that need not move
// wander. A smooth one does neither:
//
//   MotionProblem problem = smoothed(asked);
//   Solution s = solve(problem);
#pragma once

#include "alembert/motion_problem.hpp"

namespace alembert {

/// What stands in for limits that a robot's file does not have.
struct Smoothing {
  /// s from rest to a joint's full speed: its acceleration limit, where it has none.
  double speed_time = 0.5;
  /// s from nothing to a joint's full acceleration: its jerk limit, where it has none.
  double acceleration_time = 0.1;
  /// N m/s or N/s that motors change their torques by, one a coordinate or none. Jerks are then no
  /// larger than this over the largest inertia that the joint itself moves, in a sample of
  /// postures.
  Eigen::VectorXd torque_rate = {};
  /// Of the objective's time that jerk, at its limits all the while, would cost. Small: it decides
  /// only what time does not, so that joints that need not move do not.
  double jerk_share = 0.01;
};

/// The problem with acceleration and jerk limits for every joint, no acceleration at a start and a
/// goal at rest, and a little jerk in the objective. What the problem says itself stays. Throws
/// Error for arms with joints without motors, cut loops and arms that bend.
[[nodiscard]] MotionProblem smoothed(MotionProblem problem, const Smoothing& how = {});

}  // namespace alembert
