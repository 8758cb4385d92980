// First derivatives of inverse and forward dynamics (docs/equations/kernel.md).
//
// For joint j and its ancestors i, with the composites of the subtree behind j:
//
//   dtau_i/dq_j = S_i · t2_j                      t2 = 2B psid + I psidd + S x* f
//   dtau_j/dq_i = IS_j · psidd_i + u_j · psid_i   IS = I S,  u = (2B)^T S
//   dtau_i/dv_j = S_i · t3_j                      t3 = 2B S + 2 I psid
//   dtau_j/dv_i = u_j · S_i + 2 IS_j · psid_i
//   M_ij        = S_i · IS_j
#include "alembert/derivatives.hpp"

#include "alembert/forward_dynamics.hpp"
#include "alembert/mass_matrix.hpp"
#include "kernel/ground_pass.hpp"
#include "kernel/joint_values.hpp"
#include "kernel/tree_cholesky.hpp"

namespace alembert {

template <typename S>
struct InverseDynamicsDerivatives<S>::Workspace {
  using Pass = GroundPass<S>;
  Model model;
  JointValues<S> values;
  Pass pass;

  explicit Workspace(const Model& m) : model(m), values(m), pass(m) {}

  void add_joint(int j, MatOut<S>& dq, MatOut<S>& dv, MatOut<S>& M);
  void add_drives(MatOut<S>& dq, MatOut<S>& dv, MatOut<S>& M) const;
};

template <typename S>
void InverseDynamicsDerivatives<S>::Workspace::add_joint(int j, MatOut<S>& dq, MatOut<S>& dv,
                                                         MatOut<S>& M) {
  const auto& links = pass.links();
  const auto& deep = links[static_cast<std::size_t>(j)];
  const auto IS = deep.body * deep.S_;
  const auto Ipsid = deep.body * deep.psid;
  const auto u = Pass::coriolis_transposed(deep, deep.S_);
  auto t2 = Pass::coriolis(deep, deep.psid.w) + deep.body * deep.psidd + cross(deep.S_, deep.f);
  const auto t3 = Pass::coriolis(deep, deep.S_.w) + Ipsid + Ipsid;
  if (pass.world_loads()) t2 += Pass::load_turned(deep);

  add_entry<S>(model, j, j, dot(deep.S_, IS), M);
  add_entry<S>(model, j, j, dot(deep.S_, t2), dq);
  add_entry<S>(model, j, j, dot(deep.S_, t3), dv);
  for (int i = deep.parent; i >= 0; i = links[static_cast<std::size_t>(i)].parent) {
    const auto& shallow = links[static_cast<std::size_t>(i)];
    const S m = dot(shallow.S_, IS);
    add_entry<S>(model, i, j, m, M);
    add_entry<S>(model, j, i, m, M);
    add_entry<S>(model, i, j, dot(shallow.S_, t2), dq);
    add_entry<S>(model, i, j, dot(shallow.S_, t3), dv);
    add_entry<S>(model, j, i, dot(shallow.psidd, IS) + dot(u, shallow.psid.w), dq);
    const S along = dot(shallow.psid, IS);
    add_entry<S>(model, j, i, dot(u, shallow.S_.w) + along + along, dv);
    if (pass.world_loads()) {
      add_entry<S>(model, j, i, dot(shallow.S_.w, Pass::load_against(deep, deep.S_)), dq);
    }
  }
}

template <typename S>
void InverseDynamicsDerivatives<S>::Workspace::add_drives(MatOut<S>& dq, MatOut<S>& dv,
                                                          MatOut<S>& M) const {
  for (int i = 0; i < model.joint_count(); ++i) {
    const ModelJoint& joint = model.joint(i);
    add_entry<S>(model, i, i, S(joint.stiffness), dq);
    add_entry<S>(model, i, i, S(joint.viscous), dv);
    add_entry<S>(model, i, i, S(joint.rotor_inertia), M);
  }
}

template <typename S>
InverseDynamicsDerivatives<S>::InverseDynamicsDerivatives(const Model& model)
    : work_(std::make_unique<Workspace>(model)) {}
template <typename S>
InverseDynamicsDerivatives<S>::InverseDynamicsDerivatives(InverseDynamicsDerivatives&&) noexcept =
    default;
template <typename S>
InverseDynamicsDerivatives<S>& InverseDynamicsDerivatives<S>::operator=(
    InverseDynamicsDerivatives&&) noexcept = default;
template <typename S>
InverseDynamicsDerivatives<S>::~InverseDynamicsDerivatives() = default;

template <typename S>
void InverseDynamicsDerivatives<S>::operator()(VecIn<S> q, VecIn<S> v, VecIn<S> a,
                                               MatOut<S> dtau_dq, MatOut<S> dtau_dv,
                                               MatOut<S> mass_matrix) {
  (*this)(q, v, a, {}, dtau_dq, dtau_dv, mass_matrix);
}

template <typename S>
void InverseDynamicsDerivatives<S>::operator()(VecIn<S> q, VecIn<S> v, VecIn<S> a, Loads loads,
                                               MatOut<S> dtau_dq, MatOut<S> dtau_dv,
                                               MatOut<S> mass_matrix) {
  Workspace& work = *work_;
  work.values.set(work.model, q, v, a);
  work.pass.forward(work.values.x.data(), work.values.rate.data(), work.values.acceleration.data(),
                    loads);
  work.pass.gather();
  dtau_dq.setZero();
  dtau_dv.setZero();
  mass_matrix.setZero();
  for (int j = 0; j < work.model.joint_count(); ++j) {
    work.add_joint(j, dtau_dq, dtau_dv, mass_matrix);
  }
  work.add_drives(dtau_dq, dtau_dv, mass_matrix);
}

struct ForwardDynamicsDerivatives::Workspace {
  Model model;
  ForwardDynamics<> forward;
  InverseDynamicsDerivatives<> inverse;
  TreeCholesky<double> cholesky;
  Eigen::MatrixXd dq, dv, M;
  Eigen::VectorXd a, column;

  explicit Workspace(const Model& m)
      : model(m),
        forward(m),
        inverse(m),
        cholesky(m),
        dq(m.dofs(), m.dofs()),
        dv(m.dofs(), m.dofs()),
        M(m.dofs(), m.dofs()),
        a(m.dofs()),
        column(m.dofs()) {}
};

ForwardDynamicsDerivatives::ForwardDynamicsDerivatives(const Model& model)
    : work_(std::make_unique<Workspace>(model)) {}
ForwardDynamicsDerivatives::ForwardDynamicsDerivatives(ForwardDynamicsDerivatives&&) noexcept =
    default;
ForwardDynamicsDerivatives& ForwardDynamicsDerivatives::operator=(
    ForwardDynamicsDerivatives&&) noexcept = default;
ForwardDynamicsDerivatives::~ForwardDynamicsDerivatives() = default;

/// tau(q, v, a(q, v, tau)) = tau for every q and v, so M da/dq = -dtau/dq, and so on.
bool ForwardDynamicsDerivatives::operator()(VecIn<double> q, VecIn<double> v, VecIn<double> tau,
                                            VecOut<double> a, MatOut<double> da_dq,
                                            MatOut<double> da_dv, MatOut<double> da_dtau) {
  Workspace& work = *work_;
  if (!work.forward(q, v, tau, work.a)) return false;
  work.inverse(q, v, work.a, work.dq, work.dv, work.M);
  if (!work.cholesky.factorise(work.M)) return false;
  a = work.a;
  for (int c = 0; c < work.model.dofs(); ++c) {
    const auto solve_into = [&](MatOut<double>& out) {
      work.cholesky.solve(work.M, work.column);
      out.col(c) = work.column;
    };
    work.column = -work.dq.col(c);
    solve_into(da_dq);
    work.column = -work.dv.col(c);
    solve_into(da_dv);
    work.column.setZero();
    work.column[c] = 1.0;
    solve_into(da_dtau);
  }
  return true;
}

template class InverseDynamicsDerivatives<double>;

}  // namespace alembert
