// Seven pieces of constant jerk: j, 0, -j, then 0, then -j, 0, j. A ramp to a velocity takes ta,
// its pieces of jerk tj each (Biagiotti, Melchiorri 2008, section 3.4, at rest at both ends). With
// distance d and limits v, a, j:
//
//   a reached on the way to v (v >= a^2/j)   tj = a/j          ta = v/a + tj
//   not                                      tj = sqrt(v/j)    ta = 2 tj
//
// A ramp up and one down cover v ta. If that is more than d, v is not reached:
//
//   a reached (d >= 2 a^3/j^2)               tj = a/j          ta = tj/2 + sqrt(tj^2/4 + d/a)
//   not                                      tj = cbrt(d/2j)   ta = 2 tj
#include <cmath>

#include "trajectory/profile_parts.hpp"

namespace alembert {

namespace {

struct Ramp {
  double tj, ta;
};

Ramp ramp_to_velocity(double v, double a, double j) {
  if (v >= a * a / j) return {a / j, v / a + a / j};
  const double tj = std::sqrt(v / j);
  return {tj, 2.0 * tj};
}

/// Half of the way, without ever reaching the velocity's limit.
Ramp ramp_over_distance(double d, double a, double j) {
  if (d >= 2.0 * a * a * a / (j * j)) {
    const double tj = a / j;
    return {tj, tj / 2.0 + std::sqrt(tj * tj / 4.0 + d / a)};
  }
  const double tj = std::cbrt(d / (2.0 * j));
  return {tj, 2.0 * tj};
}

Pieces move_in_s_curve(double start, double goal, const MoveLimits& limits) {
  const double d = std::abs(goal - start), v = limits.velocity;
  require_limit(limits.jerk, d, "jerk");
  Pieces pieces(start);
  if (d == 0.0) return pieces;
  Ramp ramp = ramp_over_distance(d, limits.acceleration, limits.jerk);
  double cruise = 0.0;
  if (std::isfinite(v)) {
    const Ramp full = ramp_to_velocity(v, limits.acceleration, limits.jerk);
    if (v * full.ta <= d) {
      ramp = full;
      cruise = d / v - full.ta;
    }
  }
  const double j = goal < start ? -limits.jerk : limits.jerk;
  const double a = j * ramp.tj, level = ramp.ta - 2.0 * ramp.tj;
  pieces.go_on(ramp.tj, 0.0, j);
  pieces.go_on(level, a, 0.0);
  pieces.go_on(ramp.tj, a, -j);
  pieces.coast_and_return(cruise, goal);
  return pieces;
}

}  // namespace

Profile s_curve_profile(VecIn<double> start, VecIn<double> goal, const ProfileLimits& limits) {
  return synchronised(start, goal, limits, move_in_s_curve);
}

}  // namespace alembert
