// All motions of one duration between two states' velocities and accelerations are a convex set:
// dynamics are linear, limits convex. So the places they end in are an interval, from the mirror
// image of the farthest to the farthest (Farthest), and a mixture of those two motions gets to any
// place between. A time is possible where the goal lies in that interval; that is all there is to
// it, blocked times included.
#include "trajectory/joint_times.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace alembert {
namespace {

constexpr double no_end = std::numeric_limits<double>::infinity();
/// What rounding may do to a place and to a velocity, of those on the way, and to an end's own
/// limits. What is left of a motion near its end is often the only one there is: without an
/// allowance the last digit would send a joint on a long way around.
constexpr double rounded_place = 1e-11, rounded_velocity = 1e-12, rounded_limit = 1e-12;

bool is_beyond(double value, double limit) {
  return std::abs(value) > limit * (1.0 + rounded_limit);
}

/// The largest velocity beside a state of this velocity and acceleration, whatever is done; `after`
/// it (1), or before it (-1).
double unavoidable(double v, double a, double after) {
  const double sideways = std::max(0.0, after * a * (v < 0.0 ? -1.0 : 1.0));
  const double other = std::max(0.0, after * a * (v < 0.0 ? 1.0 : -1.0));
  return std::max(std::abs(v) + 0.5 * sideways * sideways, 0.5 * other * other - std::abs(v));
}

struct Walk {
  double q, v;
  void go(const RampPhase& phase) {
    const double t = phase.duration;
    q += t * (v + t * (0.5 * phase.a + t * phase.jerk / 6.0));
    v += t * (phase.a + 0.5 * t * phase.jerk);
  }
};

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

/// A joint beyond its limits: first the acceleration comes back, then the velocity, until neither
/// it nor what it must become while the acceleration goes to zero is beyond its limit. Units in
/// which the limit on jerk is 1; v and a become those after it.
Braking brake(double velocity, double acceleration, double& v, double& a) {
  Braking out;
  Brake by(v, a, out);
  by.jerk(std::abs(a) - acceleration, a > 0.0 ? -1.0 : 1.0);
  if (velocity == no_end) return out;
  const double beyond = velocity * (1.0 + 0x1p-48);
  for (int k = 0; k < 2; ++k) {
    for (const double side : {1.0, -1.0}) {
      const double rising = std::max(0.0, side * a);
      if (side * v + 0.5 * rising * rising > beyond) by.slow_down(side, velocity, acceleration);
    }
  }
  return out;
}

/// … in which that on acceleration is 1, and accelerations jump.
Braking brake_with_jumps(double velocity, double& v) {
  Braking out;
  const double passed = std::abs(v) - velocity;
  if (!(passed > 0.0)) return out;
  out.phases[out.count++] = {passed, v > 0.0 ? -1.0 : 1.0, 0.0};
  v = std::copysign(velocity, v);
  return out;
}

}  // namespace

bool JointTimes::set(const JointState& from, const JointState& to, const MoveLimits& limits) {
  limits_jerk_ = limits.jerk < no_end;
  unit_ = limits_jerk_ ? limits.jerk : limits.acceleration;
  from_ = from;
  velocity_ = limits.velocity / unit_;
  acceleration_ = limits.acceleration / unit_;
  const double end_a = limits_jerk_ ? to.a / unit_ : 0.0;
  RampEnds ends{from.v / unit_, limits_jerk_ ? from.a / unit_ : 0.0, to.v / unit_, end_a};
  const double before_end = unavoidable(ends.v1, end_a, -1.0);
  if (is_beyond(before_end, velocity_) || is_beyond(end_a, acceleration_)) return false;
  Walk walk{from.q / unit_, ends.v0};
  braking_ = limits_jerk_ ? brake(velocity_, acceleration_, ends.v0, ends.a0)
                          : brake_with_jumps(velocity_, ends.v0);
  braked_ = 0.0;
  for (int k = 0; k < braking_.count; ++k) {
    walk.go(braking_.phases[k]);
    braked_ += braking_.phases[k].duration;
  }
  // An end on its limit is within it, whatever rounding says.
  const double V = std::max({velocity_, before_end, unavoidable(ends.v0, ends.a0, 1.0)});
  const double A = std::max({acceleration_, std::abs(ends.a0), std::abs(end_a)});
  distance_ = to.q / unit_ - walk.q;
  speed_ = std::abs(ends.v0) + std::abs(ends.v1) + (V < no_end ? 0.1 * V : 0.0);
  tolerance_ = rounded_place * (std::abs(to.q) + std::abs(from.q)) / unit_;
  turn_ = limits_jerk_ ? std::abs(ends.a0) + std::abs(ends.a1) : 1.0;
  velocity_ = V;
  acceleration_ = A;
  up_ = Farthest(ends, V, A, limits_jerk_);
  down_ = Farthest(ends.mirrored(), V, A, limits_jerk_);
  if (limits_jerk_) {
    least_ = std::abs(ends.a1 - ends.a0);
    gaps_[0] = gap(ends);
    gaps_[1] = gap(ends.mirrored());
  } else {
    least_ = std::abs(ends.v1 - ends.v0);
    gaps_[0] = gaps_[1] = {no_end, no_end};
  }
  return true;
}

/// Times in which the velocity at the end stays too low: its largest is that of an acceleration
/// that goes up to p and down, p = (T + a0 + a1)/2 unless held at its limit, and that is v0 + p^2 -
/// (a0^2 + a1^2)/2.
JointTimes::Gap JointTimes::gap(const RampEnds& ends) const {
  const double sum = ends.a0 + ends.a1;
  const double squares = 0.5 * (ends.a0 * ends.a0 + ends.a1 * ends.a1);
  const double needed = ends.v1 - ends.v0 + squares;
  if (needed <= 0.0) return {no_end, no_end};
  const double p = std::sqrt(needed);
  const double end =
      p <= acceleration_ ? 2.0 * p - sum : acceleration_ + needed / acceleration_ - sum;
  const double rounding = rounded_velocity * (speed_ + squares);
  return {-2.0 * std::sqrt(std::max(0.0, needed - rounding)) - sum, end};
}

/// The first time from this one on in which velocity and acceleration can be reached.
double JointTimes::reachable(double time) const {
  time = std::max(time, least_);
  for (int k = 0; k < 2; ++k) {
    for (const Gap& no : gaps_) {
      if (time > no.begin && time < no.end) time = no.end;
    }
  }
  return time;
}

double JointTimes::end_of_reachable(double time) const {
  double end = no_end;
  for (const Gap& no : gaps_) {
    if (no.begin >= time) end = std::min(end, no.begin);
  }
  return end;
}

double JointTimes::next(double time) const {
  time = reachable(std::max(0.0, time - braked_));
  for (;;) {
    const double most = up_.reach(time), least = -down_.reach(time);
    const double fastest =
        std::min(velocity_, speed_ + time * std::min(acceleration_, turn_ + time));
    const double tolerance = tolerance_ + rounded_place * time * fastest;
    double found = time;
    if (distance_ > most + tolerance) {
      found = up_.first(distance_, time, end_of_reachable(time));
    } else if (distance_ < least - tolerance) {
      found = down_.first(-distance_, time, end_of_reachable(time));
    }
    if (!std::isnan(found)) return found + braked_;
    time = reachable(std::nextafter(end_of_reachable(time), no_end));
  }
}

int JointTimes::motion(double time, std::array<Phase, most_phases>& out) const {
  time = std::max(0.0, time - braked_);
  const double most = up_.reach(time), least = -down_.reach(time);
  const double share =
      most > least ? std::clamp((distance_ - least) / (most - least), 0.0, 1.0) : 1.0;
  int count = 0;
  double now = 0.0;
  Walk walk{0.0, from_.v / unit_};
  const auto put = [&](const RampPhase& phase) {
    if (!(phase.duration > 0.0)) return;
    out[count++] = {now, from_.q + unit_ * walk.q, unit_ * walk.v, unit_ * phase.a,
                    unit_ * phase.jerk};
    walk.go(phase);
    now += phase.duration;
  };
  for (int k = 0; k < braking_.count; ++k) put(braking_.phases[k]);
  const RampPhases up = up_.phases(time), down = down_.phases(time);
  if (share == 1.0) {
    for (const RampPhase& phase : up) put(phase);
    return count;
  }
  // Both motions side by side.
  std::size_t i = 0, k = 0;
  double in_up = 0.0, in_down = 0.0;
  for (;;) {
    while (i < up.size() && !(up[i].duration > 0.0)) ++i;
    while (k < down.size() && !(down[k].duration > 0.0)) ++k;
    if (i == up.size() || k == down.size()) return count;
    const double left_up = up[i].duration - in_up, left_down = down[k].duration - in_down;
    const double other = 1.0 - share;
    put({std::min(left_up, left_down),
         share * (up[i].a + in_up * up[i].jerk) - other * (down[k].a + in_down * down[k].jerk),
         share * up[i].jerk - other * down[k].jerk});
    in_up = left_up > left_down ? in_up + left_down : 0.0;
    in_down = left_down > left_up ? in_down + left_up : 0.0;
    i += left_up <= left_down;
    k += left_down <= left_up;
  }
}

}  // namespace alembert
