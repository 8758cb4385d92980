// Names that readers let in.
#pragma once

#include "alembert/robot.hpp"

namespace alembert::io {

/// Throws Error where a name of the robot, its links, joints and frames, or of a mesh, holds a
/// control character: a new line in one would begin a line of every file that it is written into.
void require_plain_names(const Robot& robot);

}  // namespace alembert::io
