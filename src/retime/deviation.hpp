// How far a motion is from its path, at every instant.
#pragma once

#include "alembert/trajectory.hpp"
#include "retime/timing.hpp"

namespace alembert {

/// Of any coordinate of q(t) from p(s(t)), on each segment of the motion, at most; rad or m.
/// q and timing have the same knots.
Eigen::VectorXd deviation_bounds(const BSpline& path, const Timing& timing, const BSpline& q);

}  // namespace alembert
