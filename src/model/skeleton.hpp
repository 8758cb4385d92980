// First step of compiling: the user's joints as a tree of one-degree joints along z. Fixed joints
// are folded into the links they weld; joints of several degrees become chains.
#pragma once

#include <string>
#include <vector>

#include "alembert/model.hpp"
#include "alembert/robot.hpp"

namespace alembert {

struct SkeletonJoint {
  std::string name;
  int parent = -1;
  JointMotion motion = JointMotion::revolute;
  double pitch = 0.0;
  /// Joint frame (z along the motion) in the parent's frame, at zero.
  Eigen::Isometry3d origin = Eigen::Isometry3d::Identity();
  /// Of the link behind the joint, in the moved joint frame.
  Inertia inertia;
  /// The user's joint, or nullptr for the freed base.
  const Joint* source = nullptr;
};

struct Skeleton {
  std::vector<SkeletonJoint> joints;  ///< parents first; otherwise in the order of the file
  Inertia base_inertia;               ///< in the user's base frame
  std::vector<ModelFrame> frames;     ///< poses in the moved joint frame, or in the base frame
  std::vector<ModelLink> links;       ///< as Model::links()
};

Skeleton build_skeleton(const Robot& robot, bool floating_base);

}  // namespace alembert
