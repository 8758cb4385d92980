// Two ways to say how a body turns, and how to go between them: the angular velocity vector w, and
// the rate W' of its rotation matrix W (Silver 1981, equations 2.5, 2.6 and 2.11). W takes the
// body's components to fixed ones; w is in fixed components.
#pragma once

#include "alembert/scalar.hpp"

namespace alembert {

/// (2.5): W' = w x W, column by column.
template <typename S>
Mat3<S> rotation_rate(const Vec3<S>& w, const Mat3<S>& W) {
  Mat3<S> Wd;
  for (int column = 0; column < 3; ++column) Wd.col(column) = w.cross(W.col(column));
  return Wd;
}

/// (2.6): w_i = 1/2 P_ijk W_jl W'_kl.
template <typename S>
Vec3<S> angular_velocity(const Mat3<S>& W, const Mat3<S>& Wd) {
  const Vec3<S> twice =
      W.col(0).cross(Wd.col(0)) + W.col(1).cross(Wd.col(1)) + W.col(2).cross(Wd.col(2));
  return S(0.5) * twice;
}

/// (2.11): the inertia tensor I of w . I w from the second moments J of tr(W' J W'^T). Both about
/// the same point.
template <typename S>
Mat3<S> inertia_tensor(const Mat3<S>& J) {
  return J.trace() * Mat3<S>::Identity() - J;
}

/// (2.11), the other way.
template <typename S>
Mat3<S> second_moments(const Mat3<S>& I) {
  return S(0.5) * I.trace() * Mat3<S>::Identity() - I;
}

}  // namespace alembert
