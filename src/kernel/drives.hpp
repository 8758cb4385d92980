// What drives add to the torques of rigid links: rotors, friction, springs. Along a joint
//
//   rotor_inertia a + viscous v + coulomb sign(v) + stiffness (x - spring_rest)
//
// of its own value x, rate v and acceleration a. Where a slip speed v_s is given, tanh(v / v_s)
// stands for the sign: a torque that jumps can be neither optimised nor integrated.
#pragma once

#include <array>
#include <cassert>
#include <cmath>
#include <vector>

#include "alembert/model.hpp"
#include "alembert/scalar.hpp"
#include "kernel/scalar_traits.hpp"

namespace alembert {

/// Of one joint: q, v and a below are those of its coordinate.
template <typename S>
struct Drive {
  using Constant = ConstantOf<S>;
  int joint, coordinate;
  Constant ratio, offset;
  Constant rotor_inertia, viscous, coulomb, stiffness, spring_rest;

  Drive(int index, const ModelJoint& j)
      : joint(index),
        coordinate(j.coordinate),
        ratio(Constant(j.ratio)),
        offset(Constant(j.offset)),
        rotor_inertia(Constant(j.rotor_inertia)),
        viscous(Constant(j.viscous)),
        coulomb(Constant(j.coulomb)),
        stiffness(Constant(j.stiffness)),
        spring_rest(Constant(j.spring_rest)) {}

  bool idle() const {
    return rotor_inertia == Constant(0) && viscous == Constant(0) && coulomb == Constant(0) &&
           stiffness == Constant(0);
  }

  S stretch(const S& q) const { return S(ratio) * q + S(offset) - S(spring_rest); }

  /// What multiplies rotor inertia, viscous and Coulomb friction in the coordinate's torque.
  std::array<S, 3> motion_columns(const S& v, const S& a) const {
    const S rate = S(ratio) * v;
    return {S(ratio) * (S(ratio) * a), S(ratio) * rate, S(ratio) * sign_of(rate)};
  }
  /// What multiplies the stiffness and -stiffness spring_rest.
  std::array<S, 2> spring_columns(const S& q) const {
    return {S(ratio) * (S(ratio) * q + S(offset)), S(ratio)};
  }

  static S sign_of(const S& rate) {
    if constexpr (requires { sign(rate); }) {
      return sign(rate);
    } else {
      return S(static_cast<double>(rate > S(0)) - static_cast<double>(rate < S(0)));
    }
  }
};

/// Of all joints that have one.
template <typename S>
class Drives {
 public:
  /// With a slip speed, for scalars that have a tanh.
  explicit Drives(const Model& model, ConstantOf<S> slip_speed = 0) : slip_speed_(slip_speed) {
    assert(slip_speed == 0 || rounds_sign);
    for (int i = 0; i < model.joint_count(); ++i) {
      const Drive<S> drive(i, model.joint(i));
      if (!drive.idle()) drives_.push_back(drive);
    }
  }

  bool empty() const { return drives_.empty(); }
  const std::vector<Drive<S>>& all() const { return drives_; }

  /// Of one drive, as part of its coordinate's torque.
  S torque(const Drive<S>& d, const S& q, const S& v, const S& a) const {
    const S rate = S(d.ratio) * v;
    const S force = S(d.rotor_inertia) * (S(d.ratio) * a) + S(d.viscous) * rate +
                    S(d.coulomb) * direction(rate) + S(d.stiffness) * d.stretch(q);
    return S(d.ratio) * force;
  }

  /// Adds to the torques of coordinates.
  template <typename Vector, typename Out>
  void add(const Vector& q, const Vector& v, const Vector& a, Out& tau) const {
    for (const Drive<S>& d : drives_) {
      const int c = d.coordinate;
      tau[c] += torque(d, q[c], v[c], a[c]);
    }
  }
  /// Adds `share` times the Coulomb friction alone.
  template <typename Vector, typename Out>
  void add_coulomb(const Vector& v, const S& share, Out&& tau) const {
    for (const Drive<S>& d : drives_) {
      tau[d.coordinate] +=
          share * S(d.ratio) * S(d.coulomb) * direction(S(S(d.ratio) * v[d.coordinate]));
    }
  }

  /// Adds the derivatives of add() by q, v and a: all on the diagonal. Those of a plain sign are
  /// zero, whatever v.
  template <typename Vector, typename Matrix>
  void add_derivatives(const Vector& v, Matrix& dq, Matrix& dv, Matrix& M) const {
    for (const Drive<S>& d : drives_) {
      const int c = d.coordinate;
      const Constant square = d.ratio * d.ratio;
      if (d.stiffness != Constant(0)) dq(c, c) += S(square * d.stiffness);
      if (d.viscous != Constant(0)) dv(c, c) += S(square * d.viscous);
      if (slip_speed_ > Constant(0)) dv(c, c) += square * d.coulomb * slope(S(S(d.ratio) * v[c]));
    }
    add_rotors(M);
  }
  template <typename Matrix>
  void add_rotors(Matrix& M) const {
    for (const Drive<S>& d : drives_) {
      if (d.rotor_inertia == Constant(0)) continue;
      M(d.coordinate, d.coordinate) += S(d.ratio * d.ratio * d.rotor_inertia);
    }
  }
  /// Adds the second derivatives of weights · tau by v: the only ones.
  template <typename Vector, typename Weights, typename Matrix>
  void add_hessian(const Vector& v, const Weights& weights, Matrix& vv) const {
    if (!(slip_speed_ > Constant(0))) return;
    for (const Drive<S>& d : drives_) {
      const int c = d.coordinate;
      const S rate = S(d.ratio) * v[c];
      const S bend = S(-2) * direction(rate) * slope(rate) / S(slip_speed_);
      vv(c, c) += weights[c] * (d.ratio * d.ratio * d.ratio * d.coulomb) * bend;
    }
  }

  /// Energy in rotors and in springs.
  template <typename Vector>
  S kinetic_energy(const Vector& v) const {
    S sum(0);
    for (const Drive<S>& d : drives_) {
      const S rate = S(d.ratio) * v[d.coordinate];
      sum += S(0.5) * (S(d.rotor_inertia) * rate * rate);
    }
    return sum;
  }
  template <typename Vector>
  S elastic_energy(const Vector& q) const {
    S sum(0);
    for (const Drive<S>& d : drives_) {
      const S stretch = d.stretch(q[d.coordinate]);
      sum += S(0.5) * S(d.stiffness) * stretch * stretch;
    }
    return sum;
  }

 private:
  using Constant = ConstantOf<S>;
  static constexpr bool rounds_sign = std::is_floating_point_v<S> || requires(S x) { tanh(x); };

  /// The sign of a rate, or what stands for it.
  S direction(const S& rate) const {
    if constexpr (rounds_sign) {
      using std::tanh;
      if (slip_speed_ > Constant(0)) return tanh(S(rate / slip_speed_));
    }
    return Drive<S>::sign_of(rate);
  }
  /// Its derivative, where there is a slip speed.
  S slope(const S& rate) const {
    const S sign = direction(rate);
    return (S(1) - sign * sign) / S(slip_speed_);
  }

  Constant slip_speed_;
  std::vector<Drive<S>> drives_;
};

}  // namespace alembert
