// With distance d, velocity v and acceleration a:
//
//   d >= v^2/a   v is reached        T = d/v + v/a
//   otherwise    it is not           T = 2 sqrt(d/a)
#include <cmath>

#include "trajectory/profile_parts.hpp"

namespace alembert {

namespace {

Pieces move_in_trapezoid(double start, double goal, const MoveLimits& limits) {
  const double d = std::abs(goal - start), v = limits.velocity, a = limits.acceleration;
  require_limit(a, d, "acceleration");
  const bool reached = d > 0.0 && d >= v * v / a;
  const double ramp = reached ? v / a : std::sqrt(d / a);
  const double cruise = reached ? d / v - ramp : 0.0;
  Pieces pieces(start);
  pieces.go_on(ramp, goal < start ? -a : a, 0.0);
  pieces.coast_and_return(cruise, goal);
  return pieces;
}

}  // namespace

Profile trapezoidal_profile(VecIn<double> start, VecIn<double> goal, const ProfileLimits& limits) {
  return synchronised(start, goal, limits, move_in_trapezoid);
}

}  // namespace alembert
