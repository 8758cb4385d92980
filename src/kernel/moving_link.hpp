// One link after the other from the base to the tips, in the canonical base's frame, while no joint
// accelerates: where it is, how it moves, and what that asks of its own body. For scalars that are
// several states at once; every step is straight-line code in registers.
#pragma once

#include "kernel/add_cross.hpp"
#include "kernel/regrouped.hpp"
#include "kernel/scalar_traits.hpp"

namespace alembert {

/// A joint's constants.
template <typename S>
struct MovingJoint {
  using C = ConstantOf<S>;
  JointMotion motion;
  Twist twist;
  bool first_child;
  bool carries = false, branches = false;  // has a child that follows directly, and others
  int parent;
  C sin_alpha, cos_alpha, sin_beta, cos_beta, theta0, pitch;
  C px, py, pz;
  // Regrouped (regrouped.hpp): of revolute joints m = hz = Jzz = 0.
  C m, hx, hy, hz, Jxx, Jyy, Jzz, Jxy, Jxz, Jyz;
  C mass;  // of everything behind the joint
  C rotor, viscous, stiffness;

  MovingJoint(const RegroupedJoint& j, const ModelJoint& own)
      : motion(j.motion),
        twist(j.twist),
        first_child(j.first_child),
        parent(j.parent),
        sin_alpha(C(j.sin_alpha)),
        cos_alpha(C(j.cos_alpha)),
        sin_beta(C(j.sin_beta)),
        cos_beta(C(j.cos_beta)),
        theta0(C(j.theta0)),
        pitch(C(j.pitch)),
        px(C(j.p.x())),
        py(C(j.p.y())),
        pz(C(j.p.z())),
        m(C(j.m)),
        hx(C(j.h.x())),
        hy(C(j.h.y())),
        hz(C(j.h.z())),
        Jxx(C(j.J(0, 0))),
        Jyy(C(j.J(1, 1))),
        Jzz(C(j.J(2, 2))),
        Jxy(C(j.J(0, 1))),
        Jxz(C(j.J(0, 2))),
        Jyz(C(j.J(1, 2))),
        mass(C(j.m)),
        rotor(C(own.rotor_inertia)),
        viscous(C(own.viscous)),
        stiffness(C(own.stiffness)) {}
};

/// What is summed over subtrees; the Coriolis operator is 2B d = (tr K d - K d, d x p).
template <typename S>
struct MovingBody {
  small::V3<S> h;
  small::Sym3<S> J;
  small::M3<S> K;
  small::V3<S> p;
  small::Force6<S> f;

  MovingBody& operator+=(const MovingBody& b) {
    h += b.h;
    J += b.J;
    K += b.K;
    p += b.p;
    f += b.f;
    return *this;
  }
  /// Adds the force of an acceleration. Nothing has mass in a robot without prismatic joints.
  void add_inertia(const ConstantOf<S>& mass, const small::Motion6<S>& a,
                   small::Force6<S>& force) const {
    const small::V3<S>& w = a.w;
    small::V3<S>& n = force.n;
    n.x += (J.yy + J.zz) * w.x;
    n.y += (J.xx + J.zz) * w.y;
    n.z += (J.xx + J.yy) * w.z;
    n.x -= J.xy * w.y;
    n.y -= J.xy * w.x;
    n.z -= J.xz * w.x;
    n.x -= J.xz * w.z;
    n.y -= J.yz * w.z;
    n.z -= J.yz * w.y;
    add_cross(h, a.v, n);
    add_cross(w, h, force.f);
    if (mass != ConstantOf<S>(0)) force.f += S(mass) * a.v;
  }
  /// Adds 2B d.
  void add_coriolis(const S& trace, const small::V3<S>& d, small::Force6<S>& force) const {
    const auto add = [&](S small::V3<S>::*i) {
      S& sum = force.n.*i;
      sum += trace * (d.*i);
      sum -= K.c0.*i * d.x;
      sum -= K.c1.*i * d.y;
      sum -= K.c2.*i * d.z;
    };
    add(&small::V3<S>::x);
    add(&small::V3<S>::y);
    add(&small::V3<S>::z);
    add_cross(d, p, force.f);
  }
};

/// What one link hands to the next.
template <typename S>
struct MovingLink {
  using V = small::V3<S>;
  using Motion6 = small::Motion6<S>;
  V ex, ey, ez, o;
  Motion6 velocity, acceleration;

  /// Of the base, which rests.
  static MovingLink base(const V& up) {
    const S zero(0), one(1);
    const V none{zero, zero, zero};
    return {{one, zero, zero}, {zero, one, zero}, {zero, zero, one}, none,
            {none, none},      {none, up}};
  }

  /// From the parent's frame to the joint's own. Returns S, the joint's motion.
  Motion6 place(const MovingJoint<S>& j, const S& x, const S& s, const S& c) {
    using C = ConstantOf<S>;
    if (!j.first_child) {
      const V turned = S(j.cos_beta) * ex + S(j.sin_beta) * ey;
      ey = S(j.cos_beta) * ey - S(j.sin_beta) * ex;
      ex = turned;
    }
    if (j.px != C(0)) o += S(j.px) * ex;
    if (j.py != C(0)) o += S(j.py) * ey;
    if (j.pz != C(0)) o += S(j.pz) * ez;
    V y = ey;
    if (j.twist == Twist::quarter) {
      y = ez;
      ez = -ey;
    } else if (j.twist == Twist::minus_quarter) {
      y = -ez;
      ez = ey;
    } else if (j.twist == Twist::general) {
      y = S(j.cos_alpha) * ey + S(j.sin_alpha) * ez;
      ez = S(j.cos_alpha) * ez - S(j.sin_alpha) * ey;
    }
    const V across = ex;
    ex = c * across + s * y;
    ey = c * y - s * across;
    if (j.motion == JointMotion::revolute) return {ez, small::cross(o, ez)};
    if (j.motion == JointMotion::prismatic) {
      o += x * ez;
      return {{S(0), S(0), S(0)}, ez};
    }
    o += (S(j.pitch) * x) * ez;
    return {ez, small::cross(o, ez) + S(j.pitch) * ez};
  }

  /// Sets `sums` to those of what is behind the link and those of its own body, which moves as it
  /// does. Both may be the same.
  void add_body(const MovingJoint<S>& j, const MovingBody<S>& behind, MovingBody<S>& sums) const;
};

template <typename S>
void MovingLink<S>::add_body(const MovingJoint<S>& j, const MovingBody<S>& behind,
                             MovingBody<S>& sums) const {
  const bool revolute = j.motion == JointMotion::revolute;
  const V &x = ex, &y = ey, &z = ez, &r = o;
  const V cx = S(j.Jxx) * x + S(j.Jxy) * y + S(j.Jxz) * z,
          cy = S(j.Jxy) * x + S(j.Jyy) * y + S(j.Jyz) * z;
  V cz = S(j.Jxz) * x + S(j.Jyz) * y, arm = S(j.hx) * x + S(j.hy) * y;
  V h = arm;
  if (!revolute) {
    cz += S(j.Jzz) * z;
    arm += S(j.hz) * z;
    h = arm + S(j.m) * r;
  }
  const auto entry = [&](S V::*i, S V::*k) {
    return x.*i * (cx.*k) + y.*i * (cy.*k) + z.*i * (cz.*k) + r.*i * (arm.*k) + h.*i * (r.*k);
  };
  const small::Sym3<S> J = {entry(&V::x, &V::x), entry(&V::y, &V::y), entry(&V::z, &V::z),
                            entry(&V::x, &V::y), entry(&V::x, &V::z), entry(&V::y, &V::z)};
  const V &w = velocity.w, &wd = acceleration.w;
  const Motion6 twice = velocity + velocity;
  small::M3<S> K = behind.K;
  add_cross(twice.w, V{J.xx, J.xy, J.xz}, K.c0);
  add_cross(twice.w, V{J.xy, J.yy, J.yz}, K.c1);
  add_cross(twice.w, V{J.xz, J.yz, J.zz}, K.c2);
  small::add_outer(K, twice.v, h);
  sums.K = K;
  V p = behind.p;
  add_cross(twice.w, h, p);
  // The acceleration field is a + U r with U = [w']x + [w]x[w]x.
  V a = acceleration.v;
  add_cross(w, velocity.v, a);
  const S xx = w.x * w.x, yy = w.y * w.y, zz = w.z * w.z;
  const S xy = w.x * w.y, xz = w.x * w.z, yz = w.y * w.z;
  const V U0{-(yy + zz), xy + wd.z, xz - wd.y}, U1{xy - wd.z, -(xx + zz), yz + wd.x},
      U2{xz + wd.y, yz - wd.x, -(xx + yy)};
  V n = behind.f.n + V{J.xy * U0.z - J.xz * U0.y + J.yz * (zz - yy) + J.yy * U1.z - J.zz * U2.y,
                       J.xz * (xx - zz) + J.yz * U1.x - J.xx * U0.z - J.xy * U1.z + J.zz * U2.x,
                       J.xx * U0.y - J.yy * U1.x + J.xy * (yy - xx) + J.xz * U2.y - J.yz * U2.x};
  add_cross(h, a, n);
  V f = behind.f.f;
  f += h.x * U0;
  f += h.y * U1;
  f += h.z * U2;
  if (!revolute) {
    p += S(j.m) * twice.v;
    f += S(j.m) * a;
  }
  sums.h = behind.h + h;
  sums.J = behind.J;
  sums.J += J;
  sums.p = p;
  sums.f = {n, f};
}

}  // namespace alembert
