// How torques and accelerations change with everything they depend on: exact, no differences.
#pragma once

#include <memory>

#include "alembert/dual.hpp"
#include "alembert/load.hpp"
#include "alembert/model.hpp"
#include "alembert/op_count.hpp"
#include "alembert/scalar.hpp"

namespace alembert {

/// First derivatives of inverse dynamics by q, v and a, O(n · depth). Row i is torque i. Friction,
/// rotors, springs, coupling and loads are included; the derivative by a is the mass matrix.
template <typename S = double>
class InverseDynamicsDerivatives {
 public:
  explicit InverseDynamicsDerivatives(const Model& model);
  InverseDynamicsDerivatives(InverseDynamicsDerivatives&&) noexcept;
  InverseDynamicsDerivatives& operator=(InverseDynamicsDerivatives&&) noexcept;
  ~InverseDynamicsDerivatives();

  /// Three dofs() x dofs() matrices; no allocation.
  void operator()(VecIn<S> q, VecIn<S> v, VecIn<S> a, MatOut<S> dtau_dq, MatOut<S> dtau_dv,
                  MatOut<S> mass_matrix);
  void operator()(VecIn<S> q, VecIn<S> v, VecIn<S> a, Loads loads, MatOut<S> dtau_dq,
                  MatOut<S> dtau_dv, MatOut<S> mass_matrix);

 private:
  struct Workspace;
  std::unique_ptr<Workspace> work_;
};

/// Second derivatives of lambda · tau(q, v, a), O(n^2), without the n^3 tensor: what an optimiser
/// needs of the Lagrangian's Hessian. Entry (i, j) of `qv` is by q_i and v_j. The blocks that are
/// not here (va, aa) are zero.
template <typename S = double>
class WeightedHessian {
 public:
  explicit WeightedHessian(const Model& model);
  WeightedHessian(WeightedHessian&&) noexcept;
  WeightedHessian& operator=(WeightedHessian&&) noexcept;
  ~WeightedHessian();

  void operator()(VecIn<S> q, VecIn<S> v, VecIn<S> a, VecIn<S> lambda, MatOut<S> qq, MatOut<S> qv,
                  MatOut<S> vv, MatOut<S> qa);
  void operator()(VecIn<S> q, VecIn<S> v, VecIn<S> a, VecIn<S> lambda, Loads loads, MatOut<S> qq,
                  MatOut<S> qv, MatOut<S> vv, MatOut<S> qa);

 private:
  struct Workspace;
  std::unique_ptr<Workspace> work_;
};

/// First derivatives of forward dynamics by q, v and tau; the last is the inverse mass matrix.
class ForwardDynamicsDerivatives {
 public:
  explicit ForwardDynamicsDerivatives(const Model& model);
  ForwardDynamicsDerivatives(ForwardDynamicsDerivatives&&) noexcept;
  ForwardDynamicsDerivatives& operator=(ForwardDynamicsDerivatives&&) noexcept;
  ~ForwardDynamicsDerivatives();

  /// False, with the results untouched, where the mass matrix is not positive definite.
  [[nodiscard]] bool operator()(VecIn<double> q, VecIn<double> v, VecIn<double> tau,
                                VecOut<double> a, MatOut<double> da_dq, MatOut<double> da_dv,
                                MatOut<double> da_dtau);

 private:
  struct Workspace;
  std::unique_ptr<Workspace> work_;
};

extern template class InverseDynamicsDerivatives<double>;
extern template class InverseDynamicsDerivatives<OpCount>;
extern template class WeightedHessian<double>;

}  // namespace alembert
