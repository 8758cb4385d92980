#include "kernel/articulated_pass.hpp"

#include <limits>

namespace alembert {

ArticulatedPass::ArticulatedPass(const Model& model)
    : inertias_(static_cast<std::size_t>(model.joint_count())),
      forces_(inertias_.size()),
      links_(inertias_.size()),
      motions_(inertias_.size()) {
  for (const RegroupedJoint& joint : RegroupedModel(model).joints) joints_.emplace_back(joint);
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    joints_[i].rotor = model.joints()[i].rotor_inertia;
  }
  set_floors(model);
}

/// Nothing that a joint moves has more inertia than when all links behind it are stretched out.
void ArticulatedPass::set_floors(const Model& model) {
  struct Bound {
    double m = 0.0, h = 0.0, J = 0.0;  // mass, |int r dm|, int r^2 dm
  };
  std::vector<Bound> bounds(joints_.size());
  const double rounding =
      static_cast<double>(joints_.size()) * std::numeric_limits<double>::epsilon();
  for (std::size_t i = joints_.size(); i-- > 0;) {
    const ModelJoint& joint = model.joints()[i];
    Bound& mine = bounds[i];
    const double arm = joint.inertia.com.norm(), m = joint.inertia.mass;
    mine.m += m;
    mine.h += m * arm;
    mine.J += 0.5 * joint.inertia.about_com.trace() + m * arm * arm;
    const bool slides = joint.motion == JointMotion::prismatic;
    joints_[i].floor = rounding * ((slides ? mine.m : mine.J) + joint.rotor_inertia);
    if (joint.parent < 0) continue;
    Bound& parent = bounds[static_cast<std::size_t>(joint.parent)];
    const double p = joint.p.norm();
    parent.m += mine.m;
    parent.h += mine.h + mine.m * p;
    parent.J += mine.J + 2.0 * mine.h * p + mine.m * p * p;
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

ArticulatedPass::Articulated ArticulatedPass::Articulated::of(const Joint& j) {
  const small::Sym3<double>& J = j.body.J;
  const V& h = j.body.h;
  return {{J.yy + J.zz, J.xx + J.zz, J.xx + J.yy, -J.xy, -J.xz, -J.yz},
          {j.m, j.m, j.m, 0.0, 0.0, 0.0},
          {0.0, -h.z, h.y, h.z, 0.0, -h.x, -h.y, h.x, 0.0}};
}

void ArticulatedPass::Articulated::subtract(const Force6& U, double reciprocal) {
  const V n = reciprocal * U.n, f = reciprocal * U.f;
  A.xx -= n.x * U.n.x;
  A.yy -= n.y * U.n.y;
  A.zz -= n.z * U.n.z;
  A.xy -= n.x * U.n.y;
  A.xz -= n.x * U.n.z;
  A.yz -= n.y * U.n.z;
  C.xx -= f.x * U.f.x;
  C.yy -= f.y * U.f.y;
  C.zz -= f.z * U.f.z;
  C.xy -= f.x * U.f.y;
  C.xz -= f.x * U.f.z;
  C.yz -= f.y * U.f.z;
  B.xx -= n.x * U.f.x;
  B.xy -= n.x * U.f.y;
  B.xz -= n.x * U.f.z;
  B.yx -= n.y * U.f.x;
  B.yy -= n.y * U.f.y;
  B.yz -= n.y * U.f.z;
  B.zx -= n.z * U.f.x;
  B.zy -= n.z * U.f.y;
  B.zz -= n.z * U.f.z;
}

/// With P = [p]x: B' = B + P C and A' = A - B' P + P B^T, which is symmetric.
void ArticulatedPass::Articulated::shift(const V& p) {
  const small::Full3<double> b = B;
  B.xx += p.y * C.xz - p.z * C.xy;
  B.xy += p.y * C.yz - p.z * C.yy;
  B.xz += p.y * C.zz - p.z * C.yz;
  B.yx += p.z * C.xx - p.x * C.xz;
  B.yy += p.z * C.xy - p.x * C.yz;
  B.yz += p.z * C.xz - p.x * C.zz;
  B.zx += p.x * C.xy - p.y * C.xx;
  B.zy += p.x * C.yy - p.y * C.xy;
  B.zz += p.x * C.yz - p.y * C.xz;
  // Rows of B' P are b' x p, entries of P B^T are p x the rows of B.
  A.xx += (p.y * B.xz - p.z * B.xy) + (p.y * b.xz - p.z * b.xy);
  A.yy += (p.z * B.yx - p.x * B.yz) + (p.z * b.yx - p.x * b.yz);
  A.zz += (p.x * B.zy - p.y * B.zx) + (p.x * b.zy - p.y * b.zx);
  A.xy += (p.z * B.xx - p.x * B.xz) + (p.y * b.yz - p.z * b.yy);
  A.xz += (p.x * B.xy - p.y * B.xx) + (p.y * b.zz - p.z * b.zy);
  A.yz += (p.x * B.yy - p.y * B.yx) + (p.z * b.zx - p.x * b.zz);
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
    inertias_[i] = Articulated::of(joints_[i]);
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
