// Joints that say how a body may move on the ground, as a user writes them out: without motors, in
// series from the base, with massless links between.
#pragma once

#include <string>
#include <vector>

#include "alembert/robot.hpp"

namespace alembert {

/// A chain that reaches every pose of a group of motions: some slides; two slides or three and a
/// turn about their normal; or all six degrees. Only for robots that validate() has passed.
class GroundJoints {
 public:
  explicit GroundJoints(const Robot& robot);

  bool empty() const { return joints_.empty(); }
  /// The link that they carry; the robot's base if there are none.
  const std::string& body() const { return body_; }
  /// The last of them, an index into the robot's joints.
  std::size_t last() const { return joints_.back(); }
  bool carries(const std::string& link) const;
  /// Do they turn it, too?
  bool turns() const { return !empty() && !turns_.empty(); }

  /// Throws Error for a joint that moves the body otherwise than they could follow. The pose is
  /// that of the joint's frame in the body's, all joints at zero.
  void check_follows(const Joint& joint, const Eigen::Isometry3d& in_body) const;

  /// Where a link hangs on the last of them (Joint::tip) that is at this pose in the body's frame,
  /// all joints at zero: at the origin, but for what they cannot make up for.
  Eigen::Isometry3d tip_for(const Eigen::Isometry3d& in_body) const;

 private:
  bool is_group() const;

  const Robot& robot_;
  std::vector<std::size_t> joints_;
  std::string body_;
  // In the frame that moves with the last joint, at zero.
  Eigen::Isometry3d body_pose_ = Eigen::Isometry3d::Identity();
  std::vector<Eigen::Vector3d> slides_, turns_;
  Eigen::Matrix3d followed_ = Eigen::Matrix3d::Zero();  // projects on what slides reach
};

}  // namespace alembert
