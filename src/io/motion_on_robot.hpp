// Motion problems whose robots come from elsewhere than their files.
#pragma once

#include <functional>
#include <string>

#include "alembert/motion_file.hpp"

namespace alembert::io {

/// The robot of a path.
using RobotLoader = std::function<Robot(const std::string& path)>;

/// As read_motion_problem(), with `load` in place of load_robot(). The robot's file is there all
/// the same. Throws Error.
MotionFile read_motion_problem_on(const std::string& text, const std::string& file,
                                  const RobotLoader& load);

}  // namespace alembert::io
