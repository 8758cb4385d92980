// Problems that make no sense are refused before anything is computed.
#pragma once

#include <string>

#include "alembert/motion_problem.hpp"

namespace alembert {

/// Throws Error.
void check_problem(const MotionProblem& problem);

/// Six digits, for messages.
std::string number(double value);

}  // namespace alembert
