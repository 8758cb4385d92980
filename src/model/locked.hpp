// Joints that a user wants held: they become fixed where they stand.
#pragma once

#include <vector>

#include "alembert/model.hpp"

namespace alembert {

/// The robot with these joints, and those that follow them, fixed at their values. Only for robots
/// that validate() has passed. Throws Error.
Robot locked(const Robot& robot, const std::vector<LockedJoint>& joints);

/// A robot that validate() has passed has a joint that moves, unless all of them were locked.
[[noreturn]] void refuse_rigid(const Robot& robot);

}  // namespace alembert
