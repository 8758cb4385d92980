// Shapes for contact, which robots' files have beside those that are drawn. Algorithms do not look
// at them; they are read and written so that a robot keeps them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "alembert/robot.hpp"

namespace alembert {

/// By link.
using LinkShapes = std::map<std::string, std::vector<Visual>>;

/// `<collision>` of URDF and `collisions` of the native format, from the robot's file; none of
/// MJCF. Throws Error.
LinkShapes load_collisions(const Robot& robot);

/// As write_yaml() and write_urdf() (alembert/io.hpp), with these shapes.
std::string yaml_with_collisions(const Robot& robot, const LinkShapes& collisions);
std::string urdf_with_collisions(const Robot& robot, const LinkShapes& collisions,
                                 std::vector<std::string>* lost = nullptr);

}  // namespace alembert
