// What a task has of arms that bend alone: their dynamics, and limits on how far links bend on the
// way and swing on at the goal. To be called where bends(problem.model).
#pragma once

#include <memory>
#include <vector>

#include "alembert/dynamics.hpp"
#include "alembert/motion_problem.hpp"
#include "task/point_limit.hpp"

namespace alembert {

/// FlexibleDynamics.
std::shared_ptr<Dynamics> bending_dynamics(const Model& model, const std::vector<Load>& loads,
                                           double slip_speed);

/// Refuses what cannot be asked of an arm that bends.
void check_bending(const MotionProblem& problem);

/// N, or N m of twists: what deflects a link by a hundredth of its length, entry by entry of the
/// amplitudes' equations. What is missing of them between nodes is compared with it.
Eigen::VectorXd amplitude_scales(const Model& model);

/// Of every link that has a limit.
std::vector<PointLimit> deflection_limits(const MotionProblem& problem);

/// Of the modes of the arm held at the goal; `nodes` are the caller's.
PointLimit vibration_limit(const MotionProblem& problem);

}  // namespace alembert
