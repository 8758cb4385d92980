// Where the links are and how they move: the one sweep from base to tips for everything that is not
// a hot pass. All components are those of one frame, the canonical base's or the world's, and
// velocities and accelerations are spatial vectors about its origin. Nothing is regrouped here
// (regrouped.hpp): those who ask speak of each body by itself.
#pragma once

#include <cassert>
#include <vector>

#include "alembert/link_transform.hpp"
#include "alembert/load.hpp"
#include "alembert/model.hpp"
#include "alembert/scalar.hpp"
#include "kernel/spatial.hpp"

namespace alembert {

inline small::V3<double> v3(const Eigen::Vector3d& u) { return small::v3<double>(u); }
template <typename S>
Vec3<S> vec(const small::V3<S>& u) {
  return {u.x, u.y, u.z};
}

/// The matrix of u x.
inline Eigen::Matrix3d crossing(const Eigen::Vector3d& u) {
  Eigen::Matrix3d out;
  out << 0.0, -u.z(), u.y(), u.z(), 0.0, -u.x(), -u.y(), u.x(), 0.0;
  return out;
}

template <typename S>
class TreeState {
 public:
  using Motion6 = small::Motion6<S>;
  enum class Axes { base, world };

  struct Link {
    Mat3<S> R = Mat3<S>::Identity();
    Vec3<S> o = Vec3<S>::Zero();
    /// The joint's motion per unit of its rate; the link's velocity and acceleration less gravity.
    Motion6 S_, V, A;

    Vec3<S> at(const Vec3<S>& in_link) const { return R * in_link + o; }
    /// Velocity of a point of the link, given where it is.
    Vec3<S> velocity(const Vec3<S>& r) const { return vec(V.v) + vec(V.w).cross(r); }
  };

  explicit TreeState(const Model& model, Axes axes = Axes::base) : model_(model), axes_(axes) {
    links_.resize(model.joint_count());
    if (axes == Axes::world) {
      base_.R = model.base().linear().template cast<S>();
      base_.o = model.base().translation().template cast<S>();
    }
    set_base_motion({});
  }

  /// The base's own velocity does not matter, only how it turns: the origin is taken to be at rest.
  void set_base_motion(const BaseMotion& motion) {
    const Eigen::Vector3d &w = motion.angular_velocity, &wd = motion.angular_acceleration;
    Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
    Eigen::Vector3d r = -model_.mount().translation();
    if (axes_ == Axes::base) {
      R = model_.base().linear().transpose();
      r += model_.base().translation();
    }
    const Eigen::Vector3d a = motion.acceleration + wd.cross(r) + w.cross(w.cross(r));
    base_.V = {small::v3<S>(R * w), small::v3<S>(Eigen::Vector3d::Zero())};
    base_.A = {small::v3<S>(R * wd), small::v3<S>(R * (a - model_.gravity()))};
  }

  /// Poses alone.
  template <typename Vector>
  void place(const Vector& q) {
    assert(q.size() == model_.dofs());
    for (int i = 0; i < model_.joint_count(); ++i) place_joint(i, q);
  }
  /// Poses of the links that these joints move, parents before children.
  template <typename Vector>
  void place(const Vector& q, const std::vector<int>& joints) {
    assert(q.size() == model_.dofs());
    for (const int i : joints) place_joint(i, q);
  }
  /// Poses and velocities.
  template <typename Vector>
  void update(const Vector& q, const Vector& v) {
    place(q);
    assert(v.size() == model_.dofs());
    for (int i = 0; i < model_.joint_count(); ++i) move_joint(i, v);
  }
  /// Everything.
  template <typename Vector>
  void update(const Vector& q, const Vector& v, const Vector& a) {
    update(q, v);
    assert(a.size() == model_.dofs());
    for (int i = 0; i < model_.joint_count(); ++i) {
      const ModelJoint& joint = model_.joint(i);
      const Link& parent = link(joint.parent);
      Link& mine = links_[i];
      mine.A = parent.A + joint_rate<S>(joint, a) * mine.S_ +
               joint_rate<S>(joint, v) * small::cross(parent.V, mine.S_);
    }
  }

  const Model& model() const { return model_; }
  /// -1 is the base.
  const Link& link(int joint) const { return joint < 0 ? base_ : links_[joint]; }

 private:
  template <typename Vector>
  void place_joint(int i, const Vector& q) {
    const ModelJoint& joint = model_.joint(i);
    const Link& parent = link(joint.parent);
    Link& mine = links_[i];
    LinkTransform<S> X;
    X.set(joint, joint_value<S>(joint, q));
    mine.R.noalias() = parent.R * X.rotation();
    mine.o = parent.at(X.origin());
  }

  template <typename Vector>
  void move_joint(int i, const Vector& v) {
    const ModelJoint& joint = model_.joint(i);
    Link& mine = links_[i];
    const Vec3<S> z = mine.R.col(2);
    const S turn(turning(joint)), slide(sliding(joint));
    const Vec3<S> along = turn * mine.o.cross(z) + slide * z;
    mine.S_ = {{turn * z.x(), turn * z.y(), turn * z.z()}, {along.x(), along.y(), along.z()}};
    mine.V = link(joint.parent).V + joint_rate<S>(joint, v) * mine.S_;
  }

  Model model_;
  Axes axes_;
  Link base_;
  std::vector<Link> links_;
};

}  // namespace alembert
