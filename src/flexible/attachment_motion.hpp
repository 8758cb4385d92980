// The motion of a place of a bending link where something hangs, and products with it.
#pragma once

#include <vector>

#include "flexible/turns.hpp"

namespace alembert::flexible {

/// One link's motion of an attachment at an instant.
template <typename S>
struct Motion {
  Mat34<S> E, Ed, Edd;      ///< E without the identity; Edd with the amplitudes' accelerations
  std::vector<Mat34<S>> M;  ///< derivative of E by each amplitude
  Mat34<S> W, Wd, Wdd;      ///< of the attachment in the world
  Mat4<S> F;                ///< of everything on it
  Mat43<S> Q;
  bool loaded = false;
};

/// W times [0 0; t B], given in `E` as [t B].
template <typename S>
Mat34<S> carried(const Mat34<S>& W, const Mat34<S>& E, bool skew) {
  Mat34<S> out;
  for (int r = 0; r < 3; ++r) {
    const S x = W(r, 1), y = W(r, 2), z = W(r, 3);
    out(r, 0) = x * E(0, 0) + y * E(1, 0) + z * E(2, 0);
    if (skew) {
      out(r, 1) = y * E(1, 1) + z * E(2, 1);
      out(r, 2) = x * E(0, 2) + z * E(2, 2);
      out(r, 3) = x * E(0, 3) + y * E(1, 3);
    } else {
      for (int c = 1; c < 4; ++c) out(r, c) = x * E(0, c) + y * E(1, c) + z * E(2, c);
    }
  }
  return out;
}

/// W times the affine matrix [1 0; t I + B].
template <typename S>
Mat34<S> moved(const Mat34<S>& W, const Mat34<S>& E, bool skew) {
  return W + carried(W, E, skew);
}

/// [1 0; t I + B] Y.
template <typename S, int Columns>
Eigen::Matrix<S, 4, Columns> raised(const Mat34<S>& E, const Eigen::Matrix<S, 4, Columns>& Y,
                                    bool skew) {
  Eigen::Matrix<S, 4, Columns> out = Y;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < Columns; ++c) {
      S sum = E(r, 0) * Y(0, c);
      for (int k = 0; k < 3; ++k) {
        if (skew && k == r) continue;
        sum += E(r, k + 1) * Y(k + 1, c);
      }
      out(r + 1, c) += sum;
    }
  }
  return out;
}

}  // namespace alembert::flexible
