// M^-1 from the factor of tree_cholesky.hpp, and its products with matrices whose zeros follow the
// tree. Columns of the inverse are taken in blocks that lie row by row, so that a row is a few
// registers: each row is summed up from the rows it depends on and written once. M^-1 is symmetric:
// of a block the rows up to its last column are computed, and mirrored.
#pragma once

#include <algorithm>
#include <cstring>
#include <limits>
#include <vector>

#include "alembert/pack.hpp"
#include "alembert/scalar.hpp"
#include "kernel/scalar_traits.hpp"
#include "kernel/tree_cholesky.hpp"
#include "kernel/unrolled.hpp"

namespace alembert {

class TreeInverse {
 public:
  explicit TreeInverse(const TreeCholesky& tree);

  /// Of M, which is lost. False if it is not positive definite to rounding.
  [[nodiscard]] bool set(TreeCholesky& tree, MatOut<double> M);
  /// X = -M^-1 B, where B(i, j) is zero unless i is j, before it or behind it.
  ALEMBERT_FLATTEN void negative_product(const Eigen::Ref<const MatX<double>>& B,
                                         MatOut<double> X) const;
  void copy_to(MatOut<double> out) const {
    for (int c = 0; c < n_; ++c) {
      const double* column = inverse_.data() + index(c) * stride_;
      std::copy(column, column + n_, &out(0, c));
    }
  }

 private:
  using P = Pack<double>;
  /// Rows of the inverse that a product takes at a time.
  static constexpr int chunk = 8, packs = chunk / P::width;
  /// For each row the rows that it depends on, and the factors between them.
  struct Sparse {
    std::vector<int> begins = {0}, rows;
    std::vector<double> values;

    void add(const std::vector<int>& more) {
      rows.insert(rows.end(), more.begin(), more.end());
      begins.push_back(static_cast<int>(rows.size()));
      values.resize(rows.size());
    }
    template <typename Work>
    void each(int k, Work work) {
      for (int e = begins[index(k)]; e < begins[index(k + 1)]; ++e)
        work(rows[index(e)], values[index(e)]);
    }
  };
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  template <int count>
  static void gather(const Sparse& by, int k, int last, double scale, P* rows);
  template <int count>
  ALEMBERT_FLATTEN void invert();
  void take_factor(const Eigen::Ref<const MatX<double>>& factor);
  template <int N>
  ALEMBERT_FLATTEN bool invert_arm(const Eigen::Ref<const MatX<double>>& M);
  /// A chunk of rows of `columns` columns from c on; each(work) calls work(k) for the entries k of
  /// these columns that are not zero.
  template <int columns, typename Each>
  void multiply(const Eigen::Ref<const MatX<double>>& B, int row, int c, MatOut<double>& X,
                Each each) const;

  static constexpr int narrow = 8 / P::width, wide = 16 / P::width;
  int n_;
  bool chain_ = true;
  std::size_t stride_;
  Sparse inward_, outward_;  // descendants, ancestors
  std::vector<std::vector<int>> related_;
  std::vector<double> reciprocals_;
  std::vector<P> block_;
  std::vector<double> inverse_;
};

inline TreeInverse::TreeInverse(const TreeCholesky& tree)
    : n_(tree.size()),
      stride_(index((n_ + chunk - 1) / chunk * chunk)),
      related_(index(n_)),
      reciprocals_(index(n_)),
      block_(index(n_ * wide)),
      inverse_(stride_ * index(n_), 0.0) {
  std::vector<std::vector<int>> behind(index(n_));
  for (int k = 0; k < n_; ++k) {
    chain_ &= tree.parent(k) == k - 1;
    std::vector<int> path;
    for (int i = tree.parent(k); i >= 0; i = tree.parent(i)) {
      path.push_back(i);
      behind[index(i)].push_back(k);
    }
    // From the base on: the latest result last, so that the others need not wait for it.
    std::reverse(path.begin(), path.end());
    outward_.add(path);
    related_[index(k)] = path;
    related_[index(k)].push_back(k);
  }
  for (int k = 0; k < n_; ++k) {
    const std::vector<int>& more = behind[index(k)];
    inward_.add(more);
    related_[index(k)].insert(related_[index(k)].end(), more.begin(), more.end());
  }
}

inline bool TreeInverse::set(TreeCholesky& tree, MatOut<double> M) {
  if (chain_) {
    switch (n_) {  // arms: as straight-line code, in registers
      case 5:
        return invert_arm<5>(M);
      case 6:
        return invert_arm<6>(M);
      case 7:
        return invert_arm<7>(M);
      default:
        break;
    }
  }
  if (!tree.factorise(M)) return false;
  take_factor(M);
  n_ <= 8 ? invert<narrow>() : invert<wide>();
  return true;
}

inline void TreeInverse::take_factor(const Eigen::Ref<const MatX<double>>& factor) {
  for (int k = 0; k < n_; ++k) {
    reciprocals_[index(k)] = factor(k, k);
    inward_.each(k, [&](int b, double& value) { value = factor(k, b); });
    outward_.each(k, [&](int i, double& value) { value = factor(i, k); });
  }
}

/// M = L^T D L, and with K = L^-1, whose diagonal is one: M^-1 = K D^-1 K^T.
template <int N>
bool TreeInverse::invert_arm(const Eigen::Ref<const MatX<double>>& M) {
  const double rounding = N * std::numeric_limits<double>::epsilon();
  double A[N][N], D[N], K[N][N];  // A[k][i], i <= k, becomes L
  bool definite = true;
  unrolled<N>([&](auto k) { unrolled<k + 1>([&](auto i) { A[k][i] = M(int(i), int(k)); }); });
  unrolled<N>([&](auto step) {
    constexpr int k = N - 1 - step;
    definite &= A[k][k] > rounding * M(k, k);
    D[k] = 1.0 / A[k][k];
    unrolled<k>([&](auto back) {
      constexpr int i = k - 1 - back;
      const double factor = A[k][i] * D[k];
      unrolled<i + 1>([&](auto j) { A[i][j] -= factor * A[k][j]; });
    });
    unrolled<k>([&](auto i) { A[k][i] *= D[k]; });
  });
  unrolled<N>([&](auto k) {
    unrolled<k>([&](auto i) {
      K[k][i] = -A[k][i];
      unrolled<k>([&](auto j) {
        if constexpr (j > i) K[k][i] -= A[k][j] * K[j][i];
      });
    });
    K[k][k] = 1.0;
  });
  unrolled<N>([&](auto i) {
    unrolled<i + 1>([&](auto j) {
      double sum = K[i][j] * D[j];
      unrolled<j>([&](auto k) { sum += K[i][k] * D[k] * K[j][k]; });
      inverse_[index(j) * stride_ + index(i)] = sum;
      inverse_[index(i) * stride_ + index(j)] = sum;
    });
  });
  return definite;
}

/// row k = scale (row k) - sum of factors times the rows before `last`.
template <int count>
void TreeInverse::gather(const Sparse& by, int k, int last, double scale, P* rows) {
  P sum[count];
  P* mine = rows + k * count;
  unrolled<count>([&](auto p) { sum[p] = P(scale) * mine[p]; });
  const int* from = by.rows.data();
  const double* values = by.values.data();
  const int end = by.begins[index(k + 1)];
  for (int e = by.begins[index(k)]; e < end && from[e] < last; ++e) {
    const P* other = rows + from[e] * count;
    const P factor(values[e]);
    unrolled<count>([&](auto p) { sum[p] -= factor * other[p]; });
  }
  unrolled<count>([&](auto p) { mine[p] = sum[p]; });
}

template <int count>
void TreeInverse::invert() {
  constexpr int width = count * P::width;
  P* rows = block_.data();
  for (int first = 0; first < n_; first += width) {
    const int last = std::min(first + width, n_);
    for (int row = 0; row < last; ++row) {
      double line[width] = {};
      if (row >= first) line[row - first] = 1.0;
      std::memcpy(rows + row * count, line, sizeof line);
    }
    for (int k = last - 1; k >= 0; --k) gather<count>(inward_, k, last, 1.0, rows);
    for (int k = 0; k < last; ++k) gather<count>(outward_, k, last, reciprocals_[index(k)], rows);
    for (int row = 0; row < last; ++row) {
      double line[width];
      std::memcpy(line, rows + row * count, sizeof line);
      for (int c = std::max(first, row); c < last; ++c) {
        inverse_[index(c) * stride_ + index(row)] = line[c - first];
        inverse_[index(row) * stride_ + index(c)] = line[c - first];
      }
    }
  }
}

template <int columns, typename Each>
void TreeInverse::multiply(const Eigen::Ref<const MatX<double>>& B, int row, int c,
                           MatOut<double>& X, Each each) const {
  const double* entries = B.data() + c * B.outerStride();
  const Eigen::Index step = B.outerStride();
  P sum[columns * packs];
  unrolled<columns * packs>([&](auto p) { sum[p] = P(0); });
  each([&](int k) {
    const double* from = inverse_.data() + index(k) * stride_ + index(row);
    P of[packs];
    unrolled<packs>([&](auto p) { std::memcpy(&of[p], from + p * P::width, sizeof(P)); });
    unrolled<columns>([&](auto j) {
      const P factor(entries[k + j * step]);
      unrolled<packs>([&](auto p) { sum[j * packs + p] -= factor * of[p]; });
    });
  });
  unrolled<columns>([&](auto j) {
    double line[chunk];
    unrolled<packs>(
        [&](auto p) { std::memcpy(line + p * P::width, &sum[j * packs + p], sizeof(P)); });
    double* to = &X(row, c + j);
    if (n_ - row >= chunk) {
      std::memcpy(to, line, sizeof line);
    } else {  // few: a call would take longer
      for (int r = 0; r < n_ - row; ++r) to[r] = line[r];
    }
  });
}

inline void TreeInverse::negative_product(const Eigen::Ref<const MatX<double>>& B,
                                          MatOut<double> X) const {
  const auto all = [&](auto work) {
    for (int k = 0; k < n_; ++k) work(k);
  };
  for (int row = 0; row < n_; row += chunk) {  // some rows of the inverse stay near
    int c = 0;
    for (; !chain_ && c < n_; ++c) {
      multiply<1>(B, row, c, X, [&](auto work) {
        for (const int k : related_[index(c)]) work(k);
      });
    }
    for (; c + 4 <= n_; c += 4) multiply<4>(B, row, c, X, all);
    if (n_ - c == 3) multiply<3>(B, row, c, X, all);
    if (n_ - c == 2) multiply<2>(B, row, c, X, all);
    if (n_ - c == 1) multiply<1>(B, row, c, X, all);
  }
}

}  // namespace alembert
