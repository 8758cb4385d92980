// Constant and joint turns in the frames of FlexibleModel: matrices times rotations about x or z,
// quarter turns without arithmetic. And the motion of a place of a bending link where something
// hangs, and products with it.
#pragma once

#include <vector>

#include "alembert/flexible_model.hpp"

namespace alembert::flexible {

template <typename S>
using Mat34 = Eigen::Matrix<S, 3, 4>;
template <typename S>
using Mat43 = Eigen::Matrix<S, 4, 3>;
template <typename S>
using Mat4 = Eigen::Matrix<S, 4, 4>;

template <typename S>
struct Rotation {
  S c, s;
  int quarters = -1;  ///< 0 to 3 if it is exactly so many quarter turns
};

template <typename S>
Rotation<S> rotation(const Turn& turn) {
  Rotation<S> r{S(turn.cosine), S(turn.sine), -1};
  if (turn.cosine == 1.0) r.quarters = 0;
  if (turn.sine == 1.0) r.quarters = 1;
  if (turn.cosine == -1.0) r.quarters = 2;
  if (turn.sine == -1.0) r.quarters = 3;
  return r;
}

/// (a, b) to (c a + s b, c b - s a): columns of W R, or rows of R^T Y.
template <typename S, typename A, typename B>
void turn_pair(const Rotation<S>& r, A&& a, B&& b) {
  if (r.quarters == 0) return;
  for (Eigen::Index i = 0; i < a.size(); ++i) {
    const S x = a[i], y = b[i];
    switch (r.quarters) {
      case 1:
        a[i] = y, b[i] = -x;
        break;
      case 2:
        a[i] = -x, b[i] = -y;
        break;
      case 3:
        a[i] = -y, b[i] = x;
        break;
      default:
        a[i] = r.c * x + r.s * y;
        b[i] = r.c * y - r.s * x;
    }
  }
}

/// W := W R about axis (0 x, 2 z): columns 1 + the two others.
template <typename S>
void turn_columns(const Rotation<S>& r, int axis, Mat34<S>& W) {
  const int i = axis == 0 ? 2 : 1, j = i + 1;
  turn_pair(r, W.col(i), W.col(j));
}

/// Y := R Y.
template <typename S>
void turn_rows(const Rotation<S>& r, int axis, Mat43<S>& Y) {
  const int i = axis == 0 ? 2 : 1, j = i + 1;
  turn_pair(r, Y.row(j), Y.row(i));
}

/// F := R F R^T, symmetric.
template <typename S>
void turn_both(const Rotation<S>& r, int axis, Mat4<S>& F) {
  if (r.quarters == 0) return;
  const int i = axis == 0 ? 2 : 1, j = i + 1;
  const S xx = F(i, i), yy = F(j, j), xy = F(i, j);
  for (int k = 0; k < 4; ++k) {
    if (k == i || k == j) continue;
    const S x = F(i, k), y = F(j, k);
    switch (r.quarters) {
      case 1:
        F(i, k) = -y, F(j, k) = x;
        break;
      case 2:
        F(i, k) = -x, F(j, k) = -y;
        break;
      case 3:
        F(i, k) = y, F(j, k) = -x;
        break;
      default:
        F(i, k) = r.c * x - r.s * y;
        F(j, k) = r.s * x + r.c * y;
    }
    F(k, i) = F(i, k);
    F(k, j) = F(j, k);
  }
  if (r.quarters == 1 || r.quarters == 3) {
    F(i, i) = yy, F(j, j) = xx, F(i, j) = -xy;
  } else if (r.quarters < 0) {
    const S cs = r.c * r.s, ss = r.s * r.s, both = cs * xy, spread = ss * (yy - xx);
    F(i, i) = xx + spread - (both + both);
    F(j, j) = yy - spread + (both + both);
    F(i, j) = cs * (xx - yy) + xy - (ss * xy + ss * xy);
  }
  F(j, i) = F(i, j);
}

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
