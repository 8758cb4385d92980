// Solids as problems and scenes say them.
#pragma once

#include "alembert/solid.hpp"
#include "io/yaml.hpp"

namespace alembert::io {

/// Of a map with one of `sphere: radius`, `box: [x, y, z]`, `capsule` or `cylinder: {from, to,
/// radius}` or `{radius, length}`, and, but for those with ends, a pose.
Solid read_solid(const YamlMap& map);

}  // namespace alembert::io
