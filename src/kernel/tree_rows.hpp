// M^-1 for joints in an order in which whatever is behind a joint follows it directly: slots. Of
// column k of M only the entries of joints before k are there, from the base on, and its own.
//
//   M = L^T D L              Featherstone 2008, section 6.5: no zero is filled in
//   L M^-1 = D^-1 L^-T       which is zero below its diagonal, and D^-1 on it: so row k of M^-1 is,
//                            up to there, e_k / D_k - sum over i before k of L_ki row i
//
// Rows and columns of M^-1 stand in the model's own order: there, too, no joint is before its
// parent.
#pragma once

#include <cstring>
#include <vector>

#include "alembert/model.hpp"
#include "kernel/chain_factor.hpp"
#include "kernel/pack.hpp"
#include "kernel/scalar_traits.hpp"

namespace alembert {

/// A joint's place in that order.
struct TreeSlot {
  int joint, parent;  // the second in this order; -1: none
  int end;            // of what is behind it
};
/// For each joint the one before it, a lower number, or -1.
std::vector<TreeSlot> tree_slots(const std::vector<int>& parents);
std::vector<TreeSlot> tree_slots(const Model& model);

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

  /// From one row of M^-1 to the next: a multiple of 8.
  int stride() const { return stride_; }
  /// Column k of M, to be filled; `column_step` from one to the next in a chain of at most 8.
  static constexpr int column_step = 8;
  double* column(int k) { return M_.data() + column_begins_[k]; }
  /// Where in them the entry of the joint that has `depth` others before it is.
  int position(int k, int depth) const { return column_begins_[k] + depth; }
  std::size_t entry_count() const { return M_.size(); }

  /// M becomes -M^-1, and x M^-1 x. False, with x of no use, if a pivot is not above its floor.
  [[nodiscard]] bool invert(const double* floors, double* x);
  /// Row or column k of -M^-1, both in the model's order.
  const double* negative_inverse(int k) const { return inverse_.data() + k * stride_; }

 private:
  /// The joints before one, from its parent on, and the entries of L.
  struct Before {
    const int* slots;
    double* factors;
    int depth;
  };
  Before before(int k) {
    const int first = begins_[k];
    return {before_.data() + first, factors_.data() + first, begins_[k + 1] - first};
  }
  bool factorise(const double* floors);
  void solve(double* x);
  ALEMBERT_FLATTEN void set_inverse();
  /// All of it for a chain of N, as straight-line code in registers.
  template <int N>
  ALEMBERT_FLATTEN bool invert_arm(const double* floors, double* x);
  template <int pairs>
  void set_inverse(int slot, int row, int first);

  int n_, stride_;
  bool chain_ = true;
  std::vector<int> slot_of_;                // joint by joint
  std::vector<int> begins_ = {0}, before_;  // slot by slot
  std::vector<int> rows_before_;            // where their rows of M^-1 begin
  std::vector<int> column_begins_;
  std::vector<double> reciprocals_, factors_;
  std::vector<double> M_, inverse_;
};

inline TreeRows::TreeRows(const std::vector<TreeSlot>& slots)
    : n_(static_cast<int>(slots.size())),
      stride_((n_ + 7) / 8 * 8),
      slot_of_(slots.size()),
      reciprocals_(slots.size()),
      inverse_(stride_ * stride_) {
  for (int k = 0; k < n_; ++k) {
    chain_ &= slots[k].parent == k - 1;
    slot_of_[slots[k].joint] = k;
    for (int i = slots[k].parent; i >= 0; i = slots[i].parent) {
      before_.push_back(i);
      rows_before_.push_back(slots[i].joint * stride_);
    }
    begins_.push_back(static_cast<int>(before_.size()));
    // An even count of numbers each: columns are subtracted from each other by twos.
    const int count = begins_[k + 1] - begins_[k] + 1;
    column_begins_.push_back(static_cast<int>(M_.size()));
    M_.resize(M_.size() + (n_ <= column_step ? column_step : (count + 1) / 2 * 2));
  }
  factors_.resize(before_.size());
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
  double K[N][N], y[N];  // the inverse of L
  bool definite = true;
  const double* M = M_.data();
  unrolled<N>([&](auto k) { y[k] = x[k]; });
  const ChainFactor<double, N> factor([&](int k, int i) { return M[k * column_step + i]; },
                                      [&](int k, double pivot) { definite &= pivot > floors[k]; },
                                      y);
  unrolled<N>([&](auto k) {
    unrolled<k>([&](auto i) {
      K[k][i] = -factor.L[k][i];
      unrolled<k>([&](auto j) {
        if constexpr (j > i) K[k][i] -= factor.L[k][j] * K[j][i];
      });
    });
    K[k][k] = 1.0;
    x[k] = y[k];
  });
  double* inverse = inverse_.data();
  unrolled<N>([&](auto i) {
    double scaled[N];
    unrolled<i + 1>([&](auto k) { scaled[k] = -K[i][k] * factor.reciprocals[k]; });
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
  for (int k = n_ - 1; k >= 0; --k) {
    const auto [slots, factors, depth] = before(k);
    const double* const entries = column(k);
    const double pivot = entries[depth];
    if (!(pivot > floors[k])) return false;
    const double reciprocal = reciprocals_[k] = 1.0 / pivot;
    for (int d = 0; d < depth; ++d) {
      const int last = depth - 1 - d;  // of the entries of that column
      const double factor = factors[d] = reciprocal * entries[last];
      double* const to = column(slots[d]);
      for (int e = 0; e <= last; e += 2) {
        store_two(load_two(to + e) - Two(factor) * load_two(entries + e), to + e);
      }
    }
  }
  return true;
}

inline void TreeRows::solve(double* x) {
  for (int k = n_ - 1; k >= 0; --k) {
    const double known = x[k];
    const auto [slots, factors, depth] = before(k);
    for (int d = 0; d < depth; ++d) x[slots[d]] -= factors[d] * known;
  }
  for (int k = 0; k < n_; ++k) {
    double sum = reciprocals_[k] * x[k];
    const auto [slots, factors, depth] = before(k);
    for (int d = 0; d < depth; ++d) sum -= factors[d] * x[slots[d]];
    x[k] = sum;
  }
}

inline void TreeRows::set_inverse() {
  double* const inverse = inverse_.data();
  const int stride = stride_;
  for (int row = 0; row < n_; ++row) {
    const int slot = slot_of_[row];
    // As many columns at once as there are registers for.
    int c = 0;
    const int last = (row + 7) / 8 * 8;
    for (; c + 16 <= last; c += 16) set_inverse<8>(slot, row, c);
    if (c < last) set_inverse<4>(slot, row, c);
    double *to = inverse + row * stride, sum = -reciprocals_[slot];
    const auto [slots, factors, depth] = before(slot);
    const int* rows = rows_before_.data() + begins_[slot];
    for (int d = 0; d < depth; ++d) sum -= factors[d] * inverse[rows[d] + row];
    to[row] = sum;
  }
}

/// Some columns of a row of -M^-1, and their mirror image.
template <int pairs>
void TreeRows::set_inverse(int slot, int row, int first) {
  Two sum[pairs];
  unrolled<pairs>([&](auto p) { sum[p] = Two(0); });
  const auto [slots, factors, depth] = before(slot);
  const int* rows = rows_before_.data() + begins_[slot];
  double* const from = inverse_.data() + first;
  const int stride = stride_;
  for (int d = 0; d < depth; ++d) {
    const Two factor(factors[d]);
    const double* other = from + rows[d];
    unrolled<pairs>([&](auto p) { sum[p] -= factor * load_two(other + p * 2); });
  }
  double *to = from + row * stride, *mirrored = inverse_.data() + first * stride + row;
  unrolled<pairs>([&](auto p) {
    store_two(sum[p], to + p * 2);
    mirrored[(2 * p) * stride] = sum[p][0];
    mirrored[(2 * p + 1) * stride] = sum[p][1];
  });
}

}  // namespace alembert
