// Second derivatives of P = lambda · tau, O(n^2) (docs/equations/kernel.md).
//
// lambda is a virtual velocity: L = sum S lambda along the path, psil = L_p x S. Of each subtree
//
//   mu      sum I L                   virtual momentum, (axial Z, l)
//   beta    sum (2B)^T L
//   E       sum (L x)^T I + I (L x)   as Z + Z^T and l:  Z = int L(r) r^T dm, l = int L(r) dm
//
// and for joint j and its ancestors i (and j itself):
//
//   cA = I psil + S x* mu                      cv = (2B)^T psil + E psid + S x* beta + psid x* mu
//   ev = E S + S x* mu                         t2, t3, IS as in derivatives.cpp
//   H(q_j, q_i) = cA · psidd_i + cv · psid_i + t2 · psil_i
//   H(q_j, v_i) = cv · S_i + 2 cA · psid_i     H(v_j, q_i) = ev · psid_i + t3 · psil_i
//   H(v_j, v_i) = ev · S_i
//   H(q_j, a_i) = cA · S_i                     H(a_j, q_i) = IS · psil_i
#pragma once

#include <vector>

#include "alembert/derivatives.hpp"
#include "kernel/ground_pass.hpp"
#include "kernel/joint_values.hpp"

namespace alembert {

template <typename S>
struct WeightedHessian<S>::Workspace {
  using Pass = GroundPass<S>;
  using V = typename Pass::V;
  using Motion6 = typename Pass::Motion6;
  using Force6 = typename Pass::Force6;

  struct Virtual {
    Motion6 L, psil;
    Force6 mu;
    V beta;
    small::M3<S> Z;
    small::M3<S> work;  // sum of L(r) f^T over loads fixed in the world
  };

  Coupling<S> coupling;
  JointValues<S> values;
  Pass pass;
  std::vector<Virtual> virtuals;

  explicit Workspace(const Model& m) : coupling(m), values(m), pass(m), virtuals(m.joint_count()) {}

  ALEMBERT_FLATTEN void forward(VecIn<S> lambda);
  ALEMBERT_FLATTEN void gather();
  void add_world_load(const typename Pass::Link& link, Virtual& mine) const;
  ALEMBERT_FLATTEN void add_joint(int j, MatOut<S>& qq, MatOut<S>& qv, MatOut<S>& vv,
                                  MatOut<S>& qa);

  /// E times a motion.
  static Force6 curvature(const Virtual& of, const Motion6& a) {
    const S twice = of.Z.trace() + of.Z.trace();
    return {of.Z * a.w + transpose_times(of.Z, a.w) - twice * a.w - cross(of.mu.f, a.v),
            cross(of.mu.f, a.w)};
  }
};

template <typename S>
void WeightedHessian<S>::Workspace::forward(VecIn<S> lambda) {
  const V zero{S(0), S(0), S(0)};
  for (std::size_t i = 0; i < virtuals.size(); ++i) {
    const auto& link = pass.links()[i];
    Virtual& mine = virtuals[i];
    const Motion6 before = link.parent < 0 ? Motion6{zero, zero} : virtuals[link.parent].L;
    mine.psil = cross(before, link.S_);
    mine.L = before + coupling.rate(static_cast<int>(i), lambda) * link.S_;
    mine.Z = field_moment(link.body, mine.L);
    mine.mu = {axial(mine.Z), link.body.m * mine.L.v + cross(mine.L.w, link.body.h)};
    mine.beta = link.coriolis_transposed(mine.L);
    mine.work = {zero, zero, zero};
    if (pass.world_loads()) add_world_load(link, mine);
  }
}

/// int L(r) f^T for the loads on one link: (L_v + L_w x r) f^T, and L_w m^T for moments.
template <typename S>
void WeightedHessian<S>::Workspace::add_world_load(const typename Pass::Link& link,
                                                   Virtual& mine) const {
  const auto& load = link.load;
  mine.work = {cross(mine.L.w, load.place.c0), cross(mine.L.w, load.place.c1),
               cross(mine.L.w, load.place.c2)};
  add_outer(mine.work, mine.L.v, load.force);
  add_outer(mine.work, mine.L.w, load.moment);
}

template <typename S>
void WeightedHessian<S>::Workspace::gather() {
  for (std::size_t i = virtuals.size(); i-- > 0;) {
    const int parent = pass.links()[i].parent;
    if (parent < 0) continue;
    Virtual& sum = virtuals[parent];
    sum.mu += virtuals[i].mu;
    sum.beta += virtuals[i].beta;
    sum.Z += virtuals[i].Z;
    sum.work += virtuals[i].work;
  }
}

template <typename S>
void WeightedHessian<S>::Workspace::add_joint(int j, MatOut<S>& qq, MatOut<S>& qv, MatOut<S>& vv,
                                              MatOut<S>& qa) {
  const auto& links = pass.links();
  const auto& deep = links[j];
  const Virtual& mine = virtuals[j];
  const V zero{S(0), S(0), S(0)};
  const Force6 IS = deep.body * deep.S_, Ipsid = deep.body * deep.psid;
  Force6 t2 = deep.displaced(deep.S_, deep.psid, deep.psidd);
  const Force6 t3 = deep.coriolis(deep.S_.w) + Ipsid + Ipsid;
  const Force6 cA = deep.body * mine.psil + cross(deep.S_, mine.mu);
  const Force6 cv = Force6{deep.coriolis_transposed(mine.psil), zero} + curvature(mine, deep.psid) +
                    cross(deep.S_, Force6{mine.beta, zero}) + cross(deep.psid, mine.mu);
  const Force6 ev = curvature(mine, deep.S_) + cross(deep.S_, mine.mu);
  V turned = zero;  // what loads fixed in the world add, against a turn of i
  if (pass.world_loads()) {
    t2 += deep.load_turned(deep.S_.w);
    turned = deep.load_against(mine.psil) + mine.work.trace() * deep.S_.w - mine.work * deep.S_.w;
  }
  const auto add_twice = [&](int a, int b, const S& value, MatOut<S>& out) {
    coupling.add(a, b, value, out);
    if (a != b) coupling.add(b, a, value, out);
  };
  for (int i = j; i >= 0; i = links[i].parent) {
    const auto& up = links[i];
    const Motion6& psil = virtuals[i].psil;
    add_twice(j, i, dot(up.psidd, cA) + dot(up.psid, cv) + dot(psil, t2) + dot(turned, up.S_.w),
              qq);
    add_twice(j, i, dot(up.S_, ev), vv);
    coupling.add(i, j, dot(up.psid, ev) + dot(psil, t3), qv);
    coupling.add(i, j, dot(psil, IS), qa);
    if (i == j) continue;
    const S along = dot(up.psid, cA);
    coupling.add(j, i, dot(up.S_, cv) + along + along, qv);
    coupling.add(j, i, dot(up.S_, cA), qa);
  }
}

template <typename S>
WeightedHessian<S>::WeightedHessian(const Model& model) : work_(make_owned<Workspace>(model)) {}

template <typename S>
int WeightedHessian<S>::dofs() const {
  return work_->coupling.coordinates();
}

template <typename S>
void WeightedHessian<S>::differentiate(VecIn<S> q, VecIn<S> v, VecIn<S> a, VecIn<S> lambda,
                                       Loads loads, MatOut<S> qq, MatOut<S> qv, MatOut<S> vv,
                                       MatOut<S> qa) {
  Workspace& work = *work_;
  work.values.set(work.coupling, q, v, a);
  work.pass.forward(work.values.x.data(), work.values.rate.data(), work.values.acceleration.data(),
                    loads);
  work.forward(lambda);  // before gather(): it needs each link's own operators
  work.pass.gather();
  work.gather();
  qq.setZero();
  qv.setZero();
  vv.setZero();
  qa.setZero();
  for (int j = 0; j < work.coupling.joints(); ++j) work.add_joint(j, qq, qv, vv, qa);
}

}  // namespace alembert
