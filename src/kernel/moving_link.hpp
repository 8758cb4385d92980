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

/// What is summed over subtrees; the Coriolis operator is 2B d = (D d, d x p).
template <typename S>
struct MovingBody {
  using V = small::V3<S>;
  V h;               // int r dm
  small::Sym3<S> I;  // int r.r E - r r^T dm, off its diagonal without the minus
  small::M3<S> D;    // tr K E - K with K = 2 int u r^T dm for the velocity field u
  V p;               // 2 int u dm
  small::Force6<S> f;

  MovingBody& operator+=(const MovingBody& b) {
    h += b.h;
    I += b.I;
    D += b.D;
    p += b.p;
    f += b.f;
    return *this;
  }
  /// Adds the force of an acceleration. Nothing has mass in a robot without prismatic joints.
  void add_inertia(const ConstantOf<S>& mass, const small::Motion6<S>& a,
                   small::Force6<S>& force) const {
    const V& w = a.w;
    V& n = force.n;
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
    if (mass != ConstantOf<S>(0)) force.f += S(mass) * a.v;
  }
  /// Adds 2B d.
  void add_coriolis(const V& d, small::Force6<S>& force) const {
    force.n += d.x * D.c0;
    force.n += d.y * D.c1;
    force.n += d.z * D.c2;
    add_cross(d, p, force.f);
  }
  /// (2B)^T of a motion.
  V coriolis_transposed(const small::Motion6<S>& a) const {
    V u = small::transpose_times(D, a.w);
    add_cross(p, a.v, u);
    return u;
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

  /// Where the link is. Returns S, the joint's motion.
  Motion6 place(const MovingJoint<S>& j, const MovingLink& parent, const S& x, const S& s,
                const S& c) {
    using C = ConstantOf<S>;
    V across = parent.ex, y = parent.ey, z = parent.ez, at = parent.o;
    if (!j.first_child) {
      const V turned = S(j.cos_beta) * across + S(j.sin_beta) * y;
      y = S(j.cos_beta) * y - S(j.sin_beta) * across;
      across = turned;
    }
    if (j.px != C(0)) at += S(j.px) * across;
    if (j.py != C(0)) at += S(j.py) * y;
    if (j.pz != C(0)) at += S(j.pz) * z;
    const V before = y;
    if (j.twist == Twist::quarter) {
      y = z;
      z = -before;
    } else if (j.twist == Twist::minus_quarter) {
      y = -z;
      z = before;
    } else if (j.twist == Twist::general) {
      y = S(j.cos_alpha) * before + S(j.sin_alpha) * z;
      z = S(j.cos_alpha) * z - S(j.sin_alpha) * before;
    }
    if (j.motion == JointMotion::prismatic) at += x * z;
    if (j.motion == JointMotion::helical) at += (S(j.pitch) * x) * z;
    ex = c * across + s * y;
    ey = c * y - s * across;
    ez = z;
    o = at;
    if (j.motion == JointMotion::prismatic) return {{S(0), S(0), S(0)}, z};
    Motion6 along{z, small::cross(at, z)};
    if (j.motion == JointMotion::helical) along.v += S(j.pitch) * z;
    return along;
  }

  /// Sets `sums` to those of what is behind the link and those of its own body, which moves as it
  /// does. Both may be the same.
  void add_body(const MovingJoint<S>& j, const MovingBody<S>& behind, MovingBody<S>& sums) const;

 private:
  /// `sum` becomes `behind` and D of a body that moves with half of `twice`.
  static void set_coriolis(const Motion6& twice, const V& h, const small::Sym3<S>& J,
                           const small::M3<S>& behind, small::M3<S>& sum);
};

template <typename S>
void MovingLink<S>::set_coriolis(const Motion6& twice, const V& h, const small::Sym3<S>& J,
                                 const small::M3<S>& behind, small::M3<S>& sum) {
  // K by columns is [w]x J + v h^T; of its trace only these parts remain.
  const V &w = twice.w, &v = twice.v;
  small::M3<S> D = behind;
  D.c0.x += w.z * J.xy;
  D.c1.y += w.x * J.yz;
  D.c2.z += w.y * J.xz;
  D.c0.x -= w.y * J.xz;
  D.c1.y -= w.z * J.xy;
  D.c2.z -= w.x * J.yz;
  D.c0.x += h.y * v.y;
  D.c1.y += h.x * v.x;
  D.c2.z += h.x * v.x;
  D.c0.x += h.z * v.z;
  D.c1.y += h.z * v.z;
  D.c2.z += h.y * v.y;
  D.c0.y += w.x * J.xz;
  D.c0.y -= w.z * J.xx;
  D.c0.y -= h.x * v.y;
  D.c0.z += w.y * J.xx;
  D.c0.z -= w.x * J.xy;
  D.c0.z -= h.x * v.z;
  D.c1.x += w.z * J.yy;
  D.c1.x -= w.y * J.yz;
  D.c1.x -= h.y * v.x;
  D.c1.z += w.y * J.xy;
  D.c1.z -= w.x * J.yy;
  D.c1.z -= h.y * v.z;
  D.c2.x += w.z * J.yz;
  D.c2.x -= w.y * J.zz;
  D.c2.x -= h.z * v.x;
  D.c2.y += w.x * J.zz;
  D.c2.y -= w.z * J.xz;
  D.c2.y -= h.z * v.y;
  sum = D;
}

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
  set_coriolis(twice, h, J, behind.D, sums.D);
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
  sums.I = behind.I;
  sums.I += {J.yy + J.zz, J.xx + J.zz, J.xx + J.yy, J.xy, J.xz, J.yz};
  sums.p = p;
  sums.f = {n, f};
}

}  // namespace alembert
