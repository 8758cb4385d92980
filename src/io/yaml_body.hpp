// Bodies as all files of ours describe them: poses, inertias, solids.
#pragma once

#include <string>
#include <vector>

#include "alembert/robot.hpp"
#include "alembert/solid.hpp"
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

/// Of a map with one of `sphere: radius`, `box: [x, y, z]`, `capsule` or `cylinder: {from, to,
/// radius}` or `{radius, length}`, and, but for those with ends, a pose.
Solid read_solid(const YamlMap& map);

}  // namespace alembert::io
