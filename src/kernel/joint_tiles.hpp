// Products of all joints of one group with all of another: a square of a matrix at a time, in
// registers.
#pragma once

#include "kernel/joint_groups.hpp"
#include "kernel/joint_matrix.hpp"
#include "kernel/transposed.hpp"

namespace ALEMBERT_OF_REGISTERS {

/// A square, column by column.
struct Tile {
  Lane columns[group_size][group_packs];
};

/// Structs of numbers across a group are arrays of numbers.
template <typename T>
const double* numbers_across(const T& x) {
  static_assert(sizeof(T) % sizeof(Across) == 0);
  return reinterpret_cast<const double*>(&x);
}

/// K numbers of each joint of a group, as the columns of many tiles are multiplied with them: each
/// in all lanes of a register.
template <int K>
struct Factors {
  Lane of[K][group_size];

  template <typename T>
  explicit Factors(const T& x) {
    static_assert(sizeof(T) >= K * sizeof(Across));
    const double* from = numbers_across(x);
    unrolled<K>([&](auto k) {
      unrolled<group_size>([&](auto c) { of[k][c] = Lane(from[k * group_size + c]); });
    });
  }
};

/// Entry (r, c) becomes the sum over K of number k of r times number k of c.
template <int K, typename T>
Tile products(const T& x, const Factors<K>& columns) {
  static_assert(sizeof(T) >= K * sizeof(Across));
  const double* rows = numbers_across(x);
  Tile tile;
  unrolled<K>([&](auto k) {
    unrolled<group_packs>([&](auto p) {
      const Lane row = load_pack(rows + k * group_size + p * Lane::width);
      unrolled<group_size>([&](auto c) {
        Lane& entries = tile.columns[c][p];
        if constexpr (k == 0) {
          entries = row * columns.of[k][c];
        } else {
          entries += row * columns.of[k][c];
        }
      });
    });
  });
  return tile;
}

inline Tile transposed(const Tile& tile) {
  using Squares = Transposed<double, 1>;
  Tile out;
  unrolled<group_packs>([&](auto p) {
    unrolled<group_packs>([&](auto q) {
      typename Squares::template Registers<Lane::width> square;
      unrolled<Lane::width>([&](auto k) { square[k] = tile.columns[q * Lane::width + k][p]; });
      Squares::template transpose<Lane::width>(square);
      unrolled<Lane::width>([&](auto k) { out.columns[p * Lane::width + k][q] = square[k]; });
    });
  });
  return out;
}

/// A square on the diagonal: `upper` on it and above.
inline Tile merged(const Tile& upper, const Tile& lower) {
  Tile out;
  unrolled<group_size>([&](auto c) {
    unrolled<group_packs>([&](auto p) {
      const Lane &above = upper.columns[c][p], &below = lower.columns[c][p];
      out.columns[c][p] = [&]<int... l>(std::integer_sequence<int, l...>) {
        constexpr int row = p * Lane::width, width = Lane::width;
        return Lane(
            __builtin_shufflevector(above.lanes, below.lanes, (row + l <= c ? l : l + width)...));
      }
      (std::make_integer_sequence<int, Lane::width>());
    });
  });
  return out;
}

/// Into a matrix whose columns lie together. Not full: as many rows and columns as there are.
template <bool full>
void put(const Tile& tile, JointGroups::Group rows, JointGroups::Group columns,
         JointMatrix<double> matrix) {
  double* to = matrix.data + rows.joint + columns.joint * matrix.column_step;
  unrolled<group_size>([&](auto c) {
    if (!full && c >= columns.count) return;
    unrolled<group_packs>([&](auto p) {
      const Lane& entries = tile.columns[c][p];
      double* at = to + c * matrix.column_step + p * Lane::width;
      if (full || (p + 1) * Lane::width <= rows.count) return store_pack(entries, at);
      unrolled<Lane::width>([&](auto l) {
        if (p * Lane::width + l < rows.count) at[l] = entries[l];
      });
    });
  });
}
/// The same where that is not known before.
inline void put(const Tile& tile, JointGroups::Group rows, JointGroups::Group columns,
                JointMatrix<double> matrix) {
  if (rows.count == group_size && columns.count == group_size) {
    put<true>(tile, rows, columns, matrix);
  } else {
    put<false>(tile, rows, columns, matrix);
  }
}

/// The entries of M between group g of run r and what is before it: S_i · IS_j.
inline void set_mass_matrix(int r, int g, const JointGroups& groups,
                            const small::Motion6<Across>* S, const small::Force6<Across>& IS,
                            JointMatrix<double> M) {
  const JointGroups::Group* all = groups.all().data();
  const JointGroups::Group own = all[g];
  const Factors<6> factors(IS);
  groups.each_before(r, g, [&](int before, auto full) {
    const Tile tile = products(S[before], factors);
    put<full>(tile, all[before], own, M);
    put<full>(transposed(tile), own, all[before], M);
  });
  const Tile tile = products(S[g], factors);
  put(merged(tile, transposed(tile)), own, own, M);
}

}  // namespace ALEMBERT_OF_REGISTERS
