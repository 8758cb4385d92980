// Problems that make no sense are refused before anything is computed.
#pragma once

#include <string>

#include "alembert/motion_problem.hpp"
#include "alembert/trajectory.hpp"

namespace alembert {

/// Throws Error.
void check_problem(const MotionProblem& problem, int least_segments);
/// Throws Error unless the motion has the robot's coordinates.
void check_coordinates(const Model& model, const Trajectory& motion);

/// Six digits, for messages.
std::string number(double value);

}  // namespace alembert
