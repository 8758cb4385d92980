// Two joints computed on together, one a lane: products for the pairs of FactorisedDerivativePass.
#pragma once

#include "kernel/add_cross.hpp"
#include "kernel/tree_rows.hpp"

namespace alembert {

// Structs of pairs are arrays of numbers.
template <typename T>
const double* numbers(const T& x) {
  return reinterpret_cast<const double*>(&x);
}
template <typename T>
double* numbers(T& x) {
  return reinterpret_cast<double*>(&x);
}
/// Sets one lane of a struct of pairs.
template <typename Pairs, typename T>
void put(const T& x, int lane, Pairs& to) {
  static_assert(sizeof(Pairs) == 2 * sizeof(T));
  const double* from = numbers(x);
  double* lanes = numbers(to) + lane;
  unrolled<int(sizeof(T) / sizeof(double))>([&](auto k) { lanes[2 * k] = from[k]; });
}

/// What is behind each of a pack of joints, as an inertia.
template <typename P>
struct InertiasOf {
  P mass;
  bool heavy;  // in a robot without prismatic joints nothing has mass
  small::V3<P> h;
  P xx, yy, zz, xy, xz, yz;

  InertiasOf(const P& m, bool has_mass, const small::V3<P>& first, const small::Sym3<P>& J)
      : mass(m),
        heavy(has_mass),
        h(first),
        xx(J.yy + J.zz),
        yy(J.xx + J.zz),
        zz(J.xx + J.yy),
        xy(J.xy),
        xz(J.xz),
        yz(J.yz) {}
  /// Adds the force of an acceleration.
  void add(const small::Motion6<P>& a, small::Force6<P>& force) const {
    const small::V3<P>& w = a.w;
    small::V3<P>& n = force.n;
    n.x += xx * w.x;
    n.y += yy * w.y;
    n.z += zz * w.z;
    n.x -= xy * w.y;
    n.y -= xy * w.x;
    n.z -= xz * w.x;
    n.x -= xz * w.z;
    n.y -= yz * w.z;
    n.z -= yz * w.y;
    add_cross(h, a.v, n);
    add_cross(w, h, force.f);
    if (heavy) force.f += mass * a.v;
  }
};
using Inertias = InertiasOf<Two>;

/// Adds 2B d.
template <typename P>
void add_coriolis(const small::M3<P>& K, const P& trace, const small::V3<P>& p,
                  const small::V3<P>& d, small::Force6<P>& force) {
  const auto add = [&](P small::V3<P>::*i) {
    P& sum = force.n.*i;
    sum += trace * (d.*i);
    sum -= K.c0.*i * d.x;
    sum -= K.c1.*i * d.y;
    sum -= K.c2.*i * d.z;
  };
  add(&small::V3<P>::x);
  add(&small::V3<P>::y);
  add(&small::V3<P>::z);
  add_cross(d, p, force.f);
}

/// A motion of one joint, in a lane, times forces of two others.
inline Two product(const double* a, const small::Force6<Two>& f) {
  return (Two(a[0]) * f.n.x + Two(a[2]) * f.n.y + Two(a[4]) * f.n.z) +
         (Two(a[6]) * f.f.x + Two(a[8]) * f.f.y + Two(a[10]) * f.f.z);
}
inline Two product(const double* a, const small::V3<Two>& u, const Two& more) {
  return more + Two(a[0]) * u.x + Two(a[2]) * u.y + Two(a[4]) * u.z;
}

}  // namespace alembert
