// Accelerations and all their first derivatives by the factor of M, of as many states as a pack has
// lanes: short chains and trees that branch soon. FactorisedDerivativePass is the same for one
// state, in which neighbours share registers; here every number is a register.
//
//   base to tips   frames, S, V and A of no joint acceleration, psid
//   tips to base   sums over subtrees; with them IS and M; then M a = what is left over
//   base to tips   dA_p = sum of S a: psidd of A_p + dA_p
//   tips to base   g = sum of IS a: t2 with the force f + I dA_p + g; t3, u, dtau/dq, dtau/dv;
//                  then -M^-1 dtau/dq, -M^-1 dtau/dv
//
// Where everything stands on one joint that turns, all is computed in the frame that it turns in,
// about z: S is z, psid = 0, and what it asks of the others are single components.
#pragma once

#include <vector>

#include "kernel/drives.hpp"
#include "kernel/joint_sines.hpp"
#include "kernel/moving_link.hpp"
#include "kernel/pack_inverse.hpp"

namespace alembert {

template <typename S>
class FactorisedPackPass {
 public:
  struct Outputs {
    JointMatrix<S> dq, dv;
    S* dtau;  // row by row
  };

  /// Of a model without coupled joints.
  explicit FactorisedPackPass(const Model& model);

  /// Returns how many joints move mass, as far as rounding lets one tell: where it is fewer than
  /// there are, the results are of no use.
  S run(const S* q, const S* v, const S* tau, S* a, const Outputs& out);

 private:
  using V = small::V3<S>;
  using Motion6 = small::Motion6<S>;
  using Force6 = small::Force6<S>;
  struct Node {
    Motion6 along, psid, psidd;  // along: S
    MovingBody<S> sums;
    Force6 IS;
    Motion6 dA;
    Force6 g;
  };

  ALEMBERT_FLATTEN void move_all(const S* q, const S* v);
  ALEMBERT_FLATTEN void sum_up();
  ALEMBERT_FLATTEN void pair_by_accelerations(S* rest);
  ALEMBERT_FLATTEN void accelerate(const S* a);
  ALEMBERT_FLATTEN void pair(const S* a);
  /// From tips to base: sums over subtrees: add(j, behind, sum) sets that of joint j, given that of
  /// what is behind it; both may be one.
  template <typename Sum, typename Add>
  void gather(Sum Node::*sums, Add add);

  int n_;
  int first_ = 0;  // 1: all turns with the first joint, which is not one of many
  V up_;
  std::vector<MovingJoint<S>> joints_;
  Drives<S> drives_;
  PackInverse<S> inverse_;
  JointSines<S> sines_;
  std::vector<S> zero_, drive_torques_;
  std::vector<MovingLink<S>> links_;  // the base and what joints move
  std::vector<Node> nodes_;
};

template <typename S>
FactorisedPackPass<S>::FactorisedPackPass(const Model& model)
    : n_(model.joint_count()),
      drives_(model),
      inverse_(model),
      sines_(n_),
      zero_(n_, S(0)),
      drive_torques_(zero_),
      nodes_(n_) {
  const RegroupedModel regrouped(model);
  int roots = 0;
  for (std::size_t j = 0; j < nodes_.size(); ++j) {
    joints_.emplace_back(regrouped.joints[j], model.joint(static_cast<int>(j)));
    roots += joints_[j].parent < 0;
  }
  tell_what_is_behind(joints_);
  Eigen::Vector3d up = -(model.base().linear().transpose() * model.gravity());
  if (roots == 1 && joints_[0].motion == JointMotion::revolute) {
    first_ = 1;
    const auto seen = JointFrame<double>(regrouped.joints[0])
                          .to_link<JointKind::any>(small::v3<double>(up), 0.0, 1.0);
    up = {seen.x, seen.y, seen.z};
  }
  up_ = small::v3<S>(up);
  links_.assign(n_ + 1, MovingLink<S>::base(up_));
}

template <typename S>
S FactorisedPackPass<S>::run(const S* q, const S* v, const S* tau, S* a, const Outputs& out) {
  move_all(q, v);
  sum_up();
  for (int j = 0; j < n_; ++j) a[j] = tau[j];
  if (!drives_.empty()) {
    for (S& torque : drive_torques_) torque = S(0);
    drives_.add(q, v, static_cast<const S*>(zero_.data()), drive_torques_);
    for (int j = 0; j < n_; ++j) a[j] -= drive_torques_[j];
  }
  pair_by_accelerations(a);
  const S definite = inverse_.invert(a, out.dtau);
  accelerate(a);
  pair(a);
  inverse_.multiply(out.dtau, out.dq, out.dv);
  return definite;
}

/// Base to tips.
template <typename S>
void FactorisedPackPass<S>::move_all(const S* q, const S* v) {
  sines_.set(joints_, q);
  if (first_ > 0) {
    MovingLink<S>& link = links_[1];
    link.ex.x = link.ey.y = sines_.cosine(0);
    link.ex.y = sines_.sine(0);
    link.ey.x = -sines_.sine(0);
    link.velocity.w.z = v[0];
  }
  for (int j = first_; j < n_; ++j) {
    const MovingJoint<S>& joint = joints_[j];
    GroundFrame<S> frame = links_[joint.parent + 1];
    frame.place(joint, q[j], sines_.sine(j), sines_.cosine(j));
    static_cast<GroundFrame<S>&>(links_[j + 1]) = frame;
    nodes_[j].along = frame.motion(joint);
  }
  // Apart, so that processors see more than one link at a time.
  for (int j = first_; j < n_; ++j) {
    Node& node = nodes_[j];
    const MovingLink<S>& parent = links_[joints_[j].parent + 1];
    MovingLink<S>& link = links_[j + 1];
    Motion6 psid{};
    add_cross(parent.velocity, node.along, psid);
    node.psid = psid;
    link.velocity = parent.velocity + v[j] * node.along;
    link.acceleration = parent.acceleration + v[j] * psid;
  }
}

template <typename S>
template <typename Sum, typename Add>
void FactorisedPackPass<S>::gather(Sum Node::*sums, Add add) {
  Node* nodes = nodes_.data();
  const Sum nothing{};
  for (int j = 0; j < n_; ++j) {
    if (joints_[j].branches) nodes[j].*sums = nothing;
  }
  for (int j = n_ - 1; j >= 0; --j) {
    const MovingJoint<S>& joint = joints_[j];
    Sum& sum = nodes[j].*sums;
    const Sum* behind = joint.carries ? &(nodes[j + 1].*sums) : &nothing;
    if (joint.branches) {
      if (joint.carries) sum += *behind;
      behind = &sum;
    }
    add(j, *behind, sum);
    if (joint.parent >= 0 && joint.parent != j - 1) nodes[joint.parent].*sums += sum;
  }
}

template <typename S>
void FactorisedPackPass<S>::sum_up() {
  gather(&Node::sums, [&](int j, const MovingBody<S>& behind, MovingBody<S>& sum) {
    const MovingLink<S>& link = links_[j + 1];
    const MovingJoint<S>& joint = joints_[j];
    if (j >= first_) {
      MovingBody<S> body = behind;
      body.add(link.body_of(joint.own, joint.revolute()), joint.revolute(), link.velocity,
               link.acceleration);
      sum = body;
      return;
    }
    // Turned about z alone; nobody asks for more.
    const V h = S(joint.own.hx) * link.ex + S(joint.own.hy) * link.ey;
    sum.h = behind.h + h;
    sum.I.zz = behind.I.zz + S(joint.own.Jxx + joint.own.Jyy);
    sum.D.c2.z = behind.D.c2.z;
    sum.f.n.z = behind.f.n.z + (h.x * up_.y - h.y * up_.x);
  });
}

/// M; from `rest` are taken the torques of no acceleration.
template <typename S>
void FactorisedPackPass<S>::pair_by_accelerations(S* rest) {
  Node* nodes = nodes_.data();
  const MovingJoint<S>* joints = joints_.data();
  const int first = first_;
  if (first > 0) {
    const MovingBody<S>& sums = nodes[0].sums;
    rest[0] -= sums.f.n.z;
    *inverse_.row(0) = sums.I.zz + S(joints[0].rotor);
  }
  for (int j = n_ - 1; j >= first; --j) {
    const MovingJoint<S>& joint = joints[j];
    Node& node = nodes[j];
    rest[j] -= dot(node.along, node.sums.f);
    Force6 IS{};
    node.sums.add_inertia(S(joint.mass), joint.heavy(), node.along, IS);
    node.IS = IS;
    S* M = inverse_.row(j) + inverse_.depth(j);
    *M = dot(node.along, IS) + S(joint.rotor);
    for (int i = joint.parent; i >= first; i = joints[i].parent) *--M = dot(nodes[i].along, IS);
    if (first > 0) *--M = IS.n.z;
  }
}

/// How accelerations of joints change those of the links.
template <typename S>
void FactorisedPackPass<S>::accelerate(const S* a) {
  Node* nodes = nodes_.data();
  const S zero(0);
  const Motion6 still{{zero, zero, zero}, {zero, zero, zero}};
  if (first_ > 0) {
    nodes[0].along = still;
    nodes[0].along.w.z = S(1);
    nodes[0].dA = still;
  }
  for (int j = first_; j < n_; ++j) {
    Node& node = nodes[j];
    const int parent = joints_[j].parent;
    const MovingLink<S>& before = links_[parent + 1];
    Motion6 dA = still;
    if (parent >= 0) dA = nodes[parent].dA + a[parent] * nodes[parent].along;
    node.dA = dA;
    Motion6 psidd{};
    add_cross(before.acceleration + dA, node.along, psidd);
    add_cross(before.velocity, node.psid, psidd);
    node.psidd = psidd;
  }
}

/// The derivatives by joint values and rates.
template <typename S>
void FactorisedPackPass<S>::pair(const S* a) {
  const Node* nodes = nodes_.data();
  const MovingJoint<S>* joints = joints_.data();
  const int first = first_;
  if (first > 0) {
    const MovingBody<S>& sums = nodes[0].sums;
    inverse_.side(0, 0) = {S(joints[0].stiffness) - sums.h.x * up_.x - sums.h.y * up_.y,
                           sums.D.c2.z + S(joints[0].viscous)};
  }
  gather(&Node::g, [&](int j, const Force6& behind, Force6& sum) {
    if (j < first) return;
    const MovingJoint<S>& joint = joints[j];
    const Node& node = nodes[j];
    const MovingBody<S>& sums = node.sums;
    const Force6 IS = node.IS;
    Force6 g = behind;
    g.n += a[j] * IS.n;
    g.f += a[j] * IS.f;
    sum = g;
    Force6 f = sums.f + g, t2{}, t3{};
    const S mass(joint.mass);
    sums.add_inertia(mass, joint.heavy(), node.dA, f);
    sums.add_inertia(mass, joint.heavy(), node.psidd, t2);
    sums.add_coriolis(node.psid.w, t2);
    add_cross(node.along, f, t2);
    sums.add_inertia(mass, joint.heavy(), node.psid, t3);
    t3 += t3;
    sums.add_coriolis(node.along.w, t3);
    const V u = sums.coriolis_transposed(node.along);
    inverse_.side(j, j) = {dot(node.along, t2) + S(joint.stiffness),
                           dot(node.along, t3) + S(joint.viscous)};
    for (int i = joint.parent; i >= first; i = joints[i].parent) {
      const Motion6 &before = nodes[i].along, &psid = nodes[i].psid, &psidd = nodes[i].psidd;
      inverse_.side(i, j) = {dot(before, t2), dot(before, t3)};
      const S along = dot(psid, IS);
      inverse_.side(j, i) = {dot(psidd, IS) + dot(u, psid.w), dot(u, before.w) + (along + along)};
    }
    if (first == 0) return;
    inverse_.side(0, j) = {t2.n.z, t3.n.z};
    inverse_.side(j, 0) = {up_.y * IS.f.x - up_.x * IS.f.y, u.z};
  });
}

}  // namespace alembert
