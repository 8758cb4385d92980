// What readers of robots' formats have for others, beside read_urdf() and its like.
#pragma once

#include <string>
#include <vector>

#include "alembert/named_poses.hpp"
#include "alembert/robot.hpp"

namespace alembert::io {

/// Unlimited, for which URDF has no word: its writer writes this, its reader takes it, or more, so.
inline constexpr double urdf_unlimited = 1e30;

/// Robots whose links have, in place of what is drawn, what they touch with.
Robot read_urdf_collisions(const std::string& text, const std::string& file);
Robot read_yaml_collisions(const std::string& text, const std::string& file);

/// Named postures of an MJCF file; none in a build without MuJoCo.
std::vector<NamedPose> mjcf_keyframes(const std::string& text, const std::string& file);

/// Throws Error where a name of the robot, its links, joints and frames, or of a mesh, holds a
/// control character: a new line in one would begin a line of every file that it is written into.
void require_plain_names(const Robot& robot);

}  // namespace alembert::io
