// A link in the frame of the canonical base: its inertia about the base's origin, and the force
// that its motion takes.
#pragma once

#include "kernel/spatial.hpp"

namespace alembert {

/// A link's mass, first and second moment about its own origin, as regrouped.hpp leaves them.
template <typename T>
struct LinkNumbers {
  T m, hx, hy, hz, Jxx, Jyy, Jzz, Jxy, Jxz, Jyz;
};

/// Its own components turned, then moved to o. A revolute joint has m = hz = Jzz = 0.
template <typename S, typename T>
small::Body6<S> body_in_ground(const LinkNumbers<T>& j, bool revolute, const small::V3<S>& ex,
                               const small::V3<S>& ey, const small::V3<S>& ez,
                               const small::V3<S>& o) {
  using V = small::V3<S>;
  const V cx = S(j.Jxx) * ex + S(j.Jxy) * ey + S(j.Jxz) * ez;
  const V cy = S(j.Jxy) * ex + S(j.Jyy) * ey + S(j.Jyz) * ez;
  V cz = S(j.Jxz) * ex + S(j.Jyz) * ey;
  V h = S(j.hx) * ex + S(j.hy) * ey;
  if (!revolute) {
    cz += S(j.Jzz) * ez;
    h += S(j.hz) * ez;
  }
  const V moved = revolute ? h : V(h + S(j.m) * o);
  const auto entry = [&](S V::*a, S V::*b) {
    return ex.*a * (cx.*b) + ey.*a * (cy.*b) + ez.*a * (cz.*b) + o.*a * (h.*b) + moved.*a * (o.*b);
  };
  return {S(j.m),
          moved,
          {entry(&V::x, &V::x), entry(&V::y, &V::y), entry(&V::z, &V::z), entry(&V::x, &V::y),
           entry(&V::x, &V::z), entry(&V::y, &V::z)}};
}

/// Of a velocity and an acceleration as spatial vectors: the acceleration field is a' + U r with
/// a' = a + w x v and U = [w']x + [w]x[w]x. What has no mass (regrouped) skips what it multiplies.
template <typename S>
small::Force6<S> inertia_force(const small::Body6<S>& body, bool massless,
                               const small::Motion6<S>& velocity,
                               const small::Motion6<S>& acceleration) {
  using V = small::V3<S>;
  const V &w = velocity.w, &wd = acceleration.w, &h = body.h;
  const V a = acceleration.v + small::cross(w, velocity.v);
  const S xx = w.x * w.x, yy = w.y * w.y, zz = w.z * w.z;
  const S xy = w.x * w.y, xz = w.x * w.z, yz = w.y * w.z;
  const V U0{-(yy + zz), xy + wd.z, xz - wd.y};
  const V U1{xy - wd.z, -(xx + zz), yz + wd.x};
  const V U2{xz + wd.y, yz - wd.x, -(xx + yy)};
  const small::Sym3<S>& J = body.J;
  const V turning{J.xy * U0.z - J.xz * U0.y + J.yz * (zz - yy) + J.yy * U1.z - J.zz * U2.y,
                  J.xz * (xx - zz) + J.yz * U1.x - J.xx * U0.z - J.xy * U1.z + J.zz * U2.x,
                  J.xx * U0.y - J.yy * U1.x + J.xy * (yy - xx) + J.xz * U2.y - J.yz * U2.x};
  if (massless) return {turning + small::cross(h, a), h.x * U0 + h.y * U1 + h.z * U2};
  return {turning + small::cross(h, a), body.m * a + h.x * U0 + h.y * U1 + h.z * U2};
}

}  // namespace alembert
