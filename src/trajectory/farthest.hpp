// How far one joint gets in a given time, from velocity and acceleration to velocity and
// acceleration, within limits on velocity, acceleration and jerk.
#pragma once

#include <array>

#include "trajectory/first_root.hpp"

namespace alembert {

/// Velocity and acceleration at both ends.
struct RampEnds {
  double v0, a0, v1, a1;
  RampEnds mirrored() const { return {-v0, -a0, -v1, -a1}; }
};

/// A while of constant jerk, with the acceleration that it begins with.
struct RampPhase {
  double duration, a, jerk;
};
using RampPhases = std::array<RampPhase, 7>;

/// Units in which the limit on jerk is 1 or, where there is none, that on acceleration.
class Farthest {
 public:
  /// Both ends within limits, and so they stay beside the ends. Without a limit on jerk
  /// accelerations jump, and those at the ends do not matter.
  Farthest(const RampEnds& ends, double velocity, double acceleration, bool limits_jerk);

  /// What follows is for times in which the velocity and acceleration can be reached at all.
  double reach(double time) const;
  RampPhases phases(double time) const;
  /// The first time from `from` to `to` in which a place is within reach; not a number for none.
  double first(double place, double from, double to) const;

 private:
  /// What the acceleration does: goes up, down and up again; stays at its upper limit, its lower
  /// one or both on the way; is zero on the way, at the velocity's limit; jumps from one limit to
  /// the other.
  enum class Kind { plain, upper, lower, both, cruise, jumps };

  Kind kind(double time) const;
  double end_of(Kind kind, double time) const;
  /// What reach() is a polynomial of, and that polynomial less a place.
  double parameter(Kind kind, double time) const;
  double time_of(Kind kind, double parameter) const;
  Quartic polynomial(Kind kind, double place) const;
  void set_cruise();

  double a0_, a1_, V_, A_, sum_;  // sum of the velocities at the ends
  double k0_, k1_;  // velocities of the first and the last ramp where they have no acceleration
  double c_, constant_;
  double squares_ = 0.0;  // half of the sum of the velocities' squares at the ends
  bool limits_jerk_;
  double plain_begin_, plain_end_, both_begin_, cruise_begin_;
  double peak_ = 0.0, hold_ = 0.0, low_ = 0.0, low_hold_ = 0.0, cruise_reach_ = 0.0;
};

}  // namespace alembert
