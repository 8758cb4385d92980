// A link in the frame of the canonical base: where it is, its inertia about the base's origin, the
// force that its motion takes, and what of it is summed over subtrees.
#pragma once

#include "kernel/add_cross.hpp"
#include "kernel/link_inertia.hpp"

namespace alembert {

/// The frame of a link. Every step is straight-line code in registers; what a joint's constants
/// make zero is left out.
template <typename S>
struct GroundFrame {
  using V = small::V3<S>;
  V ex, ey, ez, o;

  static GroundFrame base() {
    const S zero(0), one(1);
    return {{one, zero, zero}, {zero, one, zero}, {zero, zero, one}, {zero, zero, zero}};
  }

  /// The parent's before and the link's own after, for the joint's value and the sine and cosine of
  /// its angle.
  void place(const JointFrame<S>& j, const S& x, const S& s, const S& c) {
    using C = ConstantOf<S>;
    if (j.x != C(0)) o += S(j.x) * ex;
    if (j.y != C(0)) o += S(j.y) * ey;
    if (j.z != C(0)) o += S(j.z) * ez;
    const auto axes = j.template to_link<JointKind::any>(small::V3<V>{ex, ey, ez}, s, c);
    ex = axes.x;
    ey = axes.y;
    ez = axes.z;
    if (j.motion != JointMotion::revolute) o += j.slide(x) * ez;
  }

  /// S of the joint that moves the link: its motion, per unit of its rate.
  small::Motion6<S> motion(const JointFrame<S>& j) const {
    if (j.motion == JointMotion::prismatic) return {{S(0), S(0), S(0)}, ez};
    small::Motion6<S> along{ez, small::cross(o, ez)};
    if (j.motion == JointMotion::helical) along.v += S(j.pitch) * ez;
    return along;
  }

  /// The link's own components turned, then moved to o.
  template <typename T>
  small::Body6<S> body_of(const LinkNumbers<T>& j, bool revolute) const {
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
      return ex.*a * (cx.*b) + ey.*a * (cy.*b) + ez.*a * (cz.*b) + o.*a * (h.*b) +
             moved.*a * (o.*b);
    };
    return {S(j.m),
            moved,
            {entry(&V::x, &V::x), entry(&V::y, &V::y), entry(&V::z, &V::z), entry(&V::x, &V::y),
             entry(&V::x, &V::z), entry(&V::y, &V::z)}};
  }
};

/// Of a velocity and an acceleration as spatial vectors: the acceleration field is a' + U r with
/// a' = a + w x v. What has no mass (regrouped) skips what it multiplies.
template <typename S>
small::Force6<S> inertia_force(const small::Body6<S>& body, bool massless,
                               const small::Motion6<S>& velocity,
                               const small::Motion6<S>& acceleration) {
  using V = small::V3<S>;
  const V &w = velocity.w, &h = body.h;
  const V a = acceleration.v + small::cross(w, velocity.v);
  const auto field = AccelerationField<S>::of(w, acceleration.w);
  const V &U0 = field.U0, &U1 = field.U1, U2 = field.U2();
  const S &xx = field.xx, &yy = field.yy, &zz = field.zz;
  const small::Sym3<S>& J = body.J;
  const V turning{J.xy * U0.z - J.xz * U0.y + J.yz * (zz - yy) + J.yy * U1.z - J.zz * U2.y,
                  J.xz * (xx - zz) + J.yz * U1.x - J.xx * U0.z - J.xy * U1.z + J.zz * U2.x,
                  J.xx * U0.y - J.yy * U1.x + J.xy * (yy - xx) + J.xz * U2.y - J.yz * U2.x};
  if (massless) return {turning + small::cross(h, a), h.x * U0 + h.y * U1 + h.z * U2};
  return {turning + small::cross(h, a), body.m * a + h.x * U0 + h.y * U1 + h.z * U2};
}

/// int r.r E - r r^T dm of J = int r r^T dm, off its diagonal without the minus.
template <typename S>
small::Sym3<S> rotational(const small::Sym3<S>& J) {
  return {J.yy + J.zz, J.xx + J.zz, J.xx + J.yy, J.xy, J.xz, J.yz};
}

/// Adds the force of an acceleration of a body with such an inertia. Regrouped, nothing is heavy in
/// a robot without prismatic joints.
template <typename S>
void add_inertia(const small::V3<S>& h, const small::Sym3<S>& I, const S& mass, bool heavy,
                 const small::Motion6<S>& a, small::Force6<S>& force) {
  const small::V3<S>& w = a.w;
  small::V3<S>& n = force.n;
  n.x += I.xx * w.x;
  n.y += I.yy * w.y;
  n.z += I.zz * w.z;
  n.x -= I.xy * w.y;
  n.y -= I.xy * w.x;
  n.z -= I.xz * w.x;
  n.x -= I.xz * w.z;
  n.y -= I.yz * w.z;
  n.z -= I.yz * w.y;
  add_cross(h, a.v, n);
  add_cross(w, h, force.f);
  if (heavy) force.f += mass * a.v;
}

/// What is summed over subtrees; the Coriolis operator is 2B d = (D d, d x p).
template <typename S>
struct MovingBody {
  using V = small::V3<S>;
  using Motion6 = small::Motion6<S>;
  using Force6 = small::Force6<S>;
  V h;               // int r dm
  small::Sym3<S> I;  // as rotational() has it
  small::M3<S> D;    // tr K E - K with K = 2 int u r^T dm for the velocity field u
  V p;               // 2 int u dm
  Force6 f;          // of inertia

  MovingBody& operator+=(const MovingBody& b) {
    h += b.h;
    I += b.I;
    D += b.D;
    p += b.p;
    f += b.f;
    return *this;
  }
  /// Of one body that moves so.
  static MovingBody of(const small::Body6<S>& body, bool massless, const Motion6& velocity,
                       const Motion6& acceleration) {
    const Motion6 twice = velocity + velocity;
    MovingBody own{body.h,
                   rotational(body.J),
                   {},
                   small::cross(twice.w, body.h),
                   inertia_force(body, massless, velocity, acceleration)};
    own.add_coriolis_of(body, massless, twice);
    return own;
  }
  /// Adds it, product by product.
  void add(const small::Body6<S>& body, bool massless, const Motion6& velocity,
           const Motion6& acceleration) {
    const Motion6 twice = velocity + velocity;
    h += body.h;
    I += rotational(body.J);
    add_cross(twice.w, body.h, p);
    f += inertia_force(body, massless, velocity, acceleration);
    add_coriolis_of(body, massless, twice);
  }

  void add_inertia(const S& mass, bool heavy, const Motion6& a, Force6& force) const {
    alembert::add_inertia(h, I, mass, heavy, a, force);
  }
  /// Adds 2B d.
  void add_coriolis(const V& d, Force6& force) const {
    force.n += d.x * D.c0;
    force.n += d.y * D.c1;
    force.n += d.z * D.c2;
    add_cross(d, p, force.f);
  }
  /// (2B)^T of a motion.
  V coriolis_transposed(const Motion6& a) const {
    V u = small::transpose_times(D, a.w);
    add_cross(p, a.v, u);
    return u;
  }

 private:
  /// D of a body that moves with half of `twice`, and of p what mass there is: K is [w]x J + v h^T,
  /// and of its trace on the diagonal only these parts remain.
  void add_coriolis_of(const small::Body6<S>& body, bool massless, const Motion6& twice) {
    const V &w = twice.w, &v = twice.v, &m = body.h;
    const small::Sym3<S>& J = body.J;
    const auto add = [](S& sum, const S& a, const S& b, const S& c, const S& d) {
      sum += a * b;
      sum -= c * d;
    };
    add(D.c0.x, w.z, J.xy, w.y, J.xz);
    add(D.c0.y, w.x, J.xz, w.z, J.xx);
    add(D.c0.z, w.y, J.xx, w.x, J.xy);
    add(D.c1.x, w.z, J.yy, w.y, J.yz);
    add(D.c1.y, w.x, J.yz, w.z, J.xy);
    add(D.c1.z, w.y, J.xy, w.x, J.yy);
    add(D.c2.x, w.z, J.yz, w.y, J.zz);
    add(D.c2.y, w.x, J.zz, w.z, J.xz);
    add(D.c2.z, w.y, J.xz, w.x, J.yz);
    D.c0.x += m.y * v.y;
    D.c0.x += m.z * v.z;
    D.c0.y -= m.x * v.y;
    D.c0.z -= m.x * v.z;
    D.c1.x -= m.y * v.x;
    D.c1.y += m.x * v.x;
    D.c1.y += m.z * v.z;
    D.c1.z -= m.y * v.z;
    D.c2.x -= m.z * v.x;
    D.c2.y -= m.z * v.y;
    D.c2.z += m.x * v.x;
    D.c2.z += m.y * v.y;
    if (!massless) p += body.m * v;
  }
};

}  // namespace alembert
