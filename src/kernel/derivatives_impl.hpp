// First derivatives of inverse dynamics, around the recursions; each scalar is instantiated in a
// file of its own. The entries, of loaded robots from a gathered ground pass
// (docs/equations/kernel.md):
//
// For joint j and its ancestors i, with the composites of the subtree behind j:
//
//   dtau_i/dq_j = S_i · t2_j                      t2 = 2B psid + I psidd + S x* f
//   dtau_j/dq_i = IS_j · psidd_i + u_j · psid_i   IS = I S,  u = (2B)^T S
//   dtau_i/dv_j = S_i · t3_j                      t3 = 2B S + 2 I psid
//   dtau_j/dv_i = u_j · S_i + 2 IS_j · psid_i
//   M_ij        = S_i · IS_j
#pragma once

#include <memory>

#include "alembert/derivatives.hpp"
#include "kernel/algorithm_choice.hpp"
#include "kernel/derivative_pass.hpp"
#include "kernel/drives.hpp"
#include "kernel/ground_pass.hpp"
#include "kernel/grouped_derivative_pass.hpp"
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

template <typename S>
struct InverseDynamicsDerivatives<S>::Workspace {
  Model model;
  RegroupedModelFor<S> regrouped;
  Coupling<S> coupling;
  Drives<S> drives;
  JointValues<S> values;  // where joints are coupled or loads act
  DerivativePass<S> pass;
  std::unique_ptr<GroupedDerivativePass> grouped;  // of plain numbers, where it is faster
  GroundPass<S> loaded_pass;
  MatX<S> joint_dq, joint_dv, joint_M;

  explicit Workspace(const Model& m)
      : model(m),
        regrouped(m),
        coupling(m),
        drives(m),
        values(m),
        pass(regrouped, -(m.base().linear().transpose() * m.gravity())),
        loaded_pass(m),
        joint_dq(MatX<S>::Zero(m.joint_count(), m.joint_count())),
        joint_dv(joint_dq),
        joint_M(joint_dq) {
    if constexpr (std::is_same_v<S, double>) {
      if (!faster::grouped_derivatives(regrouped)) return;
      grouped = std::make_unique<GroupedDerivativePass>(
          regrouped, -(m.base().linear().transpose() * m.gravity()));
    }
  }

  void run(const S* x, const S* rate, const S* acceleration, const JointMatrix<S>& dq,
           const JointMatrix<S>& dv, const JointMatrix<S>& M);
  void unloaded(VecIn<S> q, VecIn<S> v, VecIn<S> a, MatOut<S>& dq, MatOut<S>& dv, MatOut<S>& M);
  void loaded(VecIn<S> q, VecIn<S> v, VecIn<S> a, Loads loads, MatOut<S>& dq, MatOut<S>& dv,
              MatOut<S>& M);
};

/// Between joints.
template <typename S>
void InverseDynamicsDerivatives<S>::Workspace::run(const S* x, const S* rate, const S* acceleration,
                                                   const JointMatrix<S>& dq,
                                                   const JointMatrix<S>& dv,
                                                   const JointMatrix<S>& M) {
  if constexpr (std::is_same_v<S, double>) {
    if (grouped) return grouped->run(x, rate, acceleration, {dq, dv, M});
  }
  pass.run(x, rate, acceleration, dq, dv, M);
}

template <typename S>
void InverseDynamicsDerivatives<S>::Workspace::unloaded(VecIn<S> q, VecIn<S> v, VecIn<S> a,
                                                        MatOut<S>& dq, MatOut<S>& dv,
                                                        MatOut<S>& M) {
  const auto entries = [](auto& matrix) {
    return JointMatrix<S>{matrix.data(), 1, matrix.outerStride()};
  };
  if (!regrouped.coupled) {
    run(q.data(), v.data(), a.data(), entries(dq), entries(dv), entries(M));
    return;
  }
  values.set(coupling, q, v, a);
  run(values.x.data(), values.rate.data(), values.acceleration.data(), entries(joint_dq),
      entries(joint_dv), entries(joint_M));
  coupling.fold(joint_dq, dq);
  coupling.fold(joint_dv, dv);
  coupling.fold(joint_M, M);
}

/// Loads fixed in the world do not turn with the links: the ground's frame suits them.
template <typename S>
void InverseDynamicsDerivatives<S>::Workspace::loaded(VecIn<S> q, VecIn<S> v, VecIn<S> a,
                                                      Loads loads, MatOut<S>& dq, MatOut<S>& dv,
                                                      MatOut<S>& M) {
  values.set(coupling, q, v, a);
  loaded_pass.forward(values.x.data(), values.rate.data(), values.acceleration.data(), loads);
  loaded_pass.gather();
  for (int j = 0; j < model.joint_count(); ++j) {
    add_derivatives_of_joint(j, loaded_pass, coupling, dq, dv, M);
  }
}

template <typename S>
InverseDynamicsDerivatives<S>::InverseDynamicsDerivatives(const Model& model)
    : work_(make_owned<Workspace>(model)) {}

template <typename S>
int InverseDynamicsDerivatives<S>::dofs() const {
  return work_->model.dofs();
}

template <typename S>
void InverseDynamicsDerivatives<S>::differentiate(VecIn<S> q, VecIn<S> v, VecIn<S> a, Loads loads,
                                                  MatOut<S> dtau_dq, MatOut<S> dtau_dv,
                                                  MatOut<S> mass_matrix) {
  Workspace& work = *work_;
  if (!work.regrouped.chain || work.regrouped.coupled) {
    dtau_dq.setZero();
    dtau_dv.setZero();
    mass_matrix.setZero();
  }
  if (loads.empty()) {
    work.unloaded(q, v, a, dtau_dq, dtau_dv, mass_matrix);
  } else {
    work.loaded(q, v, a, loads, dtau_dq, dtau_dv, mass_matrix);
  }
  work.drives.add_derivatives(v, dtau_dq, dtau_dv, mass_matrix);
}

}  // namespace alembert
