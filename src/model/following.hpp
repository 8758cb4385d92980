// Joints that follow others (mimics).
#pragma once

#include "alembert/robot.hpp"

namespace alembert {

/// Where a joint stands: x = ratio q(leader) + offset. The leader follows nobody; a joint that is
/// its own leader has ratio 1.
struct Following {
  const Joint* leader;
  double ratio = 1.0, offset = 0.0;
};

/// Only for robots that validate() has passed: there are no cycles.
Following following(const Robot& robot, const Joint& joint);

}  // namespace alembert
