// Robots with joints held: the file of an arm without its fingers, for example.
#pragma once

#include <vector>

#include "alembert/model.hpp"

namespace alembert {

/// The robot with these joints, and those that follow them, fixed where they are held; at least one
/// must stay free. compile() does the same for CompileOptions::locked. Throws Error.
[[nodiscard]] Robot with_locked_joints(const Robot& robot, const std::vector<LockedJoint>& joints);

}  // namespace alembert
