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

/// Mass, int r dm and int r r^T dm about the origin; the zeros of regrouping are left out.
template <typename S>
struct LinkInertia {
  using V = small::V3<S>;
  using Constant = InertialOf<S>;
  Constant m, hx, hy, hz;
  bool level;  // hy is zero, as at tips
  Constant Jxx, Jyy, Jzz, Jxy, Jxz, Jyz;

  explicit LinkInertia(const RegroupedJointFor<S>& j)
      : m(Constant(j.m)),
        hx(Constant(j.h.x())),
        hy(Constant(j.h.y())),
        hz(Constant(j.h.z())),
        level(j.h.y() == 0.0),
        Jxx(Constant(j.J(0, 0))),
        Jyy(Constant(j.J(1, 1))),
        Jzz(Constant(j.J(2, 2))),
        Jxy(Constant(j.J(0, 1))),
        Jxz(Constant(j.J(0, 2))),
        Jyz(Constant(j.J(1, 2))) {}

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
