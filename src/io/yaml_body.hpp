// The parts of a native robot file that describe bodies: poses, inertias, shapes.
#pragma once

#include <string>
#include <vector>

#include "alembert/robot.hpp"
#include "io/yaml.hpp"

namespace alembert::io {

/// From the keys xyz and rpy of `map`, both optional.
Eigen::Isometry3d read_pose(const YamlMap& map);

/// From the keys mass, com and inertia of `map`. A body is a `point` if it may lack a tensor.
Inertia read_inertia(const YamlMap& map, bool point);

/// Everything a link map may say but its name.
void read_body(const YamlMap& map, Link& link);
/// The keys read_body() understands.
const std::vector<std::string>& body_keys();

}  // namespace alembert::io
