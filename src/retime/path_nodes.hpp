// Where a path is looked at, and where the motion along it has its knots.
#pragma once

#include <vector>

#include "alembert/trajectory.hpp"
#include "retime/path_limits.hpp"

namespace alembert {

/// Points of a path from 0 to 1, denser at both ends, where the speed changes much over little way,
/// and at its own knots and where it turns; and the middles of the steps between them.
Eigen::VectorXd path_nodes(int steps, const BSpline& path);

/// The same knots with others between them, so that segments grow and shrink by degrees.
Eigen::VectorXd evened(const std::vector<double>& knots);

/// Names the place where the arm can hold itself least and the joint that is too weak for it, if
/// there is one: it cannot be passed with momentum either.
void explain(const Task& task, PathLimits& limits, PathBlock& block);

}  // namespace alembert
