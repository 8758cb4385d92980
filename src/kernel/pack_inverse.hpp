// M^-1 of as many states as a pack has lanes, and its products with right sides, for joints of
// which parents come before children. Every entry is a pack, so nothing hangs on neighbours:
//
//   M = L^T D L              Featherstone 2008, section 6.5: no zero is filled in
//   L M^-1 = D^-1 L^-T       which is zero below its diagonal, and D^-1 on it: so row k of M^-1 is,
//                            up to there, e_k / D_k - sum over i before k of L_ki row i
#pragma once

#include <algorithm>
#include <vector>

#include "alembert/model.hpp"
#include "kernel/chain_factor.hpp"
#include "kernel/drives.hpp"
#include "kernel/joint_matrix.hpp"
#include "kernel/pivot_floors.hpp"

namespace alembert {

template <typename S>
class PackInverse {
 public:
  /// Entries of two matrices of right sides.
  struct Side {
    S by_q, by_v;
  };

  explicit PackInverse(const Model& model);

  /// Row k of M: entries from the first joint before k to k itself, all to be set before each
  /// invert.
  S* row(int k) { return M_.data() + k * n_; }
  /// How many joints are before k.
  int depth(int k) const { return begins_[k + 1] - begins_[k]; }
  /// Entry (k, j) of the right sides, k being j or before or behind it: all others are zero.
  Side& side(int k, int j) { return sides_[j * n_ + k]; }

  /// Sets `inverse`, whose rows lie one behind the other, and x to M^-1 x. Returns how many pivots
  /// are above their floors: where some are not, results are of no use.
  S invert(S* x, S* inverse) {
    if (chain_ && n_ == 7) return invert_arm<7>(x, inverse);
    if (chain_ && n_ == 6) return invert_arm<6>(x, inverse);
    return invert_tree(x, inverse);
  }

  /// x = -inverse by_q, y = -inverse by_v.
  void multiply(const S* inverse, const JointMatrix<S>& x, const JointMatrix<S>& y) const {
    if (chain_ && n_ == 7) return multiply_all<7>(inverse, x, y);
    if (chain_ && n_ == 6) return multiply_all<6>(inverse, x, y);
    multiply_all<0>(inverse, x, y);
  }

 private:
  /// Columns, one or two, whose entries are zero in the same rows.
  struct Columns {
    int count, of[2];
    int begin, end;  // of rows_
  };
  /// As many rows of two columns of both as registers hold.
#if defined(__x86_64__) && !defined(__AVX512F__)
  static constexpr int together = 2;
#else
  static constexpr int together = 4;
#endif

  void set_columns(const Model& model);
  ALEMBERT_FLATTEN S invert_tree(S* x, S* inverse);
  /// The same of a chain of N, as straight-line code in registers.
  template <int N>
  ALEMBERT_FLATTEN S invert_arm(S* x, S* inverse);
  template <int count>
  void set_row(int k, int column, S* inverse);
  /// N: of a chain of so many, or of anything where it is zero.
  template <int N>
  ALEMBERT_FLATTEN void multiply_all(const S* inverse, const JointMatrix<S>& x,
                                     const JointMatrix<S>& y) const;
  template <int N, int rows, int columns>
  void multiply_some(const Columns& of, const S* inverse, int row, const JointMatrix<S>& x,
                     const JointMatrix<S>& y) const;
  /// Calls work<most>(0), work<most>(most), … and with what is left of n halves of that, and so on.
  template <int most, typename Work>
  static void in_groups(int n, Work work, int first = 0) {
    for (; first + most <= n; first += most) work.template operator()<most>(first);
    if constexpr (most > 4) {
      if (first < n) in_groups<most / 2>(n, work, first);
    } else {
      unrolled<most>([&](auto left) {
        if constexpr (left > 0) {
          if (n - first == left) work.template operator()<left>(first);
        }
      });
    }
  }

  int n_;
  bool chain_ = true;
  std::vector<ConstantOf<S>> floors_;
  std::vector<int> begins_ = {0}, before_;  // to the parent
  std::vector<int> rows_;
  std::vector<Columns> columns_;
  std::vector<S> M_, reciprocals_;
  std::vector<Side> sides_;  // column by column
};

template <typename S>
PackInverse<S>::PackInverse(const Model& model)
    : n_(model.joint_count()), M_(n_ * n_, S(0)), reciprocals_(n_), sides_(n_ * n_) {
  for (const double floor : pivot_floors<ConstantOf<S>>(model, Pivots::elimination)) {
    floors_.push_back(static_cast<ConstantOf<S>>(floor));
  }
  for (int k = 0; k < n_; ++k) {
    chain_ &= model.joint(k).parent == k - 1;
    for (int i = model.joint(k).parent; i >= 0; i = model.joint(i).parent) before_.push_back(i);
    std::reverse(before_.begin() + begins_.back(), before_.end());
    begins_.push_back(static_cast<int>(before_.size()));
  }
  set_columns(model);
}

template <typename S>
void PackInverse<S>::set_columns(const Model& model) {
  const auto is_before = [&](int i, int k) {
    while (k > i) k = model.joint(k).parent;
    return k == i;
  };
  std::vector<bool> taken(n_, false);
  for (int j = 0; j < n_; ++j) {
    if (taken[j]) continue;
    Columns columns{1, {j, j}, static_cast<int>(rows_.size()), 0};
    int children = 0;
    for (int k = 0; k < n_; ++k) {
      if (k < j ? is_before(k, j) : is_before(j, k)) rows_.push_back(k);
      if (model.joint(k).parent != j) continue;
      ++children;
      columns.of[1] = k;
    }
    columns.end = static_cast<int>(rows_.size());
    // What is before or behind an only child is before or behind its parent.
    if (children == 1) {
      columns.count = 2;
      taken[columns.of[1]] = true;
    }
    columns_.push_back(columns);
  }
}

template <typename S>
S PackInverse<S>::invert_tree(S* x, S* inverse) {
  S definite(0);
  for (int k = n_ - 1; k >= 0; --k) {
    const int* before = before_.data() + begins_[k];
    const int depth = this->depth(k);
    S* own = row(k);
    const S pivot = own[depth], reciprocal = S(1) / pivot, known = x[k];
    definite += Drive<S>::sign_of(S(pivot - S(floors_[k])));
    reciprocals_[k] = reciprocal;
    for (int d = depth - 1; d >= 0; --d) {
      const S factor = own[d] * reciprocal;
      S* other = row(before[d]);
      in_groups<4>(d + 1, [&]<int count>(int first) {
        unrolled<count>([&](auto c) { other[first + c] -= factor * own[first + c]; });
      });
      x[before[d]] -= factor * known;
      own[d] = factor;  // nobody asks for it again
    }
  }
  for (int k = 0; k < n_; ++k) {
    in_groups<8>(k, [&]<int count>(int first) { set_row<count>(k, first, inverse); });
    const int* before = before_.data() + begins_[k];
    const S* L = row(k);
    S sum = reciprocals_[k], solved = sum * x[k];
    for (int d = 0; d < depth(k); ++d) {
      sum -= L[d] * inverse[k * n_ + before[d]];
      solved -= L[d] * x[before[d]];
    }
    inverse[k * n_ + k] = sum;
    x[k] = solved;
  }
  return definite;
}

/// Some columns of row k, and rows of column k.
template <typename S>
template <int count>
void PackInverse<S>::set_row(int k, int column, S* inverse) {
  const int *before = before_.data() + begins_[k], n = n_, depth = this->depth(k);
  const S* L = row(k);
  S sum[count];
  unrolled<count>([&](auto c) { sum[c] = S(0); });
  for (int d = 0; d < depth; ++d) {
    const S factor = L[d], *other = inverse + before[d] * n + column;
    unrolled<count>([&](auto c) { sum[c] -= factor * other[c]; });
  }
  unrolled<count>([&](auto c) {
    inverse[k * n + column + c] = sum[c];
    inverse[(column + c) * n + k] = sum[c];
  });
}

template <typename S>
template <int N>
S PackInverse<S>::invert_arm(S* x, S* inverse) {
  S y[N], definite(0);
  unrolled<N>([&](auto k) { y[k] = x[k]; });
  const ChainFactor<S, N> factor(
      [&](int k, int i) { return M_[k * N + i]; },
      [&](int k, const S& pivot) { definite += Drive<S>::sign_of(S(pivot - S(floors_[k]))); }, y);
  unrolled<N>([&](auto k) {
    S sum = factor.reciprocals[k];
    unrolled<k>([&](auto j) {
      S entry(0);
      unrolled<k>([&](auto i) { entry -= factor.L[k][i] * inverse[i * N + j]; });
      inverse[k * N + j] = inverse[j * N + k] = entry;
      sum -= factor.L[k][j] * entry;
    });
    inverse[k * N + k] = sum;
    x[k] = y[k];
  });
  return definite;
}

template <typename S>
template <int N>
void PackInverse<S>::multiply_all(const S* inverse, const JointMatrix<S>& x,
                                  const JointMatrix<S>& y) const {
  const int n = N > 0 ? N : n_;
  for (const Columns& of : columns_) {
    if (of.count == 2) {
      in_groups<together>(
          n, [&]<int rows>(int row) { multiply_some<N, rows, 2>(of, inverse, row, x, y); });
    } else {
      in_groups<2 * together>(
          n, [&]<int rows>(int row) { multiply_some<N, rows, 1>(of, inverse, row, x, y); });
    }
  }
}

template <typename S>
template <int N, int rows, int columns>
void PackInverse<S>::multiply_some(const Columns& of, const S* inverse, int row,
                                   const JointMatrix<S>& x, const JointMatrix<S>& y) const {
  const int n = N > 0 ? N : n_;
  const Side* sides[columns];
  unrolled<columns>([&](auto c) { sides[c] = sides_.data() + of.of[c] * n; });
  S by_q[columns][rows], by_v[columns][rows];
  inverse += row;
  const auto add = [&](int k, auto begins) {
    S some[rows];
    unrolled<rows>([&](auto r) { some[r] = inverse[k * n + r]; });
    unrolled<columns>([&](auto c) {
      const Side side = sides[c][k];
      if constexpr (begins) {
        const S less_q = -side.by_q, less_v = -side.by_v;
        unrolled<rows>([&](auto r) {
          by_q[c][r] = less_q * some[r];
          by_v[c][r] = less_v * some[r];
        });
      } else {
        unrolled<rows>([&](auto r) {
          by_q[c][r] -= side.by_q * some[r];
          by_v[c][r] -= side.by_v * some[r];
        });
      }
    });
  };
  if constexpr (N > 0) {
    unrolled<N>([&](auto k) { add(k, std::bool_constant<k == 0>()); });
  } else {
    const int *k = rows_.data() + of.begin, *end = rows_.data() + of.end;
    add(*k, std::true_type());
    while (++k < end) add(*k, std::false_type());
  }
  unrolled<columns>([&](auto c) {
    unrolled<rows>([&](auto r) {
      x(row + r, of.of[c]) = by_q[c][r];
      y(row + r, of.of[c]) = by_v[c][r];
    });
  });
}

}  // namespace alembert
