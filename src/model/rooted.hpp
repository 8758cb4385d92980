// The tree of a robot begun at another link.
#pragma once

#include <string>

#include "alembert/robot.hpp"

namespace alembert {

/// As rooted_at(), only for robots that validate() has passed.
Robot rooted(const Robot& robot, const std::string& link_or_frame);

}  // namespace alembert
