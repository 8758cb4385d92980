// First derivatives of forward dynamics. Short chains and trees that branch soon: by the factor of
// M (factorised_derivative_pass.hpp). Coupled joints: the derivatives of inverse dynamics times the
// inverse of M. All else: articulated bodies (forward_derivative_pass.hpp). Which is decided when
// the object is made.
#include <cassert>
#include <optional>

#include "alembert/derivatives.hpp"
#include "alembert/forward_dynamics.hpp"
#include "kernel/factorised_derivative_pass.hpp"
#include "kernel/forward_derivative_pass.hpp"
#include "kernel/sizes.hpp"
#include "kernel/tree_inverse.hpp"

namespace alembert {

struct ForwardDynamicsDerivatives::Workspace {
  struct Inverted {
    ForwardDynamics forward;
    InverseDynamicsDerivatives<> derivatives;
    TreeCholesky cholesky;
    TreeInverse inverse;
    Eigen::MatrixXd dq, dv, M;
    Eigen::VectorXd a;

    explicit Inverted(const Model& m)
        : forward(m),
          derivatives(m),
          cholesky(m),
          inverse(cholesky),
          dq(m.dofs(), m.dofs()),
          dv(dq),
          M(dq),
          a(m.dofs()) {}

    bool run(VecIn<double> q, VecIn<double> v, VecIn<double> tau, VecOut<double>& a_out,
             MatOut<double>& da_dq, MatOut<double>& da_dv, MatOut<double>& da_dtau);
  };
  Model model;
  std::optional<Inverted> inverted;
  std::optional<FactorisedDerivativePass> factorised;        // in place of it,
  std::optional<ForwardDerivativePass<double>> articulated;  // or this

  explicit Workspace(const Model& m) : model(m) {
    if (m.coupled()) {
      inverted.emplace(m);
    } else if (FactorisedDerivativePass::pays(m)) {
      factorised.emplace(m);
    } else {
      articulated.emplace(m);
    }
  }
};

ForwardDynamicsDerivatives::ForwardDynamicsDerivatives(const Model& model)
    : work_(std::make_unique<Workspace>(model)) {}
ForwardDynamicsDerivatives::ForwardDynamicsDerivatives(ForwardDynamicsDerivatives&&) noexcept =
    default;
ForwardDynamicsDerivatives& ForwardDynamicsDerivatives::operator=(
    ForwardDynamicsDerivatives&&) noexcept = default;
ForwardDynamicsDerivatives::~ForwardDynamicsDerivatives() = default;

/// tau(q, v, a(q, v, tau)) = tau for every q and v, so M da/dq = -dtau/dq, and so on.
bool ForwardDynamicsDerivatives::Workspace::Inverted::run(VecIn<double> q, VecIn<double> v,
                                                          VecIn<double> tau, VecOut<double>& a_out,
                                                          MatOut<double>& da_dq,
                                                          MatOut<double>& da_dv,
                                                          MatOut<double>& da_dtau) {
  if (!forward(q, v, tau, a)) return false;
  derivatives(q, v, a, dq, dv, M);
  if (!inverse.set(cholesky, M)) return false;
  a_out = a;
  inverse.negative_product(dq, da_dq);
  inverse.negative_product(dv, da_dv);
  inverse.copy_to(da_dtau);
  return true;
}

bool ForwardDynamicsDerivatives::operator()(VecIn<double> q, VecIn<double> v, VecIn<double> tau,
                                            VecOut<double> a, MatOut<double> da_dq,
                                            MatOut<double> da_dv, MatOut<double> da_dtau) {
  Workspace& work = *work_;
  [[maybe_unused]] const int n = work.model.dofs();
  assert(have_size(n, q, v, tau, a) && have_shape(n, n, da_dq, da_dv, da_dtau));
  if (work.inverted) return work.inverted->run(q, v, tau, a, da_dq, da_dv, da_dtau);
  const auto entries = [](auto& matrix) {
    return JointMatrix<double>{matrix.data(), 1, matrix.outerStride()};
  };
  if (work.factorised) {
    return work.factorised->run(q.data(), v.data(), tau.data(), a.data(),
                                {entries(da_dq), entries(da_dv), entries(da_dtau)});
  }
  return work.articulated->run(q.data(), v.data(), tau.data(), {}, a.data(),
                               {entries(da_dq), entries(da_dv), entries(da_dtau)}) == n;
}

}  // namespace alembert
