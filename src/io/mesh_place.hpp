// Where a mesh that a robot's file names lies, and whether it may be read there.
#pragma once

#include <filesystem>
#include <string>

#include "alembert/mesh_folders.hpp"

namespace alembert::io {

struct MeshPlace {
  std::filesystem::path file = {};
  std::string problem = {};  ///< why there is none; empty if there is one
};

/// `package://arm/meshes/a.stl`, `file:///a.stl` or a path seen from the robot's folder.
MeshPlace find_mesh(const std::string& name, const std::string& robot_file,
                    const MeshFolders& folders);

}  // namespace alembert::io
