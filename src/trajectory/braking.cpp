// A joint beyond its limits: first the acceleration comes back, then the velocity, until neither it
// nor what it must become while the acceleration goes to zero is beyond its limit.
#include <algorithm>
#include <cmath>
#include <limits>

#include "trajectory/joint_times.hpp"

namespace alembert {
namespace {

/// Phases are added for a joint or for its mirror image.
class Brake {
 public:
  Brake(double& v, double& a, Braking& out) : v_(v), a_(a), out_(out) {}

  void jerk(double duration, double jerk) {
    if (!(duration > 0.0) || out_.count == static_cast<int>(out_.phases.size())) return;
    out_.phases[out_.count++] = {duration, a_, jerk};
    v_ += duration * (a_ + 0.5 * duration * jerk);
    a_ += duration * jerk;
  }

  /// The velocity passes V, or will: down until it is V again, unless it could then not be held
  /// above -V. `side` is -1 for the mirror image.
  void slow_down(double side, double V, double A) {
    const auto v = [&] { return side * v_; };
    const auto a = [&] { return side * a_; };
    const double k = v() + 0.5 * a() * a();
    const double low = -std::sqrt(std::max(0.0, 2.0 * (k - V)));  // where the velocity is V
    if (low >= -A && low * low <= 4.0 * V) {
      jerk(a() - low, -side);
    } else if (A * A <= 4.0 * V) {
      jerk(a() + A, -side);
      jerk((v() - V) / A, 0.0);
    } else {
      jerk(a() + std::min(A, std::sqrt(k + V)), -side);
      jerk((v() + V - 0.5 * A * A) / A, 0.0);  // none if A was not met
      const double up = v() - 0.5 * a() * a();
      jerk(-std::sqrt(std::max(0.0, 2.0 * (V - up))) - a(), side);
    }
  }

 private:
  double &v_, &a_;
  Braking& out_;
};

}  // namespace

Braking brake(double velocity, double acceleration, double& v, double& a) {
  Braking out;
  Brake by(v, a, out);
  by.jerk(std::abs(a) - acceleration, a > 0.0 ? -1.0 : 1.0);
  if (velocity == std::numeric_limits<double>::infinity()) return out;
  const double beyond = velocity * (1.0 + 0x1p-48);
  for (int k = 0; k < 2; ++k) {
    for (const double side : {1.0, -1.0}) {
      const double rising = std::max(0.0, side * a);
      if (side * v + 0.5 * rising * rising > beyond) by.slow_down(side, velocity, acceleration);
    }
  }
  return out;
}

Braking brake_with_jumps(double velocity, double& v) {
  Braking out;
  const double passed = std::abs(v) - velocity;
  if (!(passed > 0.0)) return out;
  out.phases[out.count++] = {passed, v > 0.0 ? -1.0 : 1.0, 0.0};
  v = std::copysign(velocity, v);
  return out;
}

}  // namespace alembert
