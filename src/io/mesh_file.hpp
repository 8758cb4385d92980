// Meshes that a robot's file names: STL, OBJ and COLLADA.
#pragma once

#include <Eigen/Core>
#include <string>
#include <string_view>
#include <vector>

#include "alembert/mesh_folders.hpp"

namespace alembert::io {

/// As many as the longest file of bytes holds. Text can say more in fewer bytes: one face of many
/// corners.
inline constexpr std::size_t most_mesh_triangles = 2'700'000;

struct Mesh {
  std::vector<Eigen::Vector3d> points = {};
  std::vector<int> corners = {};  ///< three a triangle
  std::string problem = {};       ///< why there is none; empty if there is one
};

/// As `package://arm/meshes/a.stl`, `file:///a.stl` or a path beside the robot's file.
Mesh load_mesh(const std::string& name, const std::string& robot_file, const MeshFolders& folders);

/// Text or binary. Throws Error with the line, or without one where a binary file is at fault.
Mesh read_stl(std::string_view bytes, const std::string& file);
/// Vertices and faces; what else OBJ has is passed over. Throws Error with the line.
Mesh read_obj(std::string_view text, const std::string& file);
/// The scene's triangles in metres, or those of all geometries where there is no scene; which axis
/// points up is passed over. Throws Error with the line.
Mesh read_collada(const std::string& text, const std::string& file);

}  // namespace alembert::io
