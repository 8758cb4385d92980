// Joints as one-degree motions after one another, all in one frame at zero, and what they are
// asked about.
#pragma once

#include <vector>

#include "alembert/model.hpp"

namespace alembert {

/// One degree of freedom inside a joint: a motion and its direction in the joint frame.
struct JointStep {
  JointMotion motion;
  Eigen::Vector3d axis;
  double pitch = 0.0;
};

/// In the order of coordinate_suffixes().
std::vector<JointStep> steps_of(const Joint& joint);

/// A rotation whose z column is `axis`; a permutation of the unit vectors where the axis is one of
/// them, so that no rounding enters.
Eigen::Matrix3d frame_along(const Eigen::Vector3d& axis);

/// Is all motion about or along one axis?
inline bool has_one_axis(JointType type) {
  return has_one_degree(type) || type == JointType::fixed || type == JointType::cylindrical;
}

/// Does anything limit a joint?
inline bool is_limited(const Limits& limits) {
  return limits.lower != -infinity || limits.upper != infinity || limits.velocity != infinity ||
         limits.acceleration != infinity || limits.jerk != infinity || limits.torque != infinity ||
         limits.torque_lower != -infinity || limits.torque_upper != infinity;
}

}  // namespace alembert
