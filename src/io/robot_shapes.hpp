// A robot's own shapes as solids that keep clear of things.
#pragma once

#include <string>
#include <vector>

#include "alembert/mesh_folders.hpp"
#include "alembert/motion_problem.hpp"
#include "alembert/robot.hpp"

namespace alembert::io {

struct RobotShape {
  std::string link;
  Visual shape;
};

/// The collision shapes of the robot's file; where it has none, and is no URDF, what is drawn.
/// Throws Error.
std::vector<RobotShape> robot_shapes(const Robot& robot);

/// A mesh that cannot be read: nothing is known of where its link ends.
struct MissingShape {
  std::string link, file, problem;
};

struct RobotSolids {
  std::vector<ArmSolid> solids = {};
  std::vector<std::string> words = {};  ///< what was made of each shape
  std::vector<MissingShape> missing = {};

  /// Links with a shape that is missing, each once.
  std::vector<std::string> unseen_links() const;
};

/// What a mesh becomes: a capsule around it, or the hulls of its parts that hang together, where
/// those have an inside and qhull is there.
enum class MeshesAs { capsules, hulls };

/// Solids that contain the shapes.
RobotSolids solids_of(const Robot& robot, const Model& model, const MeshFolders& meshes,
                      MeshesAs as = MeshesAs::capsules);

/// Pairs solids of the arm with each other, or those of the robot's own clearance if it has one,
/// and leaves out what cannot be kept apart; `words` tells which, and why. Obstacles must be there.
void pair_robot_solids(const Robot& robot, MotionProblem& problem, std::vector<std::string>& words);

}  // namespace alembert::io
