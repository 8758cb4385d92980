// Limits that only arms that bend have: how far links bend on the way, and swing on at the goal.
#pragma once

#include <vector>

#include "alembert/motion_problem.hpp"
#include "task/point_limit.hpp"

namespace alembert {

/// Refuses what cannot be asked of an arm that bends, and of one that does not.
void check_bending(const MotionProblem& problem);

/// N, or N m of twists: what deflects a link by a hundredth of its length, entry by entry of the
/// amplitudes' equations. What is missing of them between nodes is compared with it.
Eigen::VectorXd amplitude_scales(const Model& model);

/// Of every link that has a limit.
std::vector<PointLimit> deflection_limits(const MotionProblem& problem);

/// Of the modes of the arm held at the goal; `nodes` are the caller's.
PointLimit vibration_limit(const MotionProblem& problem);

}  // namespace alembert
