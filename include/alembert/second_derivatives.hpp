// Every second derivative of every torque, for those who want the whole tensor. An optimiser that
// has multipliers wants WeightedHessian (derivatives.hpp), which costs a factor n less.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "alembert/load.hpp"
#include "alembert/model.hpp"
#include "alembert/owned.hpp"
#include "alembert/scalar.hpp"

namespace alembert {

/// Entry (j, k) of qv[i] is the second derivative of torque i by q_j and v_k, and so on. The
/// blocks that are not here (va, aa) are zero.
struct SecondDerivativeTensor {
  explicit SecondDerivativeTensor(int dofs);

  std::vector<Eigen::MatrixXd> qq, qv, vv, qa;  ///< a matrix each torque
};

/// O(n^3), the size of the answer. Friction and rotors add nothing; loads do. Owns its workspace:
/// one per thread.
class SecondDerivatives {
 public:
  explicit SecondDerivatives(const Model& model);

  /// No allocation: `out` is of Model::dofs().
  void operator()(VecIn<double> q, VecIn<double> v, VecIn<double> a, SecondDerivativeTensor& out) {
    (*this)(q, v, a, {}, out);
  }
  void operator()(VecIn<double> q, VecIn<double> v, VecIn<double> a, Loads loads,
                  SecondDerivativeTensor& out);

 private:
  struct Workspace;
  Owned<Workspace> work_;
};

}  // namespace alembert
