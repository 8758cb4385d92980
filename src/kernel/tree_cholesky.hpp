// M = L^T D L for a mass matrix whose zeros follow a tree (Featherstone 2008, section 6.5): the
// factor fills in no zero, so the cost is O(n · depth^2), and nothing is allocated.
#pragma once

#include <limits>
#include <vector>

#include "alembert/model.hpp"
#include "alembert/scalar.hpp"
#include "kernel/chain_factor.hpp"
#include "kernel/coordinate_tree.hpp"
#include "kernel/pack.hpp"
#include "kernel/scalar_traits.hpp"

namespace alembert {

class TreeCholesky {
 public:
  explicit TreeCholesky(const Model& model) : parent_(coordinate_parents(model)) {
    for (std::size_t c = 0; c < parent_.size(); ++c)
      chain_ &= parent_[c] == static_cast<int>(c) - 1;
  }

  int size() const { return static_cast<int>(parent_.size()); }
  /// The coordinate before, on the way to the base; -1: none.
  int parent(int c) const { return parent_[c]; }

  /// Overwrites the upper triangle of M by L^T (unit diagonal, not stored) and its diagonal by the
  /// reciprocal of D; what is below is lost. False if M is not positive definite to rounding.
  [[nodiscard]] bool factorise(MatOut<double> M) {
    const int n = static_cast<int>(parent_.size());
    const double rounding = n * std::numeric_limits<double>::epsilon();
    for (int c = 0; c < n; ++c) floor_[c] = rounding * M(c, c);
    for (int k = n - 1; k >= 0; --k) {
      double* column = &M(0, k);
      if (!(column[k] > floor_[k])) return false;
      const double reciprocal = 1.0 / column[k];
      for (int i = parent(k); i >= 0; i = parent(i)) {
        subtract(column[i] * reciprocal, column, i, &M(0, i));
      }
      for (int i = parent(k); i >= 0; i = parent(i)) column[i] *= reciprocal;
      column[k] = reciprocal;
    }
    return true;
  }

  /// x becomes the solution of L^T D L x = x, for a factorised M.
  void solve(const Eigen::Ref<const MatX<double>>& M, VecOut<double> x) const {
    const int n = static_cast<int>(parent_.size());
    for (int k = n - 1; k >= 0; --k) {
      const double* column = M.data() + k * M.outerStride();
      const double known = x[k];
      for (int i = parent(k); i >= 0; i = parent(i)) x[i] -= column[i] * known;
    }
    for (int k = 0; k < n; ++k) {
      const double* column = M.data() + k * M.outerStride();
      double sum = x[k] * column[k];
      if (chain_) {  // the latest result last: the others need not wait for it
        for (int i = 0; i < k; ++i) sum -= column[i] * x[i];
      } else {
        for (int i = parent(k); i >= 0; i = parent(i)) sum -= column[i] * x[i];
      }
      x[k] = sum;
    }
  }

  /// Both at once. False, with x of no use, if M is not positive definite to rounding.
  [[nodiscard]] bool factorise_and_solve(MatOut<double> M, VecOut<double> x) {
    if (chain_) {
      switch (parent_.size()) {  // arms: as straight-line code, in registers
        case 5:
          return solve_arm<5>(M, x);
        case 6:
          return solve_arm<6>(M, x);
        case 7:
          return solve_arm<7>(M, x);
        default:
          break;
      }
    }
    if (!factorise(M)) return false;
    solve(M, x);
    return true;
  }

 private:
  template <int N>
  ALEMBERT_FLATTEN static bool solve_arm(const MatOut<double>& M, VecOut<double>& x) {
    const double rounding = N * std::numeric_limits<double>::epsilon();
    double y[N];
    bool definite = true;
    unrolled<N>([&](auto k) { y[k] = x[int(k)]; });
    ChainFactor<double, N>([&](int k, int i) { return M(i, k); },
                           [&](int k, double pivot) { definite &= pivot > rounding * M(k, k); }, y);
    unrolled<N>([&](auto k) { x[int(k)] = y[k]; });
    return definite;
  }

  /// Subtracts factor times the entries of one column from another's, at i and its ancestors.
  void subtract(const double& factor, const double* from, int i, double* column) const {
    if (!chain_) {
      for (int j = i; j >= 0; j = parent(j)) column[j] -= factor * from[j];
      return;
    }
    // By twos: the one entry too many that is written when i is even is below the diagonal.
    using P = Pack<double, 2>;
    for (int j = 0; j <= i; j += 2) {
      P a, b;
      __builtin_memcpy(&a, from + j, sizeof a);
      __builtin_memcpy(&b, column + j, sizeof b);
      b -= P(factor) * a;
      __builtin_memcpy(column + j, &b, sizeof b);
    }
  }

  std::vector<int> parent_;
  bool chain_ = true;  // every coordinate follows the one before
  std::vector<double> floor_ =
      std::vector<double>(parent_.size());  // smallest pivot to be believed
};

}  // namespace alembert
