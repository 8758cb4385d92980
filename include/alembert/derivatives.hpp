// How torques and accelerations change with everything they depend on: exact, no differences.
#pragma once

#include "alembert/dual.hpp"
#include "alembert/load.hpp"
#include "alembert/model.hpp"
#include "alembert/op_count.hpp"
#include "alembert/owned.hpp"
#include "alembert/scalar.hpp"

namespace alembert {

/// First derivatives of inverse dynamics by q, v and a, O(n · depth). Row i is torque i. Friction,
/// rotors, springs, coupling and loads are included; the derivative by a is the mass matrix. Owns
/// its workspace: one per thread.
template <typename S = double>
class InverseDynamicsDerivatives {
 public:
  explicit InverseDynamicsDerivatives(const Model& model);

  /// Three dofs() x dofs() matrices; no allocation.
  [[gnu::always_inline]] void operator()(VecIn<S> q, VecIn<S> v, VecIn<S> a, MatOut<S> dtau_dq,
                                         MatOut<S> dtau_dv, MatOut<S> mass_matrix) {
    (*this)(q, v, a, {}, dtau_dq, dtau_dv, mass_matrix);
  }
  [[gnu::always_inline]] void operator()(VecIn<S> q, VecIn<S> v, VecIn<S> a, Loads loads,
                                         MatOut<S> dtau_dq, MatOut<S> dtau_dv,
                                         MatOut<S> mass_matrix) {
    assert(have_size(dofs(), q, v, a) && have_shape(dofs(), dofs(), dtau_dq, dtau_dv, mass_matrix));
    differentiate(q, v, a, loads, dtau_dq, dtau_dv, mass_matrix);
  }

 private:
  int dofs() const;
  void differentiate(VecIn<S> q, VecIn<S> v, VecIn<S> a, Loads loads, MatOut<S> dtau_dq,
                     MatOut<S> dtau_dv, MatOut<S> mass_matrix);

  struct Workspace;
  Owned<Workspace> work_;
};

/// Second derivatives of lambda · tau(q, v, a), O(n^2), without the n^3 tensor: what an optimiser
/// needs of the Lagrangian's Hessian. Entry (i, j) of `qv` is by q_i and v_j. The blocks that are
/// not here (va, aa) are zero. Owns its workspace: one per thread.
template <typename S = double>
class WeightedHessian {
 public:
  explicit WeightedHessian(const Model& model);

  [[gnu::always_inline]] void operator()(VecIn<S> q, VecIn<S> v, VecIn<S> a, VecIn<S> lambda,
                                         MatOut<S> qq, MatOut<S> qv, MatOut<S> vv, MatOut<S> qa) {
    (*this)(q, v, a, lambda, {}, qq, qv, vv, qa);
  }
  [[gnu::always_inline]] void operator()(VecIn<S> q, VecIn<S> v, VecIn<S> a, VecIn<S> lambda,
                                         Loads loads, MatOut<S> qq, MatOut<S> qv, MatOut<S> vv,
                                         MatOut<S> qa) {
    assert(have_size(dofs(), q, v, a, lambda) && have_shape(dofs(), dofs(), qq, qv, vv, qa));
    differentiate(q, v, a, lambda, loads, qq, qv, vv, qa);
  }

 private:
  int dofs() const;
  void differentiate(VecIn<S> q, VecIn<S> v, VecIn<S> a, VecIn<S> lambda, Loads loads, MatOut<S> qq,
                     MatOut<S> qv, MatOut<S> vv, MatOut<S> qa);

  struct Workspace;
  Owned<Workspace> work_;
};

/// First derivatives of forward dynamics by q, v and tau; the last is the inverse mass matrix. Owns
/// its workspace: one per thread.
class ForwardDynamicsDerivatives {
 public:
  explicit ForwardDynamicsDerivatives(const Model& model);

  /// False, with the results untouched, where the mass matrix is not positive definite.
  [[nodiscard, gnu::always_inline]] bool operator()(VecIn<double> q, VecIn<double> v,
                                                    VecIn<double> tau, VecOut<double> a,
                                                    MatOut<double> da_dq, MatOut<double> da_dv,
                                                    MatOut<double> da_dtau) {
    assert(have_size(dofs(), q, v, tau, a) && have_shape(dofs(), dofs(), da_dq, da_dv, da_dtau));
    return differentiate(q, v, tau, a, da_dq, da_dv, da_dtau);
  }

 private:
  int dofs() const;
  bool differentiate(VecIn<double> q, VecIn<double> v, VecIn<double> tau, VecOut<double> a,
                     MatOut<double> da_dq, MatOut<double> da_dv, MatOut<double> da_dtau);

  struct Workspace;
  Owned<Workspace> work_;
};

extern template class InverseDynamicsDerivatives<double>;
extern template class InverseDynamicsDerivatives<OpCount>;
extern template class WeightedHessian<double>;

}  // namespace alembert
