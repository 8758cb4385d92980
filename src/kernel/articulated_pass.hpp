// M(q) a = r in O(n), without M: articulated bodies (Featherstone 1983) on regrouped parameters, in
// link frames. Regrouping changes no mass matrix, hence none of the pivots D.
//
//   tips to base   I^A = I + sum over children of  X^T (I^A - U U^T / D) X
//                  U = I^A S,  D = S · U + rotor,  u = r - S · p
//                  p = sum over children of  X^T (p + U u / D)
//   base to tips   a' = X a_p,   x = (u - U · a') / D,   a = a' + S x
//
// Velocities and gravity are in r: what the torques are more than those of no acceleration.
#pragma once

#include <vector>

#include "alembert/model.hpp"
#include "kernel/articulated_body.hpp"
#include "kernel/drives.hpp"
#include "kernel/link_body.hpp"
#include "kernel/pivot_floors.hpp"

namespace alembert {

template <typename S>
class ArticulatedPass {
 public:
  /// Of a model without coupled joints.
  explicit ArticulatedPass(const Model& model);

  /// r becomes a. Returns how many joints move mass, as far as rounding lets one tell: where it is
  /// fewer than there are, r is of no use. Of first joints no sine is needed. Entry i * step of x,
  /// of r and of the sines is joint i.
  S solve(const S* x, const S* sines, const S* cosines, S* r, std::size_t step = 1);

 private:
  using V = small::V3<S>;
  using Force6 = small::Force6<S>;
  using Articulated = ArticulatedBody<S>;
  struct Joint : JointFrame<S> {
    ConstantOf<S> m;
    LinkBody<S> body;
    ConstantOf<S> rotor = 0;
    ConstantOf<S> floor = 0;  // smallest pivot to be believed

    explicit Joint(const RegroupedJoint& j)
        : JointFrame<S>(j), m(ConstantOf<S>(j.m)), body(LinkBody<S>::of(j)) {}
  };
  struct Link {
    Force6 U;
    S reciprocal;  // of D
    V p;           // origin in the parent's frame
  };
  struct Motion6 {
    V w, v;
  };

  ALEMBERT_FLATTEN S inward(const S* x, const S* sines, const S* cosines, S* r, std::size_t step);
  ALEMBERT_FLATTEN void outward(const S* sines, const S* cosines, S* r, std::size_t step);
  template <JointKind K>
  static Force6 times_joint(const Joint& j, const Articulated& I);

  std::vector<Joint> joints_;
  std::vector<Articulated> inertias_;
  std::vector<Force6> forces_;
  std::vector<Link> links_;
  std::vector<Motion6> motions_;
};

template <typename S>
ArticulatedPass<S>::ArticulatedPass(const Model& model)
    : inertias_(model.joint_count()),
      forces_(inertias_.size()),
      links_(inertias_.size()),
      motions_(inertias_.size()) {
  for (const RegroupedJoint& joint : RegroupedModel(model).joints) joints_.emplace_back(joint);
  const std::vector<double> floors = pivot_floors<ConstantOf<S>>(model, Pivots::articulated);
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    joints_[i].rotor = ConstantOf<S>(model.joints()[i].rotor_inertia);
    joints_[i].floor = ConstantOf<S>(floors[i]);
  }
}

template <typename S>
template <JointKind K>
auto ArticulatedPass<S>::times_joint(const Joint& j, const Articulated& I) -> Force6 {
  const Force6 turned{{I.A.xz, I.A.yz, I.A.zz}, {I.B.zx, I.B.zy, I.B.zz}};
  if (!j.template slides<K>()) return turned;
  const Force6 slid{{I.B.xz, I.B.yz, I.B.zz}, {I.C.xz, I.C.yz, I.C.zz}};
  if (!j.template rotates<K>()) return slid;
  return {turned.n + S(j.pitch) * slid.n, turned.f + S(j.pitch) * slid.f};
}

template <typename S>
S ArticulatedPass<S>::inward(const S* x, const S* sines, const S* cosines, S* r, std::size_t step) {
  const V zero{S(0), S(0), S(0)};
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const LinkBody<S>& body = joints_[i].body;
    inertias_[i] = Articulated::of(S(joints_[i].m), body.h, body.J);
    forces_[i] = {zero, zero};
  }
  S definite(0);
  for (std::size_t i = joints_.size(); i-- > 0;) {
    const Joint& joint = joints_[i];
    with_kind<S>(joint.kind, [&]<JointKind K>() {
      Articulated body = inertias_[i];
      Link& link = links_[i];
      link.U = times_joint<K>(joint, body);
      const S D = along_joint<K>(joint, link.U) + joint.rotor;
      definite += Drive<S>::sign_of(S(D - joint.floor));
      link.reciprocal = S(1) / D;
      Force6 force = forces_[i];
      const std::size_t k = i * step;
      r[k] -= along_joint<K>(joint, force);
      if (joint.parent < 0) return;
      const S s = sines[k], c = cosines[k], share = r[k] * link.reciprocal;
      link.p = joint.template slides<K>() ? joint.slid(joint.slide(x[k])) : joint.still();
      body.subtract(link.U, link.reciprocal);
      Articulated seen{joint.template to_parent<K>(body.A, s, c),
                       joint.template to_parent<K>(body.C, s, c),
                       joint.template to_parent<K>(body.B, s, c)};
      seen.shift(link.p);
      force += Force6{share * link.U.n, share * link.U.f};
      const auto parent = static_cast<std::size_t>(joint.parent);
      inertias_[parent] += seen;
      forces_[parent] += joint.template to_parent<K>(force, s, c, link.p);
    });
  }
  return definite;
}

template <typename S>
void ArticulatedPass<S>::outward(const S* sines, const S* cosines, S* r, std::size_t step) {
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const Joint& joint = joints_[i];
    with_kind<S>(joint.kind, [&]<JointKind K>() {
      const Link& link = links_[i];
      V w{S(0), S(0), S(0)}, v = w;
      const std::size_t k = i * step;
      S rest = r[k];
      if (joint.parent >= 0) {
        const Motion6& parent = motions_[joint.parent];
        const S s = sines[k], c = cosines[k];
        V at_origin = parent.v;
        joint.subtract_p_cross(link.p, parent.w, at_origin);
        w = joint.template to_link<K>(parent.w, s, c);
        v = joint.template to_link<K>(at_origin, s, c);
        rest -= dot(w, link.U.n) + dot(v, link.U.f);
      }
      r[k] = rest * link.reciprocal;
      if (joint.template rotates<K>()) w.z += r[k];
      if (joint.template slides<K>()) v.z += joint.slide(r[k]);
      motions_[i] = {w, v};
    });
  }
}

template <typename S>
S ArticulatedPass<S>::solve(const S* x, const S* sines, const S* cosines, S* r, std::size_t step) {
  const S definite = inward(x, sines, cosines, r, step);
  outward(sines, cosines, r, step);
  return definite;
}

}  // namespace alembert
