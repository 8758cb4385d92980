// Second step of compiling: canonical frames for a skeleton.
#pragma once

#include <vector>

#include "model/skeleton.hpp"

namespace alembert {

struct CanonicalFrames {
  /// Geometry filled in (parent, motion, beta, alpha, p, theta0, pitch, inertia, name).
  std::vector<ModelJoint> joints;
  /// Pose of each canonical frame in the skeleton's moved joint frame.
  std::vector<Eigen::Isometry3d> in_skeleton;
  /// Pose of the canonical base frame in the user's base frame.
  Eigen::Isometry3d base = Eigen::Isometry3d::Identity();
};

CanonicalFrames place_canonical_frames(const Skeleton& skeleton);

}  // namespace alembert
