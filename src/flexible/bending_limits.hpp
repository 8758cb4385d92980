// What a task has of arms that bend alone: limits on how far links bend on the way and swing on at
// the goal.
#pragma once

#include <vector>

#include "alembert/motion_problem.hpp"
#include "task/point_limit.hpp"

namespace alembert {

/// Refuses what cannot be asked of an arm that bends.
void check_bending(const MotionProblem& problem);

/// Of every link that has a limit.
std::vector<PointLimit> deflection_limits(const MotionProblem& problem);

/// Of the modes of the arm held at the goal; `nodes` are the caller's.
PointLimit vibration_limit(const MotionProblem& problem);

}  // namespace alembert
