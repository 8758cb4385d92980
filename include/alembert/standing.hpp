// Robots that stand on something: what touches the world, when and how, as a motion problem.
//
// A robot that stands is hung from its foot: the tree begins on the ground, where six coordinates
// place the foot that carries, held at zero while it stands, and one coordinate for each edge that
// it rolls about. So the foot cannot slip, and the torques of the six are what the ground exerts.
// Others that touch are held there by unknown forces.
#pragma once

#include <string>
#include <vector>

#include "alembert/motion_problem.hpp"

namespace alembert {

/// A flat part of a robot that touches the world.
struct Footing {
  std::string name = {};
  std::string frame = {};                             ///< a link or frame of the robot
  std::vector<Eigen::Vector3d> corners = {};          ///< m, in components of the frame
  double friction = 0.5;                              ///< tangential by normal force
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< in the frame: the way the world pushes
  /// The frame in the world while it stands flat.
  Eigen::Isometry3d place = Eigen::Isometry3d::Identity();

  /// Between two corners, to roll about.
  struct Edge {
    std::string name = {};
    int from = 0, to = 1;
  };
  std::vector<Edge> edges = {};
  /// m: an edge that carries is a strip of this width, because a line has no moment about itself.
  double strip = 0.01;

  /// How it touches, one after another.
  struct Way {
    During during = {};  ///< ends where it begins: touches down there
    int edge = -1;       ///< rolls about this one; -1: stands flat
    /// m, world: so far from `place`, after a jump.
    Eigen::Vector3d moved = Eigen::Vector3d::Zero();
  };
  std::vector<Way> ways = {Way()};
};

/// A problem of a robot that stands: its model, contacts and what is held, the rest to be filled
/// in. Of several footings the one that touches longest carries. Coordinates of the ground come
/// first: NAME.x NAME.y NAME.z NAME.rz NAME.ry NAME.rx, and NAME.EDGE for every edge. Throws Error.
MotionProblem standing(const Robot& robot, const std::vector<Footing>& footings,
                       const CompileOptions& options = {});

}  // namespace alembert
