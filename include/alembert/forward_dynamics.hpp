// The motion of torques.
#pragma once

#include "alembert/load.hpp"
#include "alembert/model.hpp"
#include "alembert/owned.hpp"
#include "alembert/scalar.hpp"

namespace alembert {

/// Solves M(q) a = tau - h(q, v) by the Cholesky factor of M. Owns its workspace. One per thread.
class ForwardDynamics {
 public:
  explicit ForwardDynamics(const Model& model);

  const Model& model() const;

  /// False, with a untouched, if the mass matrix is not positive definite at q: some coordinate
  /// moves no mass (a missing inertia, or a spherical joint at its singular pitch).
  [[nodiscard, gnu::always_inline]] bool operator()(VecIn<double> q, VecIn<double> v,
                                                    VecIn<double> tau, VecOut<double> a) {
    return (*this)(q, v, tau, {}, a);
  }
  [[nodiscard, gnu::always_inline]] bool operator()(VecIn<double> q, VecIn<double> v,
                                                    VecIn<double> tau, Loads loads,
                                                    VecOut<double> a) {
    assert(have_size(model().dofs(), q, v, tau, a));
    return acceleration(q, v, tau, loads, a);
  }

  void set_base_motion(const BaseMotion& motion);  ///< from now on the base moves so

 private:
  bool acceleration(VecIn<double> q, VecIn<double> v, VecIn<double> tau, Loads loads,
                    VecOut<double> a);

  struct Workspace;
  Owned<Workspace> work_;
};

}  // namespace alembert
