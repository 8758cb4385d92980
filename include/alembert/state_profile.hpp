// The fastest motion from state to state where nothing but velocity, acceleration and jerk is
// limited: found in microseconds, and exact.
//
//   StateProfile profile({velocity, acceleration, jerk});      // made once
//   profile.plan({q0, v0, a0}, {q1, v1, a1});                  // as often as you like, no
//   allocation profile.evaluate(0.1, 0, q);
#pragma once

#include <cstdint>

#include "alembert/owned.hpp"
#include "alembert/profiles.hpp"

namespace alembert {

/// Not for two threads at once.
class StateProfile {
 public:
  enum class Outcome : std::uint8_t {
    found,  ///< the motion can be asked for
    /// The goal's velocity or acceleration is beyond its limit, or is come to only from beyond it.
    goal_beyond,
  };

  /// Infinity is no limit; one of acceleration or jerk every coordinate needs. Without one of jerk
  /// accelerations jump, and those of start and goal are not asked for. Throws Error for limits
  /// that are not positive, or missing.
  explicit StateProfile(const ProfileLimits& limits);

  /// From start to goal in the shortest time, from `shortest` on, in which every coordinate can get
  /// there: all arrive together. Times that a coordinate cannot take, although it can shorter ones,
  /// are left out. A start beyond its limits, or whose velocity passes its limit whatever is done,
  /// is braked into them first, as quick as can be; what is exact is the rest. Positions know no
  /// limits. What the ends say of jerk is not looked at. Throws Error for wrong sizes and for what
  /// is not finite.
  Outcome plan(const ProfileEnd& start, const ProfileEnd& goal, double shortest = 0.0);

  int dofs() const;
  /// Of the last plan() that found one; the same for all that follows.
  double duration() const;
  /// How long a coordinate takes alone.
  double duration_alone(int coordinate) const;
  /// The one that the others wait for.
  int slowest() const;
  /// Did any start have to be braked into its limits?
  bool brakes() const;
  /// Whose goal is beyond its limits; -1 after a plan() that found a motion.
  int beyond() const;

  /// From `begin` to the next one's, or to the end: a constant jerk, from this state.
  struct Phase {
    double begin, q, v, a, jerk;  ///< s; rad or m, and per s, s^2, s^3
  };
  int phase_count(int coordinate) const;          ///< of a coordinate's constant jerks
  Phase phase(int coordinate, int number) const;  ///< 0 <= number < phase_count()

  /// Position (order 0), velocity, acceleration or jerk, no allocation. Instants outside are moved
  /// to the nearer end; where two phases meet, the later one speaks.
  void evaluate(double t, int order, VecOut<double> out) const;
  Profile profile() const;  ///< the same motion as polynomials

 private:
  struct Data;
  Owned<Data> data_;
};

}  // namespace alembert
