// The factor of the mass matrix, with the zeros of the tree.
#pragma once

#include "alembert/model.hpp"
#include "alembert/owned.hpp"
#include "alembert/scalar.hpp"

namespace alembert {

/// M(q) = L^T D L with L unit lower triangular and D diagonal (Featherstone 2008, section 6.5).
/// L has an entry only between a coordinate and those it hangs from, so that a branched robot costs
/// O(n · depth^2). Owns its workspace: one object per thread.
///
///   MassMatrixFactor factor(model);
///   if (!factor(q)) …                // some coordinate moves no mass
///   factor.solve(x);                 // x becomes M^-1 x
class MassMatrixFactor {
 public:
  explicit MassMatrixFactor(const Model& model);

  /// Factorises at q. False if the mass matrix is not positive definite there; what follows may
  /// then not be asked.
  [[nodiscard]] bool operator()(VecIn<double> q);

  /// x becomes M^-1 x.
  void solve(VecOut<double> x) const;
  /// Both dofs() x dofs() and dofs().
  void lower(MatOut<double> L) const;
  void diagonal(VecOut<double> D) const;  ///< dofs() entries, all positive

 private:
  struct Workspace;
  Owned<Workspace> work_;
};

}  // namespace alembert
