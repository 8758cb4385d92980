// The entries of the first derivatives, from a gathered ground pass (docs/equations/kernel.md).
//
// For joint j and its ancestors i, with the composites of the subtree behind j:
//
//   dtau_i/dq_j = S_i · t2_j                      t2 = 2B psid + I psidd + S x* f
//   dtau_j/dq_i = IS_j · psidd_i + u_j · psid_i   IS = I S,  u = (2B)^T S
//   dtau_i/dv_j = S_i · t3_j                      t3 = 2B S + 2 I psid
//   dtau_j/dv_i = u_j · S_i + 2 IS_j · psid_i
//   M_ij        = S_i · IS_j
#pragma once

#include "kernel/ground_pass.hpp"
#include "kernel/joint_values.hpp"

namespace alembert {

template <typename S, typename Matrix>
void add_derivatives_of_joint(int j, GroundPass<S>& pass, const Coupling<S>& coupling, Matrix& dq,
                              Matrix& dv, Matrix& M) {
  const auto& links = pass.links();
  const auto& deep = links[j];
  const auto IS = deep.body * deep.S_;
  const auto Ipsid = deep.body * deep.psid;
  const auto u = deep.coriolis_transposed(deep.S_);
  auto t2 = deep.displaced(deep.S_, deep.psid, deep.psidd);
  const auto t3 = deep.coriolis(deep.S_.w) + Ipsid + Ipsid;
  if (pass.world_loads()) t2 += deep.load_turned(deep.S_.w);

  coupling.add(j, j, dot(deep.S_, IS), M);
  coupling.add(j, j, dot(deep.S_, t2), dq);
  coupling.add(j, j, dot(deep.S_, t3), dv);
  for (int i = deep.parent; i >= 0; i = links[i].parent) {
    const auto& shallow = links[i];
    const S m = dot(shallow.S_, IS);
    coupling.add(i, j, m, M);
    coupling.add(j, i, m, M);
    coupling.add(i, j, dot(shallow.S_, t2), dq);
    coupling.add(i, j, dot(shallow.S_, t3), dv);
    S turned = dot(shallow.psidd, IS) + dot(u, shallow.psid.w);
    if (pass.world_loads()) turned += dot(shallow.S_.w, deep.load_against(deep.S_));
    coupling.add(j, i, turned, dq);
    const S along = dot(shallow.psid, IS);
    coupling.add(j, i, dot(u, shallow.S_.w) + along + along, dv);
  }
}

}  // namespace alembert
