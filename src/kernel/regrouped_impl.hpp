// The steps of regrouping, for any type of number that inertias are made of.
#pragma once

#include "kernel/regrouped.hpp"

namespace alembert {

namespace regrouping {

inline void set_place(const ModelJoint& joint, RegroupedPlace& out) {
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
  out.coordinate = joint.coordinate;
  out.ratio = joint.ratio;
  out.offset = joint.offset;
  if (joint.sin_alpha == 0.0 && joint.cos_alpha == 1.0) out.twist = Twist::none;
  if (joint.cos_alpha == 0.0) {
    out.twist = joint.sin_alpha > 0.0 ? Twist::quarter : Twist::minus_quarter;
  }
}

/// Gives to the parent what makes no torque: what lies on the axis of a revolute joint, and the
/// second moment behind a prismatic one.
template <typename C>
void give(const RegroupedJointOf<C>& joint, RegroupedBody<C>& parent) {
  Eigen::Matrix3d R_beta;
  R_beta << joint.cos_beta, -joint.sin_beta, 0, joint.sin_beta, joint.cos_beta, 0, 0, 0, 1;
  Eigen::Matrix3d R_alpha;
  R_alpha << 1, 0, 0, 0, joint.cos_alpha, -joint.sin_alpha, 0, joint.sin_alpha, joint.cos_alpha;
  if (joint.motion == JointMotion::revolute) {
    const Vec3<C> z = (R_beta * R_alpha.col(2)).template cast<C>();
    const Vec3<C> p = (R_beta * joint.p).template cast<C>();
    const C m = joint.m, hz = joint.h.z(), Jzz = joint.J(2, 2);
    parent.J += Jzz * z * z.transpose() + hz * (z * p.transpose() + p * z.transpose()) +
                m * p * p.transpose();
    parent.h += hz * z + m * p;
    parent.m += m;
  } else if (joint.motion == JointMotion::prismatic) {
    const double s = std::sin(joint.theta0), c = std::cos(joint.theta0);
    Eigen::Matrix3d R_theta;
    R_theta << c, -s, 0, s, c, 0, 0, 0, 1;
    const Mat3<C> R = (R_beta * R_alpha * R_theta).template cast<C>();
    parent.J += R * joint.J * R.transpose();
  }
}

/// Drops from a joint what give() gave away; at the base it goes to the ground.
template <typename C>
void strip(RegroupedJointOf<C>& joint) {
  if (joint.motion == JointMotion::revolute) {
    joint.m = joint.h.z() = joint.J(2, 2) = C(0.0);
  } else if (joint.motion == JointMotion::prismatic) {
    joint.J.setZero();
  }
}

template <typename C>
RegroupedBody<C> body_of(const Inertia& body) {
  const Eigen::Matrix3d& I = body.about_com;
  const Eigen::Matrix3d J = 0.5 * I.trace() * Eigen::Matrix3d::Identity() - I +
                            body.mass * body.com * body.com.transpose();
  return {C(body.mass), (body.mass * body.com).template cast<C>(), J.template cast<C>()};
}

template <typename C>
std::vector<RegroupedBody<C>> own_bodies(const Model& model) {
  std::vector<RegroupedBody<C>> bodies;
  for (const ModelJoint& joint : model.joints()) bodies.push_back(body_of<C>(joint.inertia));
  return bodies;
}

}  // namespace regrouping

template <typename C>
RegroupedModelOf<C>::RegroupedModelOf(const Model& model,
                                      const std::vector<RegroupedBody<C>>& bodies)
    : dofs(model.dofs()), coupled(model.coupled()) {
  for (const ModelJoint& joint : model.joints()) {
    chain &= joint.parent == static_cast<int>(joints.size()) - 1;
    RegroupedJointOf<C>& own = joints.emplace_back();
    regrouping::set_place(joint, own);
    static_cast<RegroupedBody<C>&>(own) = bodies[joints.size() - 1];
  }
  for (std::size_t i = joints.size(); i-- > 0;) {
    RegroupedJointOf<C>& joint = joints[i];
    if (joint.parent >= 0) regrouping::give<C>(joint, joints[joint.parent]);
    regrouping::strip(joint);
  }
}

}  // namespace alembert
