// Rows of samples to packs of coordinates and back, a square of registers at a time.
#pragma once

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>
#include <vector>

#include "alembert/batch.hpp"
#include "alembert/pack.hpp"
#include "kernel/scalar_traits.hpp"

namespace alembert {

/// Transposes a square of numbers by perfect shuffles: each pass interleaves its upper with its
/// lower half, and after log2(width) passes rows are columns.
template <typename T>
void transpose(std::array<Pack<T>, register_width<T>>& square) {
  using P = Pack<T>;
  constexpr int width = P::width;
  const auto interleave =
      []<int... i>(const P& a, const P& b, bool high, std::integer_sequence<int, i...>) {
    return P(high ? __builtin_shufflevector(a.lanes, b.lanes, ((i + width) / 2 + i % 2 * width)...)
                  : __builtin_shufflevector(a.lanes, b.lanes, (i / 2 + i % 2 * width)...));
  };
  for (int pass = 1; pass < width; pass *= 2) {
    std::array<P, width> next;
    for (std::size_t k = 0; k < width / 2; ++k) {
      const P &a = square[k], &b = square[k + width / 2];
      next[2 * k] = interleave(a, b, false, std::make_integer_sequence<int, width>());
      next[2 * k + 1] = interleave(a, b, true, std::make_integer_sequence<int, width>());
    }
    square = next;
  }
}

/// Entry c * Block + b of `packs` is coordinate c of the samples first + b * width, ...
template <typename T, int Block>
struct Transposed {
  using P = Pack<T>;
  using Square = std::array<P, P::width>;
  static constexpr int width = P::width, samples = Block * P::width;

  ALEMBERT_FLATTEN static void load(const Eigen::Ref<const RowMatrix<T>>& rows, Eigen::Index first,
                                    std::vector<P>& packs) {
    with_columns(static_cast<int>(packs.size()) / Block,
                 [&](auto columns) { load_columns(columns, rows, first, packs.data()); });
  }
  ALEMBERT_FLATTEN static void store(const std::vector<P>& packs, Eigen::Index first,
                                     Eigen::Ref<RowMatrix<T>> rows) {
    with_columns(static_cast<int>(packs.size()) / Block,
                 [&](auto columns) { store_columns(columns, packs.data(), first, rows); });
  }

 private:
  /// Calls work with the number of columns, a constant for arms: as straight-line code.
  template <typename Work>
  static void with_columns(int columns, Work work) {
    switch (columns) {
      case 6:
        return work(std::integral_constant<int, 6>());
      case 7:
        return work(std::integral_constant<int, 7>());
      default:
        return work(columns);
    }
  }

  template <typename Columns>
  static void load_columns(Columns columns, const Eigen::Ref<const RowMatrix<T>>& rows,
                           Eigen::Index first, P* packs) {
    for (int b = 0; b < Block; ++b) {
      const T* sample[width];
      for (int lane = 0; lane < width; ++lane) {
        const Eigen::Index row = std::min(first + b * width + lane, rows.rows() - 1);
        sample[lane] = rows.data() + row * rows.outerStride();
      }
      P* to = packs + b;
      for_each_square(columns, [&](int c) {
        Square square;
        for (int lane = 0; lane < width; ++lane) {
          __builtin_memcpy(&square[static_cast<std::size_t>(lane)], sample[lane] + c, sizeof(P));
        }
        transpose<T>(square);
        for (int k = 0; k < width; ++k) to[(c + k) * Block] = square[static_cast<std::size_t>(k)];
      });
      if (columns >= width) continue;
      for (int c = 0; c < columns; ++c) {
        for (int lane = 0; lane < width; ++lane) to[c * Block].set(lane, sample[lane][c]);
      }
    }
  }
  template <typename Columns>
  static void store_columns(Columns columns, const P* packs, Eigen::Index first,
                            Eigen::Ref<RowMatrix<T>>& rows) {
    for (int b = 0; b < Block; ++b, first += width) {
      const auto filled = static_cast<int>(std::min<Eigen::Index>(width, rows.rows() - first));
      if (filled <= 0) return;
      const P* from = packs + b;
      T* sample[width] = {};
      for (int lane = 0; lane < filled; ++lane) {
        sample[lane] = rows.data() + (first + lane) * rows.outerStride();
      }
      if (filled == width && columns >= width) {
        for_each_square(columns, [&](int c) {
          Square square;
          for (int k = 0; k < width; ++k) {
            square[static_cast<std::size_t>(k)] = from[(c + k) * Block];
          }
          transpose<T>(square);
          for (int lane = 0; lane < width; ++lane) {
            __builtin_memcpy(sample[lane] + c, &square[static_cast<std::size_t>(lane)], sizeof(P));
          }
        });
        continue;
      }
      for (int c = 0; c < columns; ++c) {
        for (int lane = 0; lane < filled; ++lane) {
          sample[lane][c] = from[c * Block][lane];
        }
      }
    }
  }

  /// Calls work(first column) so that squares cover all columns; the last may overlap the one
  /// before it. Never where there are fewer columns than a square has.
  template <typename Columns, typename Work>
  static void for_each_square(Columns columns, Work work) {
    for (int c = 0; c + width <= columns; c += width) work(c);
    if (columns > width && columns % width != 0) work(columns - width);
  }
};

}  // namespace alembert
