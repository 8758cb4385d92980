#include "kernel/regrouped.hpp"

namespace alembert {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// int r r^T dm about the origin.
Matrix3d second_moment(const Inertia& body) {
  const Matrix3d& I = body.about_com;
  return 0.5 * I.trace() * Matrix3d::Identity() - I + body.mass * body.com * body.com.transpose();
}

RegroupedJoint copy(const ModelJoint& joint) {
  RegroupedJoint out;
  out.parent = joint.parent;
  out.motion = joint.motion;
  out.first_child = joint.first_child;
  out.sin_alpha = joint.sin_alpha;
  out.cos_alpha = joint.cos_alpha;
  out.sin_beta = joint.sin_beta;
  out.cos_beta = joint.cos_beta;
  out.p = joint.p;
  out.theta0 = joint.theta0;
  out.pitch = joint.pitch;
  out.m = joint.inertia.mass;
  out.h = joint.inertia.mass * joint.inertia.com;
  out.J = second_moment(joint.inertia);
  out.coordinate = joint.coordinate;
  out.ratio = joint.ratio;
  out.offset = joint.offset;
  if (joint.sin_alpha == 0.0 && joint.cos_alpha == 1.0) out.twist = Twist::none;
  if (joint.cos_alpha == 0.0) {
    out.twist = joint.sin_alpha > 0.0 ? Twist::quarter : Twist::minus_quarter;
  }
  return out;
}

/// Gives to the parent what makes no torque: what lies on the axis of a revolute joint, and the
/// second moment behind a prismatic one.
void regroup(RegroupedJoint& joint, RegroupedJoint& parent) {
  Matrix3d R_beta;
  R_beta << joint.cos_beta, -joint.sin_beta, 0, joint.sin_beta, joint.cos_beta, 0, 0, 0, 1;
  Matrix3d R_alpha;
  R_alpha << 1, 0, 0, 0, joint.cos_alpha, -joint.sin_alpha, 0, joint.sin_alpha, joint.cos_alpha;
  if (joint.motion == JointMotion::revolute) {
    const Vector3d z = R_beta * R_alpha.col(2), p = R_beta * joint.p;
    const double m = joint.m, hz = joint.h.z(), Jzz = joint.J(2, 2);
    parent.J += Jzz * z * z.transpose() + hz * (z * p.transpose() + p * z.transpose()) +
                m * p * p.transpose();
    parent.h += hz * z + m * p;
    parent.m += m;
  } else if (joint.motion == JointMotion::prismatic) {
    const double s = std::sin(joint.theta0), c = std::cos(joint.theta0);
    Matrix3d R_theta;
    R_theta << c, -s, 0, s, c, 0, 0, 0, 1;
    const Matrix3d R = R_beta * R_alpha * R_theta;
    parent.J += R * joint.J * R.transpose();
  }
}

/// Drops from a joint what regroup() gave away; at the base it goes to the ground.
void strip(RegroupedJoint& joint) {
  if (joint.motion == JointMotion::revolute) {
    joint.m = joint.h.z() = joint.J(2, 2) = 0.0;
  } else if (joint.motion == JointMotion::prismatic) {
    joint.J.setZero();
  }
}

}  // namespace

RegroupedModel::RegroupedModel(const Model& model) : dofs(model.dofs()), coupled(model.coupled()) {
  for (const ModelJoint& joint : model.joints()) {
    chain &= joint.parent == static_cast<int>(joints.size()) - 1;
    joints.push_back(copy(joint));
  }
  for (std::size_t i = joints.size(); i-- > 0;) {
    RegroupedJoint& joint = joints[i];
    if (joint.parent >= 0) regroup(joint, joints[static_cast<std::size_t>(joint.parent)]);
    strip(joint);
  }
}

}  // namespace alembert
