// M = L^T D L for a mass matrix whose zeros follow a tree (Featherstone 2008, section 6.5): the
// factor fills in no zero, so the cost is O(n · depth^2), and nothing is allocated.
#pragma once

#include <limits>
#include <vector>

#include "alembert/model.hpp"
#include "alembert/scalar.hpp"

namespace alembert {

template <typename S>
class TreeCholesky {
 public:
  explicit TreeCholesky(const Model& model) : parent_(static_cast<std::size_t>(model.dofs()), -1) {
    if (model.coupled()) {
      // A coordinate that moves joints on several branches ties them together: treat as a chain.
      for (std::size_t c = 1; c < parent_.size(); ++c) parent_[c] = static_cast<int>(c) - 1;
      return;
    }
    for (const ModelJoint& joint : model.joints()) {
      if (joint.parent < 0) continue;
      parent_[static_cast<std::size_t>(joint.coordinate)] = model.joint(joint.parent).coordinate;
    }
  }

  /// Overwrites the lower triangle of M by L (unit diagonal, not stored) and its diagonal by the
  /// reciprocal of D. False if M is not positive definite to rounding.
  [[nodiscard]] bool factorise(MatOut<S> M) {
    const int n = static_cast<int>(parent_.size());
    const double rounding = n * std::numeric_limits<double>::epsilon();
    for (int c = 0; c < n; ++c) floor_[static_cast<std::size_t>(c)] = rounding * M(c, c);
    for (int k = n - 1; k >= 0; --k) {
      if (!(M(k, k) > floor_[static_cast<std::size_t>(k)])) return false;
      const S reciprocal = S(1) / M(k, k);
      for (int i = parent(k); i >= 0; i = parent(i)) {
        const S factor = M(k, i) * reciprocal;
        for (int j = i; j >= 0; j = parent(j)) M(i, j) -= factor * M(k, j);
        M(k, i) = factor;
      }
      M(k, k) = reciprocal;
    }
    return true;
  }

  /// x becomes the solution of L^T D L x = x, for a factorised M.
  void solve(const Eigen::Ref<const MatX<S>>& M, VecOut<S> x) const {
    const int n = static_cast<int>(parent_.size());
    for (int k = n - 1; k >= 0; --k) {
      for (int i = parent(k); i >= 0; i = parent(i)) x[i] -= M(k, i) * x[k];
    }
    for (int k = 0; k < n; ++k) {
      x[k] *= M(k, k);
      for (int i = parent(k); i >= 0; i = parent(i)) x[k] -= M(k, i) * x[i];
    }
  }

 private:
  int parent(int c) const { return parent_[static_cast<std::size_t>(c)]; }

  std::vector<int> parent_;
  std::vector<S> floor_ = std::vector<S>(parent_.size());  // smallest pivot to be believed
};

}  // namespace alembert
