// Robots whose links have, in place of what is drawn, what they touch with.
#pragma once

#include <string>

#include "alembert/robot.hpp"

namespace alembert::io {

Robot read_urdf_collisions(const std::string& text, const std::string& file);
Robot read_yaml_collisions(const std::string& text, const std::string& file);

}  // namespace alembert::io
