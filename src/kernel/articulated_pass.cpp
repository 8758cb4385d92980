#include "kernel/articulated_pass.hpp"

#include "kernel/pivot_floors.hpp"

namespace alembert {

ArticulatedPass::ArticulatedPass(const Model& model)
    : inertias_(static_cast<std::size_t>(model.joint_count())),
      forces_(inertias_.size()),
      links_(inertias_.size()),
      motions_(inertias_.size()) {
  for (const RegroupedJoint& joint : RegroupedModel(model).joints) joints_.emplace_back(joint);
  const std::vector<double> floors = pivot_floors(model, false);
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    joints_[i].rotor = model.joints()[i].rotor_inertia;
    joints_[i].floor = floors[i];
  }
}

bool ArticulatedPass::pays(const Model& model) {
  if (model.coupled()) return false;
  std::vector<int> depth;
  double pairs = 0.0;  // of ancestors: multiplications of a factorisation
  for (const ModelJoint& joint : model.joints()) {
    depth.push_back(joint.parent < 0 ? 0 : depth[static_cast<std::size_t>(joint.parent)] + 1);
    pairs += 0.5 * depth.back() * depth.back();
  }
  // Nanoseconds, fitted on chains and trees of 7 to 96 joints: the factorised way takes 115 a
  // joint, and what is here for pairs and for the matrix; this one 147 a joint. Equal at 13 in a
  // row.
  const auto n = static_cast<double>(depth.size());
  return 1.1 * pairs + 0.6 * n * n > 38.0 * n;
}

template <JointKind K>
auto ArticulatedPass::times_joint(const Joint& j, const Articulated& I) -> Force6 {
  const Force6 turned{{I.A.xz, I.A.yz, I.A.zz}, {I.B.zx, I.B.zy, I.B.zz}};
  if (!j.slides<K>()) return turned;
  const Force6 slid{{I.B.xz, I.B.yz, I.B.zz}, {I.C.xz, I.C.yz, I.C.zz}};
  if (!j.rotates<K>()) return slid;
  return {turned.n + j.pitch * slid.n, turned.f + j.pitch * slid.f};
}

bool ArticulatedPass::inward(const double* x, const JointSines<double>& sines, double* r) {
  const V zero{0.0, 0.0, 0.0};
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const LinkBody<double>& body = joints_[i].body;
    inertias_[i] = Articulated::of(joints_[i].m, body.h, body.J);
    forces_[i] = {zero, zero};
  }
  bool definite = true;
  for (std::size_t i = joints_.size(); i-- > 0;) {
    const Joint& joint = joints_[i];
    with_kind<double>(joint.kind, [&]<JointKind K>() {
      Articulated body = inertias_[i];
      Link& link = links_[i];
      link.U = times_joint<K>(joint, body);
      const double D = along_joint<K>(joint, link.U) + joint.rotor;
      definite &= D > joint.floor;
      link.reciprocal = 1.0 / D;
      Force6 force = forces_[i];
      r[i] -= along_joint<K>(joint, force);
      if (joint.parent < 0) return;
      const double s = sines.sine(i), c = sines.cosine(i), share = r[i] * link.reciprocal;
      link.p = joint.slides<K>() ? joint.slid(joint.slide(x[i])) : joint.still();
      body.subtract(link.U, link.reciprocal);
      Articulated seen{joint.to_parent<K>(body.A, s, c), joint.to_parent<K>(body.C, s, c),
                       joint.to_parent<K>(body.B, s, c)};
      seen.shift(link.p);
      force += Force6{share * link.U.n, share * link.U.f};
      const auto parent = static_cast<std::size_t>(joint.parent);
      inertias_[parent] += seen;
      forces_[parent] += joint.to_parent<K>(force, s, c, link.p);
    });
  }
  return definite;
}

void ArticulatedPass::outward(const JointSines<double>& sines, double* r) {
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const Joint& joint = joints_[i];
    with_kind<double>(joint.kind, [&]<JointKind K>() {
      const Link& link = links_[i];
      V w{0.0, 0.0, 0.0}, v = w;
      double rest = r[i];
      if (joint.parent >= 0) {
        const Motion6& parent = motions_[static_cast<std::size_t>(joint.parent)];
        const double s = sines.sine(i), c = sines.cosine(i);
        V at_origin = parent.v;
        joint.subtract_p_cross(link.p, parent.w, at_origin);
        w = joint.to_link<K>(parent.w, s, c);
        v = joint.to_link<K>(at_origin, s, c);
        rest -= dot(w, link.U.n) + dot(v, link.U.f);
      }
      r[i] = rest * link.reciprocal;
      if (joint.rotates<K>()) w.z += r[i];
      if (joint.slides<K>()) v.z += joint.slide(r[i]);
      motions_[i] = {w, v};
    });
  }
}

bool ArticulatedPass::solve(const double* x, const JointSines<double>& sines, double* r) {
  if (!inward(x, sines, r)) return false;
  outward(sines, r);
  return true;
}

}  // namespace alembert
