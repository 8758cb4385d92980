// Articulated inertias (Featherstone 1983): how a body resists being moved whose joints further out
// are free.
#pragma once

#include "kernel/spatial.hpp"

namespace alembert {

/// Force and moment of a motion (w, v): n = A w + B v, f = B^T w + C v.
template <typename S>
struct ArticulatedBody {
  using V = small::V3<S>;
  using Force6 = small::Force6<S>;
  small::Sym3<S> A, C;
  small::Full3<S> B;

  /// A rigid one, of mass m, h = int r dm and J = int r r^T dm.
  static ArticulatedBody of(const S& m, const V& h, const small::Sym3<S>& J) {
    const S zero(0);
    return {{J.yy + J.zz, J.xx + J.zz, J.xx + J.yy, -J.xy, -J.xz, -J.yz},
            {m, m, m, zero, zero, zero},
            {zero, -h.z, h.y, h.z, zero, -h.x, -h.y, h.x, zero}};
  }
  ArticulatedBody& operator+=(const ArticulatedBody& b) {
    A += b.A;
    C += b.C;
    B += b.B;
    return *this;
  }
  friend Force6 operator*(const ArticulatedBody& I, const small::Motion6<S>& a) {
    const V &w = a.w, &v = a.v;
    const small::Full3<S>& b = I.B;
    Force6 force{I.A * w, I.C * v};
    force.n += V{b.xx * v.x + b.xy * v.y + b.xz * v.z, b.yx * v.x + b.yy * v.y + b.yz * v.z,
                 b.zx * v.x + b.zy * v.y + b.zz * v.z};
    force.f += V{b.xx * w.x + b.yx * w.y + b.zx * w.z, b.xy * w.x + b.yy * w.y + b.zy * w.z,
                 b.xz * w.x + b.yz * w.y + b.zz * w.z};
    return force;
  }
  /// Frees the joint whose U = I S and 1 / (S · U) these are.
  void subtract(const Force6& U, const S& reciprocal) {
    const V n = reciprocal * U.n, f = reciprocal * U.f;
    A.xx -= n.x * U.n.x;
    A.yy -= n.y * U.n.y;
    A.zz -= n.z * U.n.z;
    A.xy -= n.x * U.n.y;
    A.xz -= n.x * U.n.z;
    A.yz -= n.y * U.n.z;
    C.xx -= f.x * U.f.x;
    C.yy -= f.y * U.f.y;
    C.zz -= f.z * U.f.z;
    C.xy -= f.x * U.f.y;
    C.xz -= f.x * U.f.z;
    C.yz -= f.y * U.f.z;
    B.xx -= n.x * U.f.x;
    B.xy -= n.x * U.f.y;
    B.xz -= n.x * U.f.z;
    B.yx -= n.y * U.f.x;
    B.yy -= n.y * U.f.y;
    B.yz -= n.y * U.f.z;
    B.zx -= n.z * U.f.x;
    B.zy -= n.z * U.f.y;
    B.zz -= n.z * U.f.z;
  }
  /// About an origin that lies -p away. With P = [p]x: B' = B + P C and A' = A - B' P + P B^T,
  /// which is symmetric.
  void shift(const V& p) {
    const small::Full3<S> b = B;
    B.xx += p.y * C.xz - p.z * C.xy;
    B.xy += p.y * C.yz - p.z * C.yy;
    B.xz += p.y * C.zz - p.z * C.yz;
    B.yx += p.z * C.xx - p.x * C.xz;
    B.yy += p.z * C.xy - p.x * C.yz;
    B.yz += p.z * C.xz - p.x * C.zz;
    B.zx += p.x * C.xy - p.y * C.xx;
    B.zy += p.x * C.yy - p.y * C.xy;
    B.zz += p.x * C.yz - p.y * C.xz;
    // Rows of B' P are b' x p, entries of P B^T are p x the rows of B.
    A.xx += (p.y * B.xz - p.z * B.xy) + (p.y * b.xz - p.z * b.xy);
    A.yy += (p.z * B.yx - p.x * B.yz) + (p.z * b.yx - p.x * b.yz);
    A.zz += (p.x * B.zy - p.y * B.zx) + (p.x * b.zy - p.y * b.zx);
    A.xy += (p.z * B.xx - p.x * B.xz) + (p.y * b.yz - p.z * b.yy);
    A.xz += (p.x * B.xy - p.y * B.xx) + (p.y * b.zz - p.z * b.zy);
    A.yz += (p.x * B.yy - p.y * B.yx) + (p.z * b.zx - p.x * b.zz);
  }
};

}  // namespace alembert
