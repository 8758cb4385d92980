#include "motion/interior_point/dense_product.hpp"

#include <algorithm>

namespace alembert {

namespace {

using Index = Eigen::Index;

#if defined(__x86_64__) && defined(__GNUC__)

// Four doubles, wherever they lie. A tile of C is three of them high and four columns wide: with
// that sixteen registers are full.
using Four = double __attribute__((vector_size(32), aligned(8), may_alias));
constexpr int strip = 4, wide = 4;
// What of B is laid out anew at a time: it and a strip of A stay in the nearest cache.
constexpr int panel_columns = 32, panel_depth = 64;

/// C += factor A Bᵀ for `Strips` strips of rows; of B four columns stand side by side.
template <int Strips>
__attribute__((target("avx2,fma"))) void add_tile(double factor, const double* a, Index a_stride,
                                                  const double* b, int depth, double* c,
                                                  Index c_stride, int columns) {
  Four sums[Strips][wide] = {};
  for (int k = 0; k < depth; ++k, a += a_stride, b += wide) {
    for (int i = 0; i < Strips; ++i) {
      const Four x = *reinterpret_cast<const Four*>(a + i * strip);
      for (int j = 0; j < wide; ++j) sums[i][j] += x * b[j];
    }
  }
  for (int j = 0; j < columns; ++j, c += c_stride) {
    for (int i = 0; i < Strips; ++i) {
      *reinterpret_cast<Four*>(c + i * strip) += factor * sums[i][j];
    }
  }
}

void add_row(double factor, const double* a, Index a_stride, const double* b, int depth, double* c,
             Index c_stride, int columns) {
  for (int j = 0; j < columns; ++j) {
    double sum = 0.0;
    for (int k = 0; k < depth; ++k) sum += a[k * a_stride] * b[k * wide + j];
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
      for (int j = 0; j < across + wide - 1; ++j) {  // what fills the last tile: any number
        double* to = panel + j / wide * wide * depth + j % wide;
        for (int k = 0; k < depth; ++k) to[k * wide] = j < across ? B(at + j, from + k) : 0.0;
        if (j % wide == wide - 1 && j >= across - 1) break;
      }
      for (Index i = 0; i < rows;) {
        const Index left = rows - i;
        const auto tile = left >= 3 * strip   ? add_tile<3>
                          : left >= 2 * strip ? add_tile<2>
                          : left >= strip     ? add_tile<1>
                                              : add_row;
        for (int j = 0; j < across; j += wide) {
          tile(factor, A.data() + i + from * A.outerStride(), A.outerStride(), panel + j * depth,
               depth, C.data() + i + (at + j) * C.outerStride(), C.outerStride(),
               std::min(wide, across - j));
        }
        i += left >= strip ? std::min<Index>(left / strip, 3) * strip : 1;
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
