// Where a timed motion passes its limits, by samples: what the proof would find, but cheaply.
#pragma once

#include "alembert/task.hpp"
#include "alembert/trajectory.hpp"

namespace alembert {

/// Largest excess over a limit on each segment, as a share of it; negative: the margin that is
/// left.
struct SegmentExcess {
  Eigen::VectorXd limits;  ///< torque, power, velocity, acceleration
  Eigen::VectorXd jerk;
};

SegmentExcess excess_of(const Task& task, const Trajectory& motion);

}  // namespace alembert
