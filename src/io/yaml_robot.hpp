// A robot's whole file, described once for reading and writing (yaml_reader.cpp).
#pragma once

#include "alembert/collision_shapes.hpp"
#include "io/yaml_archive.hpp"

namespace alembert::io {

void describe_robot(YamlArchive& archive, Robot& robot, LinkShapes& collisions);

}  // namespace alembert::io
