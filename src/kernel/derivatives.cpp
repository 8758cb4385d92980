// First derivatives of inverse and forward dynamics; the formulas are in derivative_entries.hpp.
#include "alembert/derivatives.hpp"

#include "alembert/forward_dynamics.hpp"
#include "kernel/derivatives_impl.hpp"
#include "kernel/tree_cholesky.hpp"

namespace alembert {

struct ForwardDynamicsDerivatives::Workspace {
  Model model;
  ForwardDynamics forward;
  InverseDynamicsDerivatives<> inverse;
  TreeCholesky cholesky;
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
  const int n = work.model.dofs();
  assert(have_size(n, q, v, tau, a) && have_shape(n, n, da_dq, da_dv, da_dtau));
  if (!work.forward(q, v, tau, work.a)) return false;
  work.inverse(q, v, work.a, work.dq, work.dv, work.M);
  if (!work.cholesky.factorise(work.M)) return false;
  a = work.a;
  for (int c = 0; c < n; ++c) {
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
template class InverseDynamicsDerivatives<OpCount>;

}  // namespace alembert
