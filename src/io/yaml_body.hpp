// The parts of a native robot file that describe bodies: poses, inertias, shapes.
#pragma once

#include <string>
#include <vector>

#include "alembert/robot.hpp"
#include "io/yaml_archive.hpp"

namespace alembert::io {

/// The one of `keys` that `map` has; refuses none and several.
std::string only_one(const YamlMap& map, const std::vector<std::string>& keys);

/// rpy or quaternion [w, x, y, z] of a map that has one of them.
Eigen::Matrix3d read_rotation(const YamlMap& map);

/// From the keys xyz, and rpy or quaternion, of `map`, all optional.
Eigen::Isometry3d read_pose(const YamlMap& map);

/// Mass, com and inertia. A body is a `point` if it may lack a tensor.
void inertia_fields(YamlArchive& a, Inertia& inertia, bool point);
Inertia read_inertia(const YamlMap& map, bool point);

/// The keys of a whole robot. `poses` is for load_poses() (alembert/named_poses.hpp).
const std::vector<std::string>& robot_keys();

/// Everything a link's map may say but its name and how it bends.
void body_fields(YamlArchive& a, Link& link, std::vector<Visual>& collisions);

}  // namespace alembert::io
