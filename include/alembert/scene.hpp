// What stands around a robot, in a file of its own: YAML `alembert: scene/1` (docs/worlds.md), a
// planning scene of MoveIt in YAML, or a robot's file (URDF, MJCF) whose shapes stand still.
//
//   Scene scene = load_scene("shelf.yaml");
//   problem.clearance.obstacles = scene.objects;
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "alembert/mesh_folders.hpp"
#include "alembert/motion_problem.hpp"

namespace alembert {

struct Scene {
  std::string name = {};
  std::vector<Obstacle> objects = {};  ///< world components
  /// Names: a solid of the arm, or the link or frame that carries it, and an object.
  std::vector<std::pair<std::string, std::string>> allowed = {};
  /// What was made of shapes that are not told as they are (meshes, clouds), a sentence each.
  std::vector<std::string> words = {};
};

/// Meshes and clouds lie in the scene's folder or below, or where `folders` allow. Throws Error
/// with the file and line at fault.
Scene load_scene(const std::string& path, const MeshFolders& folders = {});

}  // namespace alembert
