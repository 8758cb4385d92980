// The step from a link's frame to its parent's, for one joint value (model.hpp):
//
//   X_pi = Rz(beta) · Trans(p) · Rx(alpha) · Trans(0, 0, d) · Rz(theta)
//
// Vectors are turned by plane rotations: 8 multiplications and 4 additions along a chain.
#pragma once

#include <cmath>

#include "alembert/model.hpp"
#include "alembert/scalar.hpp"

namespace alembert {

template <typename S>
struct LinkTransform {
  const ModelJoint* joint = nullptr;
  S sin_theta{}, cos_theta{};  ///< of theta0 + x
  /// Origin of the link in the parent's frame turned by beta.
  Vec3<S> r;

  void set(const ModelJoint& model_joint, const S& x) {
    joint = &model_joint;
    set_angle(joint->motion == JointMotion::prismatic ? S(joint->theta0) : S(x + S(joint->theta0)));
    set_origin(x);
  }

  void set_angle(const S& theta) {
    using std::cos;
    using std::sin;
    sin_theta = sin(theta);
    cos_theta = cos(theta);
  }

  /// r for the joint's value x; constant unless the joint slides.
  void set_origin(const S& x) {
    r = joint->p.cast<S>();
    if (joint->motion == JointMotion::revolute) return;
    const S d = joint->motion == JointMotion::helical ? S(x * S(joint->pitch)) : x;
    r.y() -= d * S(joint->sin_alpha);
    r.z() += d * S(joint->cos_alpha);
  }

  /// R_ip u, for u in the parent's frame turned by beta.
  Vec3<S> turned_to_link(const Vec3<S>& u) const {
    const S y = S(joint->cos_alpha) * u.y() + S(joint->sin_alpha) * u.z();
    const S z = S(joint->cos_alpha) * u.z() - S(joint->sin_alpha) * u.y();
    return {cos_theta * u.x() + sin_theta * y, cos_theta * y - sin_theta * u.x(), z};
  }
  /// The inverse of turned_to_link.
  Vec3<S> link_to_turned(const Vec3<S>& u) const {
    const S x = cos_theta * u.x() - sin_theta * u.y();
    const S y = sin_theta * u.x() + cos_theta * u.y();
    return {x, S(joint->cos_alpha) * y - S(joint->sin_alpha) * u.z(),
            S(joint->sin_alpha) * y + S(joint->cos_alpha) * u.z()};
  }

  Vec3<S> parent_to_turned(const Vec3<S>& u) const {
    if (joint->first_child) return u;
    return {S(joint->cos_beta) * u.x() + S(joint->sin_beta) * u.y(),
            S(joint->cos_beta) * u.y() - S(joint->sin_beta) * u.x(), u.z()};
  }
  Vec3<S> turned_to_parent(const Vec3<S>& u) const {
    if (joint->first_child) return u;
    return {S(joint->cos_beta) * u.x() - S(joint->sin_beta) * u.y(),
            S(joint->cos_beta) * u.y() + S(joint->sin_beta) * u.x(), u.z()};
  }

  Vec3<S> to_link(const Vec3<S>& u) const { return turned_to_link(parent_to_turned(u)); }
  Vec3<S> to_parent(const Vec3<S>& u) const { return turned_to_parent(link_to_turned(u)); }

  /// R_pi as a matrix.
  Mat3<S> rotation() const {
    const S sin_alpha = S(joint->sin_alpha), cos_alpha = S(joint->cos_alpha);
    Mat3<S> R;
    R.col(0) = turned_to_parent({cos_theta, cos_alpha * sin_theta, sin_alpha * sin_theta});
    R.col(1) = turned_to_parent({-sin_theta, cos_alpha * cos_theta, sin_alpha * cos_theta});
    R.col(2) = turned_to_parent({S(0.0), -sin_alpha, cos_alpha});
    return R;
  }
  /// Origin of the link in the parent's frame.
  Vec3<S> origin() const { return turned_to_parent(r); }

  /// Adds a wrench on the link (force f, moment n about its origin) to the parent's.
  void add_wrench_to_parent(const Vec3<S>& f, const Vec3<S>& n, Vec3<S>& f_parent,
                            Vec3<S>& n_parent) const {
    const Vec3<S> f_turned = link_to_turned(f);
    f_parent += turned_to_parent(f_turned);
    n_parent += turned_to_parent(link_to_turned(n) + r.cross(f_turned));
  }
};

/// What a wrench does along a joint's motion: n_z, f_z or both through the pitch.
template <typename S>
S along_motion(const ModelJoint& joint, const Vec3<S>& f, const Vec3<S>& n) {
  if (joint.motion == JointMotion::revolute) return n.z();
  if (joint.motion == JointMotion::prismatic) return f.z();
  return n.z() + S(joint.pitch) * f.z();
}

/// How fast a joint turns and slides per unit of its rate.
inline double turning(const ModelJoint& joint) {
  return joint.motion == JointMotion::prismatic ? 0.0 : 1.0;
}
inline double sliding(const ModelJoint& joint) {
  if (joint.motion == JointMotion::prismatic) return 1.0;
  return joint.motion == JointMotion::helical ? joint.pitch : 0.0;
}

/// The joint's own value for the coordinates q.
template <typename S, typename Vector>
S joint_value(const ModelJoint& joint, const Vector& q) {
  return S(joint.ratio) * q[joint.coordinate] + S(joint.offset);
}
/// The joint's own rate or acceleration for the coordinates' v or a.
template <typename S, typename Vector>
S joint_rate(const ModelJoint& joint, const Vector& v) {
  return S(joint.ratio) * v[joint.coordinate];
}

}  // namespace alembert
