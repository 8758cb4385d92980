// The parts of a scene's reader, a format each.
#pragma once

#include "alembert/scene.hpp"
#include "io/mesh_file.hpp"
#include "io/yaml.hpp"

namespace alembert::io {

/// Where things that a scene names lie, and where it stands itself.
struct SceneContext {
  std::string file;  ///< the scene's
  const MeshFolders& folders;
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
};

/// `alembert: scene/1`, or what a problem says in place: objects and allowed (scene_yaml.cpp).
void read_scene_map(const YamlMap& map, const SceneContext& context, Scene& scene);
inline const std::vector<std::string> scene_keys = {"alembert", "name", "objects", "allowed"};

/// A planning scene of MoveIt (scene_moveit.cpp).
Scene read_moveit_scene(const std::string& text, const SceneContext& context);

/// The shapes of a robot's file where they are when no joint has moved (scene_robot.cpp).
Scene scene_of_robot(const SceneContext& context);

/// Its objects are obstacles, next to solids of the arm that are there already. Throws Error where
/// something may touch that there is not (scene.cpp).
void add_scene(const Scene& scene, MotionProblem& problem);

/// One object of that name, or of several solids NAME 1, NAME 2, … (scene_mesh.cpp).
void add_objects(const std::string& name, const std::vector<Solid>& solids, Scene& scene);

/// Hulls of a mesh's parts, or of all of it: words tell how many and by how much they overstate it.
/// Empty, and `problem`, where there is none (scene_mesh.cpp).
struct MeshHulls {
  std::vector<Solid> solids = {};
  std::string words = {}, problem = {};
};
MeshHulls hulls_of_mesh(const Mesh& mesh, const Eigen::Vector3d& scale,
                        const Eigen::Isometry3d& pose, bool by_parts);

/// Clouds of points that lie together, a few dozen at most; with a cell, points in one cube of a
/// grid (m) are one in their middle, and all balls are as much wider as that needs.
std::vector<Solid> clouds_of(std::vector<Eigen::Vector3d> points, double radius, double cell);
/// Three numbers a line, of text (.xyz, .csv, .txt). Throws Error.
std::vector<Eigen::Vector3d> load_cloud(const std::string& name, const SceneContext& context);

}  // namespace alembert::io
