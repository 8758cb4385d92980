// What can be timed, and what a timed motion does: where it passes its limits, by samples (what the
// proof would find, but cheaply), and how far it is from its path, at every instant.
#pragma once

#include "alembert/retime.hpp"
#include "alembert/task.hpp"
#include "retime/timing.hpp"

namespace alembert {

/// Throws Error for what cannot be timed.
void check_timing(const MotionProblem& problem, const BSpline& path, const RetimeOptions& options);

/// Largest excess over a limit on each segment, as a share of it; negative: the margin that is
/// left.
struct SegmentExcess {
  Eigen::VectorXd limits;  ///< torque, power, velocity, acceleration
  Eigen::VectorXd jerk;
};

SegmentExcess excess_of(const Task& task, const Trajectory& motion);

/// Of any coordinate of q(t) from p(s(t)), on each segment of the motion, at most; rad or m.
/// q and timing have the same knots.
Eigen::VectorXd deviation_bounds(const BSpline& path, const Timing& timing, const BSpline& q);

}  // namespace alembert
