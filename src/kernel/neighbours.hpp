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

/// What is behind two neighbours, as an inertia.
struct Inertias {
  Two mass;
  bool heavy;  // in a robot without prismatic joints nothing has mass
  small::V3<Two> h;
  Two xx, yy, zz, xy, xz, yz;

  Inertias(const Two& m, bool has_mass, const small::V3<Two>& first, const small::Sym3<Two>& J)
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
  void add(const small::Motion6<Two>& a, small::Force6<Two>& force) const {
    const small::V3<Two>& w = a.w;
    small::V3<Two>& n = force.n;
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

/// Adds 2B d.
inline void add_coriolis(const small::M3<Two>& K, const Two& trace, const small::V3<Two>& p,
                         const small::V3<Two>& d, small::Force6<Two>& force) {
  const auto add = [&](Two small::V3<Two>::*i) {
    Two& sum = force.n.*i;
    sum += trace * (d.*i);
    sum -= K.c0.*i * d.x;
    sum -= K.c1.*i * d.y;
    sum -= K.c2.*i * d.z;
  };
  add(&small::V3<Two>::x);
  add(&small::V3<Two>::y);
  add(&small::V3<Two>::z);
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
