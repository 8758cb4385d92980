// Meshes that a robot's file names: STL and OBJ.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

namespace alembert::io {

struct Mesh {
  std::vector<Eigen::Vector3d> points = {};
  std::vector<int> corners = {};  ///< three a triangle
  std::string problem = {};       ///< why there is none; empty if there is one
};

/// As `package://arm/meshes/a.stl`, `file:///a.stl` or a path beside the robot's file.
Mesh load_mesh(const std::string& name, const std::string& robot_file);

}  // namespace alembert::io
