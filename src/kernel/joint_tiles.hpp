// Products of all joints of one group with all of another: a square of a matrix at a time, in
// registers.
#pragma once

#include "kernel/joint_groups.hpp"
#include "kernel/joint_matrix.hpp"

namespace alembert {

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

/// Entry (r, c) becomes the sum over K of number k of r times number k of c.
template <int K>
Tile products(const double* rows, const double* columns) {
  Tile tile;
  unrolled<K>([&](auto k) {
    Lane row[group_packs];
    unrolled<group_packs>(
        [&](auto p) { row[p] = load_pack(rows + k * group_size + p * Lane::width); });
    unrolled<group_size>([&](auto c) {
      const Lane factor(columns[k * group_size + c]);
      unrolled<group_packs>([&](auto p) {
        if constexpr (k == 0) {
          tile.columns[c][p] = row[p] * factor;
        } else {
          tile.columns[c][p] += row[p] * factor;
        }
      });
    });
  });
  return tile;
}

inline Tile transposed(const Tile& tile) {
  Tile out;
  unrolled<group_size>([&](auto c) {
    unrolled<group_packs>([&](auto p) {
      const auto& from = tile.columns;
      constexpr int at = c / Lane::width, lane = c % Lane::width;
      if constexpr (Lane::width == 2) {
        out.columns[c][p] = Lane(__builtin_shufflevector(
            from[2 * p][at].lanes, from[2 * p + 1][at].lanes, lane, lane + 2));
      } else {
        out.columns[c][p] = Lane(0);
        unrolled<Lane::width>(
            [&](auto l) { out.columns[c][p].set(l, from[p * Lane::width + l][at][lane]); });
      }
    });
  });
  return out;
}

/// A square on the diagonal: `upper` on it and above.
inline Tile merged(const Tile& upper, const Tile& lower) {
  Tile out;
  unrolled<group_size>([&](auto c) {
    unrolled<group_packs>([&](auto p) {
      constexpr int above = c + 1 - p * Lane::width;  // so many rows of this register
      Lane& to = out.columns[c][p];
      to = (above > 0 ? upper : lower).columns[c][p];
      unrolled<Lane::width>([&](auto l) {
        if constexpr (above > 0 && l >= above) to.set(l, lower.columns[c][p][l]);
      });
    });
  });
  return out;
}

/// A part of a square, as many rows and columns as there are.
[[gnu::noinline]] inline void put_part(Tile tile, JointGroups::Group rows,
                                       JointGroups::Group columns, JointMatrix<double> matrix) {
  double* to = matrix.data + rows.joint + columns.joint * matrix.column_step;
  for (int c = 0; c < columns.count; ++c, to += matrix.column_step) {
    double column[group_size];
    std::memcpy(column, tile.columns[c], sizeof column);
    unrolled<group_size>([&](auto r) {
      if (r < rows.count) to[r] = column[r];
    });
  }
}

/// Into a matrix whose columns lie together.
template <bool full>
void put(const Tile& tile, JointGroups::Group rows, JointGroups::Group columns,
         JointMatrix<double> matrix) {
  if constexpr (!full) return put_part(tile, rows, columns, matrix);
  double* to = matrix.data + rows.joint + columns.joint * matrix.column_step;
  unrolled<group_size>([&](auto c) {
    unrolled<group_packs>([&](auto p) {
      store_pack(tile.columns[c][p], to + c * matrix.column_step + p * Lane::width);
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

}  // namespace alembert
