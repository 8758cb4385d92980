// First derivatives of forward dynamics, from those of inverse dynamics and one factor of M.
#include "alembert/derivatives.hpp"
#include "alembert/forward_dynamics.hpp"
#include "kernel/sizes.hpp"
#include "kernel/tree_inverse.hpp"

namespace alembert {

struct ForwardDynamicsDerivatives::Workspace {
  Model model;
  ForwardDynamics forward;
  InverseDynamicsDerivatives<> inverse;
  TreeCholesky cholesky;
  TreeInverse inverse_mass;
  Eigen::MatrixXd dq, dv, M;
  Eigen::VectorXd a;

  explicit Workspace(const Model& m)
      : model(m),
        forward(m),
        inverse(m),
        cholesky(m),
        inverse_mass(cholesky),
        dq(m.dofs(), m.dofs()),
        dv(m.dofs(), m.dofs()),
        M(m.dofs(), m.dofs()),
        a(m.dofs()) {}
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
  if (!work.inverse_mass.set(work.cholesky, work.M)) return false;
  a = work.a;
  work.inverse_mass.negative_product(work.dq, da_dq);
  work.inverse_mass.negative_product(work.dv, da_dv);
  for (int c = 0; c < n; ++c) {
    for (int r = 0; r < n; ++r) da_dtau(r, c) = work.inverse_mass(r, c);
  }
  return true;
}

}  // namespace alembert
