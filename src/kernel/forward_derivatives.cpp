// First derivatives of forward dynamics. tau(q, v, a(q, v, tau)) = tau for every q and v, so
// M da/dq = -dtau/dq, and so on. Short chains, trees that branch soon and coupled joints: by the
// factor of M (factorised_derivative_pass.hpp). All else: articulated bodies
// (forward_derivative_pass.hpp). Which is decided when the object is made.
#include <optional>

#include "alembert/derivatives.hpp"
#include "alembert/forward_dynamics.hpp"
#include "kernel/algorithm_choice.hpp"
#include "kernel/factorised_derivative_pass.hpp"
#include "kernel/forward_derivative_pass.hpp"

namespace alembert {

template class ForwardDerivativePass<double>;

struct ForwardDynamicsDerivatives::Workspace {
  Model model;
  std::optional<FactorisedDerivativePass> factorised;
  std::optional<ForwardDerivativePass<double>> articulated;  // in place of it

  explicit Workspace(const Model& m) : model(m) {
    if (faster::factorised_derivatives(m)) {
      factorised.emplace(m);
    } else {
      articulated.emplace(m);
    }
  }
};

ForwardDynamicsDerivatives::ForwardDynamicsDerivatives(const Model& model)
    : work_(make_owned<Workspace>(model)) {}

int ForwardDynamicsDerivatives::dofs() const { return work_->model.dofs(); }

bool ForwardDynamicsDerivatives::differentiate(VecIn<double> q, VecIn<double> v, VecIn<double> tau,
                                               VecOut<double> a, MatOut<double> da_dq,
                                               MatOut<double> da_dv, MatOut<double> da_dtau) {
  Workspace& work = *work_;
  const auto entries = [](auto& matrix) {
    return JointMatrix<double>{matrix.data(), 1, matrix.outerStride()};
  };
  if (work.factorised) {
    return work.factorised->run(q.data(), v.data(), tau.data(), a.data(),
                                {entries(da_dq), entries(da_dv), entries(da_dtau)});
  }
  return work.articulated->run(q.data(), v.data(), tau.data(), {}, a.data(),
                               {entries(da_dq), entries(da_dv), entries(da_dtau)}) == dofs();
}

}  // namespace alembert
