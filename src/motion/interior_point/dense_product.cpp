#include "motion/interior_point/dense_product.hpp"

#include <algorithm>

namespace alembert {

namespace {

using Index = Eigen::Index;

#if defined(__x86_64__) && defined(__GNUC__)

// Four doubles, wherever they lie. A tile of C is three of them high and four columns wide: with
// that sixteen registers are full.
using Four = double __attribute__((vector_size(32), aligned(8), may_alias));
constexpr int strip_rows = 4, tile_columns = 4;
// What of B is laid out anew at a time: it and a strip of A stay in the nearest cache.
constexpr int panel_columns = 32, panel_depth = 64;

/// C += factor A Bᵀ for `Strips` strips of rows; of B four columns stand side by side.
template <int Strips>
__attribute__((target("avx2,fma"))) void add_tile(double factor, const double* a, Index a_stride,
                                                  const double* b, int depth, double* c,
                                                  Index c_stride, int columns) {
  Four sums[Strips][tile_columns] = {};
  for (int k = 0; k < depth; ++k, a += a_stride, b += tile_columns) {
    for (int i = 0; i < Strips; ++i) {
      const Four x = *reinterpret_cast<const Four*>(a + i * strip_rows);
      for (int j = 0; j < tile_columns; ++j) sums[i][j] += x * b[j];
    }
  }
  for (int j = 0; j < columns; ++j, c += c_stride) {
    for (int i = 0; i < Strips; ++i) {
      *reinterpret_cast<Four*>(c + i * strip_rows) += factor * sums[i][j];
    }
  }
}

void add_row(double factor, const double* a, Index a_stride, const double* b, int depth, double* c,
             Index c_stride, int columns) {
  for (int j = 0; j < columns; ++j) {
    double sum = 0.0;
    for (int k = 0; k < depth; ++k) sum += a[k * a_stride] * b[k * tile_columns + j];
    c[j * c_stride] += factor * sum;
  }
}

/// C += factor A Bᵀ.
void add_in_tiles(double factor, DenseIn A, DenseIn B, DenseOut C) {
  const Index rows = C.rows(), columns = C.cols(), all = A.cols();
  double panel[panel_columns * panel_depth];
  for (Index at = 0; at < columns; at += panel_columns) {
    const int across = static_cast<int>(std::min<Index>(panel_columns, columns - at));
    for (Index from = 0; from < all; from += panel_depth) {
      const int depth = static_cast<int>(std::min<Index>(panel_depth, all - from));
      for (int j = 0; j < across + tile_columns - 1; ++j) {  // what fills the last tile: any number
        double* to = panel + j / tile_columns * tile_columns * depth + j % tile_columns;
        for (int k = 0; k < depth; ++k)
          to[k * tile_columns] = j < across ? B(at + j, from + k) : 0.0;
        if (j % tile_columns == tile_columns - 1 && j >= across - 1) break;
      }
      for (Index i = 0; i < rows;) {
        const Index left = rows - i;
        const auto tile = left >= 3 * strip_rows   ? add_tile<3>
                          : left >= 2 * strip_rows ? add_tile<2>
                          : left >= strip_rows     ? add_tile<1>
                                                   : add_row;
        for (int j = 0; j < across; j += tile_columns) {
          tile(factor, A.data() + i + from * A.outerStride(), A.outerStride(), panel + j * depth,
               depth, C.data() + i + (at + j) * C.outerStride(), C.outerStride(),
               std::min(tile_columns, across - j));
        }
        i += left >= strip_rows ? std::min<Index>(left / strip_rows, 3) * strip_rows : 1;
      }
    }
  }
}

/// Products of fewer rows, such as an arm has, are a small part of its search.
bool in_tiles(Index rows) {
  static const bool has_registers = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return has_registers && rows >= 128;
}

#else

void add_in_tiles(double, DenseIn, DenseIn, DenseOut) {}
bool in_tiles(Index) { return false; }

#endif

}  // namespace

void subtract_product(DenseIn A, DenseIn B, DenseOut C) {
  if (in_tiles(A.rows())) return add_in_tiles(-1.0, A, B, C);
  C.noalias() -= A * B.transpose();
}

void lower_product(DenseIn A, DenseIn B, DenseOut C) {
  if (!in_tiles(A.rows())) {
    C.triangularView<Eigen::Lower>() = A * B.transpose();
    return;
  }
  C.setZero();
  constexpr Index width = 32;
  for (Index at = 0; at < C.cols(); at += width) {
    const Index count = std::min(width, C.cols() - at), rows = C.rows() - at;
    add_in_tiles(1.0, A.bottomRows(rows), B.middleRows(at, count), C.block(at, at, rows, count));
  }
}

}  // namespace alembert
