// Large robots of which a few joints move: the others are held where they are, and the answer is
// proven on the whole robot.
#pragma once

#include <optional>

#include "alembert/motion.hpp"
#include "alembert/task.hpp"

namespace alembert {

/// None where the robot is small, where most joints move, where something else than joint values is
/// asked for, or where the whole robot does not bear the answer.
std::optional<Solution> solve_with_still_joints(const Task& task, const SolveOptions& options);

}  // namespace alembert
