// Where a path is looked at, and where the motion along it has its knots.
#pragma once

#include "retime/timing.hpp"

namespace alembert {

/// Points of a path from 0 to 1, denser at both ends, where the speed changes much over little way,
/// and at its own knots and where it turns; and the middles of the steps between them.
Eigen::VectorXd path_nodes(int steps, const BSpline& path);

/// Knots as shares of the duration, with others where the path turns, so that segments grow and
/// shrink by degrees.
Eigen::VectorXd with_turns(const Eigen::VectorXd& shares, const SpeedProfile& profile,
                           const PathLimits& limits);

/// The same knots with others in the middle of segments of which something is above 1, and of their
/// neighbours.
Eigen::VectorXd halved(const Eigen::VectorXd& shares, const Eigen::VectorXd& much);

/// Zero for segments that are as short as the steps of the profile: u jumps between these, and is a
/// mean of several on a segment.
Eigen::VectorXd longer_than_steps(const SpeedProfile& profile, const Timing& timing,
                                  Eigen::VectorXd much);

/// s: from zero to the profile's largest acceleration as fast as the jerk limits allow.
double first_ramp(const SpeedProfile& profile, const PathLimits& limits);

/// Names the place where the arm can hold itself least and the joint that is too weak for it, if
/// there is one: it cannot be passed with momentum either.
void explain(const Task& task, PathLimits& limits, PathBlock& block);

}  // namespace alembert
