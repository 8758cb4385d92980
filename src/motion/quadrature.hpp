// What running costs really are. The solver adds them up on nodes, four a segment: friction that
// changes its sign within a millisecond, or power that does, falls between those. Here integrals
// are measured adaptively, split where speeds and powers change sign and where friction lets go,
// and segments that the nodes get wrong are given nodes on both sides of those places.
#pragma once

#include "motion/program.hpp"

namespace alembert {

/// The integral of every cost, weighted: good to about 1e-8 of each.
Eigen::VectorXd measured_costs(const MotionProgram& program, const Eigen::VectorXd& x);

/// Puts nodes where costs on nodes differ from measured ones by more than `tolerance` of their sum;
/// false where none do.
bool refine_costs(MotionProgram& program, const Eigen::VectorXd& x, double tolerance);

}  // namespace alembert
