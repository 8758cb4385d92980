// Spatial (six-dimensional) vectors about the ground's origin: motions (w, v), forces (n, f).
#pragma once

#include "kernel/small.hpp"

namespace alembert::small {

/// Angular velocity, and velocity of the body's point at the ground's origin.
template <typename S>
struct Motion6 {
  V3<S> w, v;

  friend Motion6 operator+(const Motion6& a, const Motion6& b) { return {a.w + b.w, a.v + b.v}; }
  friend Motion6 operator*(const S& s, const Motion6& a) { return {s * a.w, s * a.v}; }
};

/// Moment about the ground's origin, and force.
template <typename S>
struct Force6 {
  V3<S> n, f;

  friend Force6 operator+(const Force6& a, const Force6& b) { return {a.n + b.n, a.f + b.f}; }
  Force6& operator+=(const Force6& b) {
    n += b.n;
    f += b.f;
    return *this;
  }
};

template <typename S>
S dot(const Motion6<S>& m, const Force6<S>& f) {
  return dot(m.w, f.n) + dot(m.v, f.f);
}

/// a x b: how b changes when it is carried along by a.
template <typename S>
Motion6<S> cross(const Motion6<S>& a, const Motion6<S>& b) {
  return {cross(a.w, b.w), cross(a.w, b.v) + cross(a.v, b.w)};
}
/// a x* f: the same for a force; dot(b, a x* f) = -dot(a x b, f).
template <typename S>
Force6<S> cross(const Motion6<S>& a, const Force6<S>& f) {
  return {cross(a.w, f.n) + cross(a.v, f.f), cross(a.w, f.f)};
}

/// A body about the ground's origin: m, h = int r dm, J = int r r^T dm.
template <typename S>
struct Body6 {
  S m;
  V3<S> h;
  Sym3<S> J;

  Body6& operator+=(const Body6& b) {
    m += b.m;
    h += b.h;
    J += b.J;
    return *this;
  }
  /// Spatial inertia times a motion: (I w + h x v, m v - h x w), I = tr(J) E - J.
  friend Force6<S> operator*(const Body6& B, const Motion6<S>& a) {
    return {B.J.trace() * a.w - B.J * a.w + cross(B.h, a.v), B.m * a.v - cross(B.h, a.w)};
  }
};

/// [w]x J by columns.
template <typename S>
M3<S> cross_times(const V3<S>& w, const Sym3<S>& J) {
  return {cross(w, V3<S>{J.xx, J.xy, J.xz}), cross(w, V3<S>{J.xy, J.yy, J.yz}),
          cross(w, V3<S>{J.xz, J.yz, J.zz})};
}
/// Adds a b^T.
template <typename S>
void add_outer(M3<S>& A, const V3<S>& a, const V3<S>& b) {
  A.c0 += b.x * a;
  A.c1 += b.y * a;
  A.c2 += b.z * a;
}
/// int r x c dm for A = int c r^T dm.
template <typename S>
V3<S> axial(const M3<S>& A) {
  return {A.c1.z - A.c2.y, A.c2.x - A.c0.z, A.c0.y - A.c1.x};
}

/// int u(r) r^T dm for the velocity field u of a motion.
template <typename S>
M3<S> field_moment(const Body6<S>& B, const Motion6<S>& a) {
  M3<S> K = cross_times(a.w, B.J);
  add_outer(K, a.v, B.h);
  return K;
}

}  // namespace alembert::small
