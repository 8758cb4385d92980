// A robot as MJCF text, straight from the Robot: nothing of our Model is used.
#pragma once

#include <string>

#include "alembert/robot.hpp"

namespace alembert::peers {

/// Links, payloads and joints; no friction, rotors, springs or coupling. A joint of several degrees
/// becomes several joints named like our coordinates. Throws Error::Code::unsupported for a helical
/// joint.
std::string mjcf_text(const Robot& robot);

}  // namespace alembert::peers
