// A robot's own shapes as solids that keep clear of things.
#pragma once

#include <string>
#include <vector>

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

/// Solids that contain the shapes; `words` tells what was made of each.
std::vector<ArmSolid> solids_of(const Robot& robot, const Model& model,
                                std::vector<std::string>& words);

/// Pairs solids of the arm with each other and leaves out what cannot be kept apart; `words` tells
/// which, and why. Obstacles must be there.
void pair_robot_solids(MotionProblem& problem, std::vector<std::string>& words);

}  // namespace alembert::io
