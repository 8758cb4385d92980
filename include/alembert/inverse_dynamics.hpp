// The torques of a motion.
#pragma once

#include "alembert/dual.hpp"
#include "alembert/enclosure.hpp"
#include "alembert/load.hpp"
#include "alembert/model.hpp"
#include "alembert/op_count.hpp"
#include "alembert/owned.hpp"
#include "alembert/scalar.hpp"

namespace alembert {

/// First derivatives of the torques; row i is torque i. That by a is the mass matrix.
struct TorqueDerivatives {
  Eigen::MatrixXd q, v, a;  ///< dofs() x dofs(): by q, by v, by a
};
/// Second derivatives of a weighted sum of torques; entry (i, j) of `qv` is by q_i and v_j.
struct TorqueHessian {
  Eigen::MatrixXd qq, qv, vv, qa;  ///< dofs() x dofs(); va, aa are zero
};

template <typename S, int Block>
class JointSines;  // internal: sines and cosines of joints

/// Newton-Euler in canonical link frames, O(n). Owns its workspace: one object per thread.
/// Calls do not allocate, and throw (Error) only for loads on frames that the model has not;
/// arguments have model.dofs() entries.
///
///   InverseDynamics id(model);
///   id(q, v, a, tau);
template <typename S = double>
class InverseDynamics {
 public:
  explicit InverseDynamics(const Model& model);

  const Model& model() const;

  /// tau = M(q) a + h(q, v) - sum J^T load, friction, rotors and springs included.
  [[gnu::always_inline]] void operator()(VecIn<S> q, VecIn<S> v, VecIn<S> a, VecOut<S> tau) {
    (*this)(q, v, a, {}, tau);
  }
  [[gnu::always_inline]] void operator()(VecIn<S> q, VecIn<S> v, VecIn<S> a, Loads loads,
                                         VecOut<S> tau) {
    assert(have_size(model().dofs(), q, v, a, tau));
    torque(q, v, a, loads, tau);
  }

  /// Everything that does not depend on the acceleration: the call above with a = 0.
  [[gnu::always_inline]] void bias(VecIn<S> q, VecIn<S> v, VecOut<S> tau) { bias(q, v, {}, tau); }
  [[gnu::always_inline]] void bias(VecIn<S> q, VecIn<S> v, Loads loads, VecOut<S> tau) {
    assert(have_size(model().dofs(), q, v, tau));
    unaccelerated(q, v, loads, tau);
  }

  /// What holds the arm still against gravity alone (no springs).
  [[gnu::always_inline]] void gravity(VecIn<S> q, VecOut<S> tau) {
    assert(have_size(model().dofs(), q, tau));
    holding(q, tau);
  }

  /// For convenience; hot loops use InverseDynamicsDerivatives and WeightedHessian
  /// (derivatives.hpp), which do not allocate. These do, and throw Error after set_base_motion():
  /// derivatives are of a base that rests.
  TorqueDerivatives derivatives(VecIn<S> q, VecIn<S> v, VecIn<S> a,
                                Loads loads = {}) requires std::is_same_v<S, double>;
  TorqueHessian weighted_hessian(VecIn<S> q, VecIn<S> v, VecIn<S> a, VecIn<S> lambda,
                                 Loads loads = {}) requires std::is_same_v<S, double>;

  /// From now on the base moves so; affects all calls but gravity().
  void set_base_motion(const BaseMotion& motion);

 private:
  friend class ForwardDynamics;
  void torque(VecIn<S> q, VecIn<S> v, VecIn<S> a, Loads loads, VecOut<S> tau);
  void unaccelerated(VecIn<S> q, VecIn<S> v, Loads loads, VecOut<S> tau);
  void holding(VecIn<S> q, VecOut<S> tau);
  /// Of the last call; those of first joints need not be their own.
  const JointSines<S, 1>& sines() const;

  struct Workspace;
  Owned<Workspace> work_;
};

extern template class InverseDynamics<double>;
extern template class InverseDynamics<float>;
extern template class InverseDynamics<OpCount>;
extern template class InverseDynamics<Dual<double>>;
extern template class InverseDynamics<Dual<Dual<double>>>;
extern template class InverseDynamics<Enclosure>;

}  // namespace alembert
