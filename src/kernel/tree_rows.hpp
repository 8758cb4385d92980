// M^-1 and its products, for joints in an order in which whatever is behind a joint follows it
// directly. M lies row by row, row i holding the entries (i, j) for i and all j behind it.
//
//   M = L^T D L              Featherstone 2008, section 6.5: no zero is filled in
//   L M^-1 = D^-1 L^-T       which is zero below its diagonal, and D^-1 on it: so row k of M^-1 is,
//                            up to there, e_k / D_k - sum over i before k of L_ki row i
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "alembert/pack.hpp"
#include "kernel/scalar_traits.hpp"
#include "kernel/unrolled.hpp"

namespace alembert {

/// A joint's place in that order.
struct TreeSlot {
  int joint, parent;  // the second in this order; -1: none
  int end;            // of what is behind it
  int root;           // the first joint that it stands on
};

/// Two numbers that are computed on together.
using Two = Pack<double, 2>;
inline Two load_two(const double* from) {
  Two x;
  std::memcpy(&x, from, sizeof x);
  return x;
}
inline void store_two(const Two& x, double* to) { std::memcpy(to, &x, sizeof x); }

class TreeRows {
 public:
  explicit TreeRows(const std::vector<TreeSlot>& slots);

  /// From one row to the next, of M and of all matrices here: even.
  int stride() const { return stride_; }
  /// Row i of M, to be filled from entry i on.
  double* row(int i) { return M_.data() + i * stride_; }

  /// M becomes M^-1, and x M^-1 x. False, with x of no use, if a pivot is not above its floor.
  [[nodiscard]] bool invert(const double* floors, double* x);
  /// Row or column k of M^-1.
  const double* inverse(int k) const { return inverse_.data() + k * stride_; }
  /// Columns j of -M^-1 A and -M^-1 B, of which columns j are given; rows that are neither j nor
  /// before or behind it are taken for zero.
  /// N: of a chain of so many, or of anything where it is zero.
  template <int N>
  void negative_product(int j, const double* A, const double* B, double* x, double* y) const;

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  /// The joints before k, from its parent on.
  template <typename Work>
  void before(int k, Work work) const {
    for (int e = begins_[index(k)]; e < begins_[index(k + 1)]; ++e) work(before_[index(e)]);
  }
  bool factorise(const double* floors);
  void solve(double* x) const;
  ALEMBERT_FLATTEN void set_inverse();
  /// All of it for a chain of N, as straight-line code in registers.
  template <int N>
  ALEMBERT_FLATTEN bool invert_arm(const double* floors, double* x);
  template <int pairs>
  void set_inverse(int k, int first);
  template <int N, int pairs, typename Each>
  void multiply(int row, const double* A, const double* B, double* x, double* y, Each each) const;

  int n_, stride_;
  bool chain_ = true;
  std::vector<TreeSlot> slots_;
  std::vector<int> begins_ = {0}, before_;
  std::vector<int> related_begins_ = {0}, related_;  // before and behind, and itself
  /// What is subtracted for a joint: row and column, and how far from the joint both are.
  struct Update {
    int entry, row, column;
  };
  std::vector<int> update_begins_ = {0};
  std::vector<Update> updates_;
  std::vector<double> reciprocals_, before_entries_, factors_;
  std::vector<double> M_, inverse_;
};

inline TreeRows::TreeRows(const std::vector<TreeSlot>& slots)
    : n_(static_cast<int>(slots.size())),
      stride_((n_ + 7) / 8 * 8),
      slots_(slots),
      reciprocals_(slots.size()),
      before_entries_(slots.size()),
      factors_(slots.size()),
      M_(index(n_ * stride_ + 2)),
      inverse_(M_) {
  for (int k = 0; k < n_; ++k) {
    chain_ &= slots[index(k)].parent == k - 1;
    const auto first = before_.end() - before_.begin();
    for (int i = slots[index(k)].parent; i >= 0; i = slots[index(i)].parent) before_.push_back(i);
    begins_.push_back(static_cast<int>(before_.size()));
    const int depth = static_cast<int>(before_.size()) - static_cast<int>(first);
    const int* path = before_.data() + first;
    for (int i = 0; i < depth; ++i) {
      for (int j = i; j < depth; ++j) updates_.push_back({path[j] * stride_ + path[i], j, i});
    }
    update_begins_.push_back(static_cast<int>(updates_.size()));
    related_.insert(related_.end(), path, path + depth);
    for (int i = k; i < slots[index(k)].end; ++i) related_.push_back(i);
    related_begins_.push_back(static_cast<int>(related_.size()));
  }
  related_.push_back(0);
}

inline bool TreeRows::invert(const double* floors, double* x) {
  if (chain_ && n_ == 6) return invert_arm<6>(floors, x);
  if (chain_ && n_ == 7) return invert_arm<7>(floors, x);
  if (!factorise(floors)) return false;
  solve(x);
  set_inverse();
  return true;
}

template <int N>
bool TreeRows::invert_arm(const double* floors, double* x) {
  double A[N][N], D[N], K[N][N], y[N];  // A[k][i], i <= k, becomes L
  bool definite = true;
  const double* M = M_.data();
  unrolled<N>([&](auto k) {
    y[k] = x[k];
    unrolled<k + 1>([&](auto i) { A[k][i] = M[i * 8 + k]; });
  });
  unrolled<N>([&](auto step) {
    constexpr int k = N - 1 - step;
    definite &= A[k][k] > floors[k];
    D[k] = 1.0 / A[k][k];
    unrolled<k>([&](auto back) {
      constexpr int i = k - 1 - back;
      const double factor = A[k][i] * D[k];
      unrolled<i + 1>([&](auto j) { A[i][j] -= factor * A[k][j]; });
    });
    unrolled<k>([&](auto i) {
      A[k][i] *= D[k];
      y[i] -= A[k][i] * y[k];
    });
    y[k] *= D[k];
  });
  unrolled<N>([&](auto k) {
    unrolled<k>([&](auto i) {
      y[k] -= A[k][i] * y[i];
      K[k][i] = -A[k][i];
      unrolled<k>([&](auto j) {
        if constexpr (j > i) K[k][i] -= A[k][j] * K[j][i];
      });
    });
    K[k][k] = 1.0;
    x[k] = y[k];
  });
  double* inverse = inverse_.data();
  unrolled<N>([&](auto i) {
    double scaled[N];
    unrolled<i + 1>([&](auto k) { scaled[k] = K[i][k] * D[k]; });
    unrolled<i + 1>([&](auto j) {
      double sum = scaled[j];
      unrolled<j>([&](auto k) { sum += scaled[k] * K[j][k]; });
      inverse[j * 8 + i] = sum;
      inverse[i * 8 + j] = sum;
    });
  });
  return definite;
}

inline bool TreeRows::factorise(const double* floors) {
  double *entries = before_entries_.data(), *factors = factors_.data(), *M = M_.data();
  for (int k = n_ - 1; k >= 0; --k) {
    const double pivot = M[k * stride_ + k];
    if (!(pivot > floors[k])) return false;
    const double reciprocal = reciprocals_[index(k)] = 1.0 / pivot;
    const int first = begins_[index(k)], depth = begins_[index(k + 1)] - first;
    for (int d = 0; d < depth; ++d) {
      double& entry = M[before_[index(first + d)] * stride_ + k];
      entries[d] = entry;
      entry = factors[d] = reciprocal * entry;
    }
    const int end = update_begins_[index(k + 1)];
    for (int e = update_begins_[index(k)]; e < end; ++e) {
      const Update& update = updates_[index(e)];
      M[update.entry] -= entries[update.row] * factors[update.column];
    }
  }
  return true;
}

inline void TreeRows::solve(double* x) const {
  for (int k = n_ - 1; k >= 0; --k) {
    const double known = x[k];
    before(k, [&](int i) { x[i] -= M_[index(i * stride_ + k)] * known; });
  }
  for (int k = 0; k < n_; ++k) {
    double sum = reciprocals_[index(k)] * x[k];
    before(k, [&](int i) { sum -= M_[index(i * stride_ + k)] * x[i]; });
    x[k] = sum;
  }
}

inline void TreeRows::set_inverse() {
  double* inverse = inverse_.data();
  for (int k = 0; k < n_; ++k) {
    // As many columns at once as there are registers for.
    int j = slots_[index(k)].root / 8 * 8;
    const int last = (k + 7) / 8 * 8;
    for (; j + 32 <= last; j += 32) set_inverse<16>(k, j);
    if (last - j == 24) set_inverse<12>(k, j);
    if (last - j == 16) set_inverse<8>(k, j);
    if (last - j == 8) set_inverse<4>(k, j);
    double *to = inverse + k * stride_, sum = reciprocals_[index(k)];
    before(k, [&](int i) { sum -= M_[index(i * stride_ + k)] * to[i]; });
    to[k] = sum;
    double* mirrored = inverse + k;
    for (int i = 0; i < k; ++i) mirrored[i * stride_] = to[i];
  }
}

/// Some columns of row k.
template <int pairs>
void TreeRows::set_inverse(int k, int first) {
  Two sum[pairs];
  unrolled<pairs>([&](auto p) { sum[p] = Two(0); });
  before(k, [&](int i) {
    const double factor = row(i)[k];
    const double* other = inverse_.data() + i * stride_ + first;
    unrolled<pairs>([&](auto p) { sum[p] -= Two(factor) * load_two(other + p * 2); });
  });
  double* to = inverse_.data() + k * stride_ + first;
  unrolled<pairs>([&](auto p) { store_two(sum[p], to + p * 2); });
}

/// Some rows of both; each(work) calls work(k) for the entries that are not zero.
template <int N, int pairs, typename Each>
void TreeRows::multiply(int row, const double* A, const double* B, double* x, double* y,
                        Each each) const {
  Two a[pairs], b[pairs];
  unrolled<pairs>([&](auto p) { a[p] = b[p] = Two(0); });
  each([&](int k) {
    const double* from = inverse_.data() + k * (N > 0 ? 8 : stride_) + row;
    const double by_a = A[k], by_b = B[k];
    unrolled<pairs>([&](auto p) {
      const Two some = load_two(from + p * 2);
      a[p] -= Two(by_a) * some;
      b[p] -= Two(by_b) * some;
    });
  });
  unrolled<pairs>([&](auto p) {
    const int at = row + p * 2, n = N > 0 ? N : n_;
    if (at + 1 < n) {
      store_two(a[p], x + at);
      store_two(b[p], y + at);
    } else if (at < n) {
      x[at] = a[p][0];
      y[at] = b[p][0];
    }
  });
}

template <int N>
void TreeRows::negative_product(int j, const double* A, const double* B, double* x,
                                double* y) const {
  if constexpr (N > 0) {
    return multiply<N, 4>(0, A, B, x, y, [](auto work) { unrolled<N>(work); });
  } else {
    const int *begin = related_.data() + related_begins_[index(j)],
              *end = related_.data() + related_begins_[index(j + 1)];
    const auto each = [&](auto work) {
      int next = *begin;
      for (const int* k = begin + 1; k <= end; ++k) {  // the next is known before it is needed
        const int now = next;
        next = *k;
        work(now);
      }
    };
    int row = 0;
    for (; row + 16 <= stride_; row += 16) multiply<0, 8>(row, A, B, x, y, each);
    if (row < stride_) multiply<0, 4>(row, A, B, x, y, each);
  }
}

}  // namespace alembert
