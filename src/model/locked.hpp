// Joints that follow others (mimics), and joints that a user wants held: they become fixed where
// they stand.
#pragma once

#include <vector>

#include "alembert/model.hpp"

namespace alembert {

/// Where a joint stands: x = ratio q(leader) + offset. The leader follows nobody; a joint that is
/// its own leader has ratio 1.
struct Following {
  const Joint* leader;
  double ratio = 1.0, offset = 0.0;
};

/// Only for robots that validate() has passed: there are no cycles.
Following following(const Robot& robot, const Joint& joint);

/// The robot with these joints, and those that follow them, fixed at their values. Only for robots
/// that validate() has passed. Throws Error.
Robot locked(const Robot& robot, const std::vector<LockedJoint>& joints);

/// A robot that validate() has passed has a joint that moves, unless all of them were locked.
[[noreturn]] void refuse_rigid(const Robot& robot);

}  // namespace alembert
