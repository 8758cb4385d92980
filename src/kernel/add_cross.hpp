// Cross products that are added to sums, product by product: a sum of sums would be rounded, and
// paid for, once more.
#pragma once

#include "kernel/spatial.hpp"

namespace alembert {

template <typename T>
void add_cross(const small::V3<T>& a, const small::V3<T>& b, small::V3<T>& sum) {
  sum.x += a.y * b.z;
  sum.y += a.z * b.x;
  sum.z += a.x * b.y;
  sum.x -= a.z * b.y;
  sum.y -= a.x * b.z;
  sum.z -= a.y * b.x;
}
/// a x b.
template <typename T>
void add_cross(const small::Motion6<T>& a, const small::Motion6<T>& b, small::Motion6<T>& sum) {
  add_cross(a.w, b.w, sum.w);
  add_cross(a.w, b.v, sum.v);
  add_cross(a.v, b.w, sum.v);
}
/// a x* f.
template <typename T>
void add_cross(const small::Motion6<T>& a, const small::Force6<T>& f, small::Force6<T>& sum) {
  add_cross(a.w, f.n, sum.n);
  add_cross(a.v, f.f, sum.n);
  add_cross(a.w, f.f, sum.f);
}

}  // namespace alembert
