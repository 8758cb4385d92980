// Three-vectors and symmetric matrices over any scalar, as plain structs: what the production
// kernels are written in, so that compilers see straight-line arithmetic.
#pragma once

#include "alembert/scalar.hpp"

namespace alembert::small {

template <typename S>
struct V3 {
  S x, y, z;

  friend V3 operator+(const V3& a, const V3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend V3 operator-(const V3& a, const V3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend V3 operator-(const V3& a) { return {-a.x, -a.y, -a.z}; }
  friend V3 operator*(const S& s, const V3& a) { return {s * a.x, s * a.y, s * a.z}; }
  V3& operator+=(const V3& b) {
    x += b.x;
    y += b.y;
    z += b.z;
    return *this;
  }
  V3& operator-=(const V3& b) {
    x -= b.x;
    y -= b.y;
    z -= b.z;
    return *this;
  }
};

template <typename S>
V3<S> v3(const Eigen::Vector3d& u) {
  return {S(u.x()), S(u.y()), S(u.z())};
}

template <typename S>
S dot(const V3<S>& a, const V3<S>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <typename S>
V3<S> cross(const V3<S>& a, const V3<S>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Turns the plane of a and b about the third axis: A becomes R A R^T. aa, bb, ab are the entries
/// in the plane, ac and bc those across it.
template <typename S>
void turn_plane(S& aa, S& bb, S& ab, S& ac, S& bc, const S& s, const S& c) {
  const S k = s * (bb - aa) - (c + c) * ab;
  aa += s * k;
  bb -= s * k;
  ab = -(c * k + ab);
  const S across = c * ac - s * bc;
  bc = s * ac + c * bc;
  ac = across;
}

/// turn_plane of a matrix that is not symmetric.
template <typename S>
void turn_plane(S& aa, S& bb, S& ab, S& ba, S& ac, S& bc, S& ca, S& cb, const S& s, const S& c) {
  const S k = s * (bb - aa) - c * (ab + ba);
  aa += s * k;
  bb -= s * k;
  const S turned = c * k, ab_before = ab;
  ab = -(turned + ba);
  ba = -(turned + ab_before);
  const S column = c * ac - s * bc, row = c * ca - s * cb;
  bc = s * ac + c * bc;
  cb = s * ca + c * cb;
  ac = column;
  ca = row;
}

template <typename S>
struct Sym3 {
  S xx, yy, zz, xy, xz, yz;

  Sym3& operator+=(const Sym3& b) {
    xx += b.xx;
    yy += b.yy;
    zz += b.zz;
    xy += b.xy;
    xz += b.xz;
    yz += b.yz;
    return *this;
  }
  friend V3<S> operator*(const Sym3& A, const V3<S>& u) {
    return {A.xx * u.x + A.xy * u.y + A.xz * u.z, A.xy * u.x + A.yy * u.y + A.yz * u.z,
            A.xz * u.x + A.yz * u.y + A.zz * u.z};
  }
  S trace() const { return xx + yy + zz; }

  // A becomes R A R^T.
  void turn_about_z(const S& s, const S& c) { turn_plane(xx, yy, xy, xz, yz, s, c); }
  void turn_about_x(const S& s, const S& c) { turn_plane(yy, zz, yz, xy, xz, s, c); }
  Sym3 quarter_turn() const { return {xx, zz, yy, -xz, xy, -yz}; }  // about x
  Sym3 minus_quarter_turn() const { return {xx, zz, yy, xz, -xy, -yz}; }
};

/// A general matrix by its entries, rows first.
template <typename S>
struct Full3 {
  S xx, xy, xz, yx, yy, yz, zx, zy, zz;

  Full3& operator+=(const Full3& b) {
    xx += b.xx;
    xy += b.xy;
    xz += b.xz;
    yx += b.yx;
    yy += b.yy;
    yz += b.yz;
    zx += b.zx;
    zy += b.zy;
    zz += b.zz;
    return *this;
  }

  // A becomes R A R^T.
  void turn_about_z(const S& s, const S& c) { turn_plane(xx, yy, xy, yx, xz, yz, zx, zy, s, c); }
  void turn_about_x(const S& s, const S& c) { turn_plane(yy, zz, yz, zy, yx, zx, xy, xz, s, c); }
  Full3 quarter_turn() const { return {xx, -xz, xy, -zx, zz, -zy, yx, -yz, yy}; }  // about x
  Full3 minus_quarter_turn() const { return {xx, xz, -xy, zx, zz, -zy, -yx, -yz, yy}; }
};

/// A general matrix by its columns.
template <typename S>
struct M3 {
  V3<S> c0, c1, c2;

  friend V3<S> operator*(const M3& A, const V3<S>& u) {
    return u.x * A.c0 + u.y * A.c1 + u.z * A.c2;
  }
  M3& operator+=(const M3& b) {
    c0 += b.c0;
    c1 += b.c1;
    c2 += b.c2;
    return *this;
  }
  S trace() const { return c0.x + c1.y + c2.z; }
};

template <typename S>
V3<S> transpose_times(const M3<S>& A, const V3<S>& u) {
  return {dot(A.c0, u), dot(A.c1, u), dot(A.c2, u)};
}

}  // namespace alembert::small
