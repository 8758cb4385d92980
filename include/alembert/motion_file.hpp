// Motion problems in files: YAML `alembert: motion/1`, described in docs/motion-format.md.
//
//   MotionFile file = load_motion_problem("reach.yaml");
//   Solution s = solve(file.problem, file.options);
#pragma once

#include <string>
#include <vector>

#include "alembert/mesh_folders.hpp"
#include "alembert/model.hpp"
#include "alembert/motion.hpp"
#include "alembert/robot.hpp"

namespace alembert {

struct MotionFile {
  std::string file;  ///< as given by the user
  std::string name;  ///< the file's own word, or its name without the ending
  std::string
      robot_file;  ///< where the robot was read: relative ones start at the problem's folder
  Robot robot;
  CompileOptions compile;     ///< how the robot became the problem's model
  MotionProblem problem;      ///< what is asked of it
  SolveOptions options;       ///< its `solver`
  bool degree_given = false;  ///< the file says the spline's degree itself
  /// What was made of the robot's own shapes (`arm: from-robot`), a sentence each.
  std::vector<std::string> robot_shapes = {};
  /// Links with shapes that could not be read and that `missing: ignore` leaves out: no clearance
  /// of theirs is looked at.
  std::vector<std::string> unseen_links = {};
  MeshFolders meshes = {};  ///< where the robot's meshes may lie
  /// Places on the robot that only this problem speaks of; the robot has them, too.
  std::vector<Frame> own_frames = {};
};

/// `locked` holds joints besides those that the file locks. Throws Error with the file and line at
/// fault.
MotionFile load_motion_problem(const std::string& path, const std::vector<LockedJoint>& locked = {},
                               const MeshFolders& meshes = {});
/// The same for a robot that is there already: the text has no `robot`, `gravity`, `floating_base`,
/// `ideal` or `locked`, which the model has settled. `model` was compiled from `robot`; with
/// `contacts` both are hung from the ground.
MotionFile read_motion_problem(const std::string& text, const std::string& file, Robot robot,
                               const Model& model, const MeshFolders& meshes = {});
/// The same of a text; the robot's path is relative to the folder of `file`.
MotionFile read_motion_problem(const std::string& text, const std::string& file,
                               const std::vector<LockedJoint>& locked = {},
                               const MeshFolders& meshes = {});

}  // namespace alembert
