// Which joints the first motion of a robot leaves locked.
#pragma once

#include <vector>

#include "alembert/model.hpp"
#include "alembert/robot.hpp"

namespace alembert::io {

/// Zero where that is well inside, else the middle.
double resting_place(const Limits& limits);

/// m: what slides by less is a finger.
bool is_finger(const Coordinate& joint);

/// Grippers, joints whose motors are tiny beside the others, and joints that move no mass, each
/// where it rests. None where that would be all of them: a gripper alone moves its fingers.
std::vector<LockedJoint> first_locks(const Robot& robot);
/// Whether a joint can be locked: it has one coordinate, which is called as it is.
bool can_be_locked(const Robot& robot, const std::string& coordinate);

}  // namespace alembert::io
