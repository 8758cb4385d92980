// Columns of two matrices whose zeros follow a tree, and their products with M^-1. An entry of one
// and an entry of the other are a pair of numbers; of a column only the rows of joints before its
// own, of its own, and of all behind it are there, in this order.
#pragma once

#include <vector>

#include "kernel/joint_matrix.hpp"
#include "kernel/tree_rows.hpp"

namespace alembert {

class TreeColumns {
 public:
  struct Outputs {
    JointMatrix<double> x, y, inverse;  // whose columns lie together
  };

  TreeColumns(const std::vector<TreeSlot>& slots, int stride);

  /// The entries of a slot's column: its own, after those of what is before it.
  double* own(int slot) { return entries_.data() + 2 * diagonal_[slot]; }
  /// How many joints are before one.
  int depth(int slot) const { return diagonal_[slot] - begins_[slot]; }

  /// All entries, and where that of two slots is of which one is the other or before it.
  double* entries() { return entries_.data(); }
  std::size_t entry_count() const { return rows_.size(); }
  int position(int row, int column) const {
    return row < column ? begins_[column] + depth(row) : diagonal_[column] + row - column;
  }

  /// The products of both with -M^-1, and M^-1. N: of a chain of so many joints, or of anything
  /// where it is zero.
  template <int N>
  ALEMBERT_FLATTEN void write(const TreeRows& rows, const Outputs& out) const;

 private:
  /// As many pairs of rows of both as registers hold.
#if defined(__x86_64__) && !defined(__AVX512F__)
  static constexpr int together = 4;
#else
  static constexpr int together = 8;
#endif

  /// A slot's columns of the products.
  template <int N>
  void product(int slot, const TreeRows& rows, double* x, double* y) const;
  template <int pairs>
  void multiply(const double* inverse, const int* from, const int* to, const double* entry,
                int left, double* x, double* y) const;

  int stride_;
  std::vector<int> joint_of_;
  std::vector<int> begins_ = {0};  // slot by slot
  std::vector<int> diagonal_;
  std::vector<int> rows_;  // where rows of M^-1 begin, entry by entry
  std::vector<double> entries_;
};

inline TreeColumns::TreeColumns(const std::vector<TreeSlot>& slots, int stride) : stride_(stride) {
  for (int s = 0; s < static_cast<int>(slots.size()); ++s) {
    joint_of_.push_back(slots[s].joint);
    std::vector<int> column;
    for (int i = slots[s].parent; i >= 0; i = slots[i].parent) column.insert(column.begin(), i);
    diagonal_.push_back(begins_.back() + static_cast<int>(column.size()));
    for (int i = s; i < slots[s].end; ++i) column.push_back(i);
    for (const int i : column) rows_.push_back(slots[i].joint * stride);
    begins_.push_back(static_cast<int>(rows_.size()));
  }
  entries_.resize(2 * rows_.size());
}

/// Some rows of both; `left` are still to be written.
template <int pairs>
void TreeColumns::multiply(const double* inverse, const int* from, const int* to,
                           const double* entry, int left, double* x, double* y) const {
  Two a[pairs], b[pairs];
  const auto each = [&](auto work) {
    const double* row = inverse + *from;
    const Two by = load_two(entry), by_a(by[0]), by_b(by[1]);
    unrolled<pairs>([&](auto p) { work(p, by_a, by_b, load_two(row + 2 * p)); });
  };
  each([&](auto p, Two by_a, Two by_b, Two some) {
    a[p] = by_a * some;
    b[p] = by_b * some;
  });
  while (++from != to) {
    entry += 2;
    each([&](auto p, Two by_a, Two by_b, Two some) {
      a[p] += by_a * some;
      b[p] += by_b * some;
    });
  }
  if (left >= 2 * pairs) {
    unrolled<pairs>([&](auto p) {
      store_two(a[p], x + 2 * p);
      store_two(b[p], y + 2 * p);
    });
    return;
  }
  unrolled<pairs>([&](auto p) {
    if (2 * p + 1 < left) {
      store_two(a[p], x + 2 * p);
      store_two(b[p], y + 2 * p);
    } else if (2 * p < left) {
      x[2 * p] = a[p][0];
      y[2 * p] = b[p][0];
    }
  });
}

template <int N>
void TreeColumns::product(int slot, const TreeRows& rows, double* x, double* y) const {
  const double* inverse = rows.negative_inverse(0);
  if constexpr (N > 0) {
    const double* entry = entries_.data() + 2 * N * slot;
    Two a[4], b[4];
    unrolled<N>([&](auto k) {
      const Two by = load_two(entry + 2 * k), by_a(by[0]), by_b(by[1]);
      unrolled<4>([&](auto p) {
        const Two some = load_two(inverse + 8 * k + 2 * p);
        a[p] = k == 0 ? by_a * some : a[p] + by_a * some;
        b[p] = k == 0 ? by_b * some : b[p] + by_b * some;
      });
    });
    unrolled<N / 2>([&](auto p) {
      store_two(a[p], x + 2 * p);
      store_two(b[p], y + 2 * p);
    });
    if constexpr (N % 2 == 1) {
      x[N - 1] = a[N / 2][0];
      y[N - 1] = b[N / 2][0];
    }
  } else {
    const int n = static_cast<int>(diagonal_.size()), begin = begins_[slot];
    const int *from = rows_.data() + begin, *to = rows_.data() + begins_[slot + 1];
    const double* entry = entries_.data() + 2 * begin;
    int r = 0;
    for (; r + 2 * together <= stride_; r += 2 * together) {
      multiply<together>(inverse + r, from, to, entry, n - r, x + r, y + r);
    }
    if (r < stride_) multiply<4>(inverse + r, from, to, entry, n - r, x + r, y + r);
  }
}

template <int N>
void TreeColumns::write(const TreeRows& rows, const Outputs& out) const {
  const int n = N > 0 ? N : static_cast<int>(joint_of_.size());
  for (int s = 0; s < n; ++s) {
    const int j = joint_of_[s];
    product<N>(s, rows, &out.x(0, j), &out.y(0, j));
    const double* inverse = rows.negative_inverse(j);
    double* to = &out.inverse(0, j);
    for (int r = 0; r + 1 < n; r += 2) store_two(-load_two(inverse + r), to + r);
    if (n % 2 == 1) to[n - 1] = -inverse[n - 1];
  }
}

}  // namespace alembert
