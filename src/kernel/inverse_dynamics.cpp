#include "kernel/inverse_dynamics_impl.hpp"

namespace alembert {

// These exist for double only. They are defined here, not in the header, because Clang 14 compiles
// whatever it sees for every scalar, constrained or not.
template <typename S>
TorqueDerivatives InverseDynamics<S>::derivatives(VecIn<S> q, VecIn<S> v, VecIn<S> a,
                                                  Loads loads) requires std::is_same_v<S, double> {
  work_->require_resting_base();
  auto& compute = work_->derivatives;
  if (!compute) compute = std::make_unique<InverseDynamicsDerivatives<double>>(model());
  const int n = model().dofs();
  TorqueDerivatives d{Eigen::MatrixXd(n, n), Eigen::MatrixXd(n, n), Eigen::MatrixXd(n, n)};
  (*compute)(q, v, a, loads, d.q, d.v, d.a);
  return d;
}

template <typename S>
TorqueHessian InverseDynamics<S>::weighted_hessian(VecIn<S> q, VecIn<S> v, VecIn<S> a,
                                                   VecIn<S> lambda,
                                                   Loads loads) requires std::is_same_v<S, double> {
  work_->require_resting_base();
  auto& compute = work_->hessian;
  if (!compute) compute = std::make_unique<WeightedHessian<double>>(model());
  const int n = model().dofs();
  TorqueHessian H{Eigen::MatrixXd(n, n), Eigen::MatrixXd(n, n), Eigen::MatrixXd(n, n),
                  Eigen::MatrixXd(n, n)};
  (*compute)(q, v, a, lambda, loads, H.qq, H.qv, H.vv, H.qa);
  return H;
}

template class InverseDynamics<double>;

}  // namespace alembert
