// A body that is no part of a robot, and that nothing holds but the patch through which it pushes.
//
// It hangs on the robot by six coordinates that are held at zero for the whole motion: where it is
// in the hand is exact, and their torques are what the hand exerts on it, which the cone of the
// patch limits at every instant.
#pragma once

#include <Eigen/Geometry>
#include <string>
#include <vector>

#include "alembert/inertia.hpp"

namespace alembert {

struct Robot;
struct MotionProblem;

struct PushedBody {
  std::string name = {};   ///< of the link that it becomes, and of its coordinates
  std::string frame = {};  ///< the link or frame of the robot that pushes it
  std::vector<Eigen::Vector3d> corners = {};  ///< m, in the frame: the patch that touches it
  double friction = 0.5;                      ///< tangential by normal force
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();       ///< in the frame: the way it pushes
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();  ///< of the body, in the frame
  Inertia inertia = {};                                    ///< in components of the body
  Eigen::Vector3d size = Eigen::Vector3d::Zero();          ///< m: drawn as a box about its origin
  int first = -1;  ///< of its six coordinates: x, y, z, rz, ry, rx of the patch

  bool operator==(const PushedBody& other) const {
    return name == other.name && frame == other.frame && corners == other.corners &&
           friction == other.friction && normal == other.normal &&
           pose.matrix() == other.pose.matrix() && inertia.mass == other.inertia.mass &&
           inertia.com == other.inertia.com && inertia.about_com == other.inertia.about_com &&
           size == other.size && first == other.first;
  }
};

/// The robot with these bodies in its hands, as links of their names. Throws Error.
[[nodiscard]] Robot with_bodies(const Robot& robot, const std::vector<PushedBody>& bodies);

/// A problem whose model was compiled from such a robot pushes them.
void push(MotionProblem& problem, const std::vector<PushedBody>& bodies);

}  // namespace alembert
