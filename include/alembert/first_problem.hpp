// A motion problem to begin with, for a robot that one has just got.
#pragma once

#include <string>

#include "alembert/robot.hpp"

namespace alembert {

/// A problem file (docs/motion-format.md) with comments, ready to run: from a posture that the
/// motors can hold to another near it, smooth and as fast as its limits let it be. `robot_path` is
/// how the problem's folder sees the robot's file. Throws Error.
std::string first_problem(const Robot& robot, const std::string& robot_path);

}  // namespace alembert
