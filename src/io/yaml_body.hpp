// The parts of a native robot file that describe bodies: poses, inertias, shapes.
#pragma once

#include <string>
#include <vector>

#include "alembert/robot.hpp"
#include "io/yaml.hpp"

namespace alembert::io {

/// The one of `keys` that `map` has; refuses none and several.
std::string only_one(const YamlMap& map, const std::vector<std::string>& keys);

/// rpy or quaternion [w, x, y, z] of a map that has one of them.
Eigen::Matrix3d read_rotation(const YamlMap& map);

/// From the keys xyz, and rpy or quaternion, of `map`, all optional.
Eigen::Isometry3d read_pose(const YamlMap& map);

/// From the keys mass, com and inertia of `map`. A body is a `point` if it may lack a tensor.
Inertia read_inertia(const YamlMap& map, bool point);

/// The keys of a whole robot. `poses` is for load_poses() (alembert/named_poses.hpp).
const std::vector<std::string>& robot_keys();

/// Everything a link map may say but its name; as `visuals` what stands under `shapes`.
void read_body(const YamlMap& map, Link& link, const char* shapes = "visuals");
/// The keys read_body() understands.
const std::vector<std::string>& body_keys();

}  // namespace alembert::io
