// Robots in and out of files. The format is told by the ending, and for .xml by the root element.
#pragma once

#include <string>
#include <vector>

#include "alembert/robot.hpp"

namespace alembert {

/// Reads .yaml/.yml (native), .urdf, .xml (URDF or MJCF) or .mjcf. Throws Error.
Robot load_robot(const std::string& path);

Robot read_yaml(const std::string& text, const std::string& file);
Robot read_urdf(const std::string& text, const std::string& file);
/// Needs the MuJoCo component; throws Error::Code::unsupported in a build without it.
Robot read_mjcf(const std::string& text, const std::string& file);

std::string write_yaml(const Robot& robot);
/// What URDF cannot say (springs, rotors, accelerations, …) is added to `lost`, one phrase each.
std::string write_urdf(const Robot& robot, std::vector<std::string>* lost = nullptr);

/// Writes by ending (.yaml, .yml, .urdf), whole or not at all.
void save_robot(const Robot& robot, const std::string& path,
                std::vector<std::string>* lost = nullptr);

}  // namespace alembert
