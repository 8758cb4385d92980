// The regrouped inertia of one link, as numbers, and the force its motion needs.
#pragma once

#include "kernel/joint_frame.hpp"

namespace alembert {

/// U = [w']x + [w]x[w]x: the acceleration of a point at r is a + U r.
template <typename S>
struct AccelerationField {
  small::V3<S> U0, U1;  // columns
  S U2_x, U2_y;
  S xx, yy, zz;  // squares of w

  static AccelerationField of(const small::V3<S>& w, const small::V3<S>& wd) {
    const S xx = w.x * w.x, yy = w.y * w.y, zz = w.z * w.z;
    const S xy = w.x * w.y, xz = w.x * w.z, yz = w.y * w.z;
    return {{-(yy + zz), xy + wd.z, xz - wd.y},
            {xy - wd.z, -(xx + zz), yz + wd.x},
            xz + wd.y,
            yz - wd.x,
            xx,
            yy,
            zz};
  }
  /// Apart: a tip does not need all of it.
  small::V3<S> U2() const { return {U2_x, U2_y, -(xx + yy)}; }
};

/// Mass, int r dm and int r r^T dm about the origin, as regrouped.hpp leaves them: of a revolute
/// joint m = hz = Jzz = 0.
template <typename T>
struct LinkNumbers {
  T m, hx, hy, hz, Jxx, Jyy, Jzz, Jxy, Jxz, Jyz;

  template <typename C>
  static LinkNumbers of(const RegroupedBody<C>& b) {
    return {T(b.m),       T(b.h.x()),   T(b.h.y()),   T(b.h.z()),   T(b.J(0, 0)),
            T(b.J(1, 1)), T(b.J(2, 2)), T(b.J(0, 1)), T(b.J(0, 2)), T(b.J(1, 2))};
  }
};

/// In the link's own frame; the zeros of regrouping are left out.
template <typename S>
struct LinkInertia : LinkNumbers<InertialOf<S>> {
  using V = small::V3<S>;
  using Numbers = LinkNumbers<InertialOf<S>>;
  using Numbers::Jxx, Numbers::Jyy, Numbers::Jzz, Numbers::Jxy, Numbers::Jxz, Numbers::Jyz;
  using Numbers::m, Numbers::hx, Numbers::hy, Numbers::hz;
  bool level;  // hy is zero, as at tips

  explicit LinkInertia(const RegroupedJointFor<S>& j)
      : Numbers(Numbers::of(j)), level(j.h.y() == 0.0) {}

  /// F = m a + U h and N = axial(U J - J U^T) + h x a, with a the origin's acceleration.
  template <JointKind K>
  small::Force6<S> force(const JointFrame<S>& j, const AccelerationField<S>& field,
                         const V& a) const {
    const V &U0 = field.U0, &U1 = field.U1;
    V F{hx * U0.x, hx * U0.y, hx * U0.z};
    V N{S(0), -(hx * a.z), hx * a.y};
    if (j.template rotates<K>()) {
      N.x = Jxy * U0.z - Jxz * U0.y + Jyz * (field.zz - field.yy) + Jyy * U1.z;
      N.y += Jxz * (field.xx - field.zz) + Jyz * U1.x - Jxx * U0.z - Jxy * U1.z;
      N.z += Jxx * U0.y - Jyy * U1.x + Jxy * (field.yy - field.xx) + Jxz * field.U2_y -
             Jyz * field.U2_x;
    }
    if (!level) {
      F += S(hy) * U1;
      N.x += hy * a.z;
      N.z -= hy * a.x;
    }
    if (j.template slides<K>()) {
      F += S(hz) * field.U2() + S(m) * a;
      N.x -= hz * a.y;
      N.y += hz * a.x;
    }
    if (j.template slides<K>() && j.template rotates<K>()) {
      N.x -= Jzz * field.U2_y;
      N.y += Jzz * field.U2_x;
    }
    return {N, F};
  }
};

}  // namespace alembert
