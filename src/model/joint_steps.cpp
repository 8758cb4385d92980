#include "model/joint_steps.hpp"

namespace alembert {

using Eigen::Matrix3d;
using Eigen::Vector3d;

Matrix3d frame_along(const Vector3d& axis) {
  Eigen::Index largest = 0;
  axis.cwiseAbs().maxCoeff(&largest);
  const Vector3d beside = Vector3d::Unit((largest + 1) % 3);
  Matrix3d R;
  R.col(2) = axis.normalized();
  R.col(0) = (beside - beside.dot(R.col(2)) * R.col(2)).normalized();
  R.col(1) = R.col(2).cross(R.col(0));
  return R;
}

std::vector<JointStep> steps_of(const Joint& joint) {
  constexpr JointMotion turn = JointMotion::revolute, slide = JointMotion::prismatic;
  const Vector3d x = Vector3d::UnitX(), y = Vector3d::UnitY(), z = Vector3d::UnitZ();
  switch (joint.type) {
    case JointType::revolute:
    case JointType::continuous:
      return {{turn, joint.axis}};
    case JointType::prismatic:
      return {{slide, joint.axis}};
    case JointType::helical:
      return {{JointMotion::helical, joint.axis, joint.pitch}};
    case JointType::cylindrical:
      return {{turn, joint.axis}, {slide, joint.axis}};
    case JointType::universal:
      return {{turn, joint.axis}, {turn, joint.axis2}};
    case JointType::spherical:
      return {{turn, z}, {turn, y}, {turn, x}};
    case JointType::planar: {
      const Matrix3d R = frame_along(joint.axis);
      return {{slide, R.col(0)}, {slide, R.col(1)}, {turn, joint.axis}};
    }
    case JointType::floating:
      return {{slide, x}, {slide, y}, {slide, z}, {turn, z}, {turn, y}, {turn, x}};
    case JointType::fixed:
      break;
  }
  return {};
}

}  // namespace alembert
