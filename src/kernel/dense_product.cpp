#include "kernel/dense_product.hpp"

#include <algorithm>

namespace alembert {

namespace {

#if defined(__x86_64__) && defined(__GNUC__)

using Index = Eigen::Index;

// Doubles of one register, wherever they lie. A tile of C is up to three registers high and four
// columns wide, and stays in registers.
template <int Lanes>
struct Register {
  typedef double Type __attribute__((vector_size(8 * Lanes), aligned(8), may_alias));
};
constexpr int tile_columns = 4;
// What of B is laid out anew at a time: it and a strip of A stay in the nearest cache.
constexpr int panel_columns = 32, panel_depth = 64;

/// C += factor A Bᵀ, of whose B some rows are laid out in a panel, four side by side.
struct PanelJob {
  double factor;
  const double* a;
  Index a_stride;
  const double* panel;
  int depth;
  double* c;
  Index c_stride;
  int columns;
};

// These are compiled into the functions below, each for their registers.
#define ALEMBERT_IN_CALLER __attribute__((always_inline)) inline

template <int Lanes, int Strips>
ALEMBERT_IN_CALLER void add_tile(const PanelJob& job, Index row, int column) {
  using Lane = typename Register<Lanes>::Type;
  Lane sums[Strips][tile_columns] = {};
  const double *a = job.a + row, *b = job.panel + column * job.depth;
  for (int k = 0; k < job.depth; ++k, a += job.a_stride, b += tile_columns) {
    for (int i = 0; i < Strips; ++i) {
      const Lane x = *reinterpret_cast<const Lane*>(a + i * Lanes);
      for (int j = 0; j < tile_columns; ++j) sums[i][j] += x * b[j];
    }
  }
  double* c = job.c + row + column * job.c_stride;
  const int columns = std::min(tile_columns, job.columns - column);
  for (int j = 0; j < columns; ++j, c += job.c_stride) {
    for (int i = 0; i < Strips; ++i) {
      *reinterpret_cast<Lane*>(c + i * Lanes) += job.factor * sums[i][j];
    }
  }
}

ALEMBERT_IN_CALLER void add_row(const PanelJob& job, Index row, int column) {
  using Lane = Register<tile_columns>::Type;
  Lane sums = {};
  const double *a = job.a + row, *b = job.panel + column * job.depth;
  for (int k = 0; k < job.depth; ++k, a += job.a_stride, b += tile_columns) {
    sums += *a * *reinterpret_cast<const Lane*>(b);
  }
  const int columns = std::min(tile_columns, job.columns - column);
  for (int j = 0; j < columns; ++j)
    job.c[row + (column + j) * job.c_stride] += job.factor * sums[j];
}

/// Each entry is summed up in the same order, whichever registers there are.
template <int Lanes>
ALEMBERT_IN_CALLER void add_panel(const PanelJob& job, Index rows) {
  Index i = 0;
  for (; i + 3 * Lanes <= rows; i += 3 * Lanes) {
    for (int j = 0; j < job.columns; j += tile_columns) add_tile<Lanes, 3>(job, i, j);
  }
  for (; i + Lanes <= rows; i += Lanes) {
    for (int j = 0; j < job.columns; j += tile_columns) add_tile<Lanes, 1>(job, i, j);
  }
  for (; i < rows; ++i) {
    for (int j = 0; j < job.columns; j += tile_columns) add_row(job, i, j);
  }
}

#undef ALEMBERT_IN_CALLER

__attribute__((target("avx2,fma"))) void add_panel_avx2(const PanelJob& job, Index rows) {
  add_panel<4>(job, rows);
}

__attribute__((target("avx512f,fma"))) void add_panel_avx512(const PanelJob& job, Index rows) {
  add_panel<8>(job, rows);
}

using AddPanel = void (*)(const PanelJob&, Index);

/// None where the processor has no wide registers.
AddPanel widest() {
  static const AddPanel found = __builtin_cpu_supports("avx512f") ? add_panel_avx512
                                : __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")
                                    ? add_panel_avx2
                                    : nullptr;
  return found;
}

/// Rows of B from `first` on, four side by side; what fills the last four is zero.
void lay_out(DenseIn B, Index first, int count, Index from, int depth, double* panel) {
  for (int tile = 0; tile < count; tile += tile_columns) {
    for (int k = 0; k < depth; ++k) {
      const double* rows = B.data() + first + tile + (from + k) * B.outerStride();
      for (int j = 0; j < tile_columns; ++j) *panel++ = tile + j < count ? rows[j] : 0.0;
    }
  }
}

/// C += factor A Bᵀ.
void add_in_tiles(double factor, DenseIn A, DenseIn B, DenseOut C) {
  double panel[panel_columns * panel_depth];
  for (Index at = 0; at < C.cols(); at += panel_columns) {
    const int across = static_cast<int>(std::min<Index>(panel_columns, C.cols() - at));
    for (Index from = 0; from < A.cols(); from += panel_depth) {
      const int depth = static_cast<int>(std::min<Index>(panel_depth, A.cols() - from));
      lay_out(B, at, across, from, depth, panel);
      widest()({factor, A.data() + from * A.outerStride(), A.outerStride(), panel, depth,
                C.data() + at * C.outerStride(), C.outerStride(), across},
               C.rows());
    }
  }
}

/// Products of fewer rows, such as an arm has, are a small part of its search.
bool in_tiles(Index rows) { return rows >= 128 && widest() != nullptr; }

#else

void add_in_tiles(double, DenseIn, DenseIn, DenseOut) {}
bool in_tiles(Eigen::Index) { return false; }

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
  constexpr Eigen::Index width = 32;
  for (Eigen::Index at = 0; at < C.cols(); at += width) {
    const Eigen::Index count = std::min(width, C.cols() - at), rows = C.rows() - at;
    add_in_tiles(1.0, A.bottomRows(rows), B.middleRows(at, count), C.block(at, at, rows, count));
  }
}

}  // namespace alembert
