// M = L^T D L (Featherstone 2008, section 6.5) of a chain of N joints, as straight-line code in
// registers; of trees: tree_cholesky.hpp, tree_rows.hpp, pack_inverse.hpp.
#pragma once

#include "kernel/unrolled.hpp"

namespace alembert {

template <typename S, int N>
struct ChainFactor {
  S L[N][N];  // L[k][i], i <= k: M, then the factor below its diagonal
  S reciprocals[N];

  /// entry(k, i) is M_ki; pivot(k, value) is told each pivot. x becomes M^-1 x.
  template <typename Entry, typename Pivot>
  ChainFactor(Entry entry, Pivot pivot, S (&x)[N]) {
    unrolled<N>([&](auto k) { unrolled<k + 1>([&](auto i) { L[k][i] = entry(k, i); }); });
    unrolled<N>([&](auto step) {
      constexpr int k = N - 1 - step;
      pivot(k, L[k][k]);
      reciprocals[k] = S(1) / L[k][k];
      unrolled<k>([&](auto back) {
        constexpr int i = k - 1 - back;
        const S factor = L[k][i] * reciprocals[k];
        unrolled<i + 1>([&](auto j) { L[i][j] -= factor * L[k][j]; });
        x[i] -= factor * x[k];
        L[k][i] = factor;  // no later i asks for it
      });
      x[k] = reciprocals[k] * x[k];
    });
    unrolled<N>([&](auto k) { unrolled<k>([&](auto i) { x[k] -= L[k][i] * x[i]; }); });
  }
};

}  // namespace alembert
