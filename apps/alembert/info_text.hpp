// What `alembert info` prints for people.
#pragma once

#include <string>

#include "robot_options.hpp"

namespace alembert::cli {

std::string info_text(const LoadedRobot& loaded, bool canonical);

/// Links and payloads, kg.
double total_mass(const Robot& robot);
const char* motion_name(JointMotion motion);

}  // namespace alembert::cli
