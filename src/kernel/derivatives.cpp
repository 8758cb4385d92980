// First derivatives of inverse and forward dynamics; the formulas are in derivative_entries.hpp.
#include "alembert/derivatives.hpp"

#include "alembert/forward_dynamics.hpp"
#include "alembert/mass_matrix.hpp"
#include "kernel/derivative_entries.hpp"
#include "kernel/tree_cholesky.hpp"

namespace alembert {

template <typename S>
struct InverseDynamicsDerivatives<S>::Workspace {
  Model model;
  Coupling<S> coupling;
  JointValues<S> values;
  GroundPass<S> pass;

  explicit Workspace(const Model& m) : model(m), coupling(m), values(m), pass(m) {}
};

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
  work.values.set(work.coupling, q, v, a);
  work.pass.forward(work.values.x.data(), work.values.rate.data(), work.values.acceleration.data(),
                    loads);
  work.pass.gather();
  dtau_dq.setZero();
  dtau_dv.setZero();
  mass_matrix.setZero();
  for (int j = 0; j < work.model.joint_count(); ++j) {
    add_derivatives_of_joint(j, work.pass, work.coupling, dtau_dq, dtau_dv, mass_matrix);
  }
  add_derivatives_of_drives(work.model, work.coupling, dtau_dq, dtau_dv, mass_matrix);
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
