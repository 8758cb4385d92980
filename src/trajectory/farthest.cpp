// Of all motions of one duration T the one that gets farthest has jerk 1, -1, 1 (Pontryagin: the
// sign of a parabola in time), stays at a limit of the acceleration where it meets one, and at the
// velocity's, without acceleration, where it meets that. With accelerations a0 -> p -> l -> a1, p
// held for h and l for g, and the velocities k0 = v0 - a0^2/2, k1 = v1 - a1^2/2 at which the first
// and the last ramp have no acceleration:
//
//   velocity   c = k1 - k0 = p^2 - l^2 + p h + l g
//   time       T = 2 p - 2 l - a0 + a1 + h + g
//   reach      x = C + k0 p - k1 l + the integral between, C = k1 a1 - k0 a0 + (a1^3 - a0^3)/6
//
//   plain    h = g = 0         w = p - l, p + l = c/w    x = C + w^3/4 + (k0 + k1) w - c^2/4w
//   upper    p = A, g = 0      h = (c - A^2 + l^2)/A     x of degree 4 in l
//   lower    l = -A, h = 0     g = (p^2 - A^2 - c)/A     x of degree 4 in p
//   both     p = A, l = -A     h - g = c/A               x of degree 2 in h + g
//   cruise   k0 + p^2 + p h = V                          x of degree 1 in T
//
// As T grows the kinds follow in this order: the limit on the side of c first, then perhaps plain,
// that limit again, both, cruise.
#include "trajectory/farthest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace alembert {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

double root(double x) { return std::sqrt(std::max(0.0, x)); }
double cube(double x) { return x * x * x; }

}  // namespace

Farthest::Farthest(const RampEnds& ends, double velocity, double acceleration, bool limits_jerk)
    : a0_(ends.a0),
      a1_(ends.a1),
      V_(velocity),
      A_(acceleration),
      sum_(ends.v0 + ends.v1),
      k0_(ends.v0 - 0.5 * ends.a0 * ends.a0),
      k1_(ends.v1 - 0.5 * ends.a1 * ends.a1),
      limits_jerk_(limits_jerk),
      plain_begin_(-never),
      plain_end_(never),
      both_begin_(never),
      cruise_begin_(never) {
  if (!limits_jerk) {
    squares_ = 0.5 * (ends.v0 * ends.v0 + ends.v1 * ends.v1);
    c_ = ends.v1 - ends.v0;
    constant_ = 0.0;
    if (V_ < never) {
      cruise_begin_ = 2.0 * V_ - sum_;
      cruise_reach_ = V_ * V_ - squares_;
    }
    return;
  }
  c_ = k1_ - k0_;
  constant_ = k1_ * a1_ - k0_ * a0_ + (cube(a1_) - cube(a0_)) / 6.0;
  if (A_ < never) {
    const double shift = a1_ - a0_, size = std::abs(c_), left = A_ * A_ - size;
    const double high = A_ + root(left);
    plain_begin_ = left > 0.0 ? 2.0 * size / high + shift : never;
    plain_end_ = left > 0.0 ? 2.0 * high + shift : -never;
    both_begin_ = 4.0 * A_ + shift + size / A_;
  }
  if (V_ < never) set_cruise();
}

void Farthest::set_cruise() {
  const auto ramp = [&](double k, double& extreme, double& hold) {
    extreme = root(V_ - k);
    if (extreme > A_) {
      extreme = A_;
      hold = (V_ - k) / A_ - A_;
    }
  };
  ramp(k0_, peak_, hold_);
  ramp(k1_, low_, low_hold_);
  low_ = -low_;
  cruise_begin_ = 2.0 * (peak_ - low_) - a0_ + a1_ + hold_ + low_hold_;
  cruise_reach_ = constant_ + k0_ * peak_ + (k0_ + 0.5 * peak_ * peak_) * hold_ +
                  0.5 * peak_ * hold_ * hold_ + V_ * (peak_ - low_) - k1_ * low_ +
                  (k1_ + 0.5 * low_ * low_) * low_hold_ - 0.5 * low_ * low_hold_ * low_hold_;
}

Farthest::Kind Farthest::kind(double time) const {
  if (time >= cruise_begin_) return Kind::cruise;
  if (!limits_jerk_) return Kind::jumps;
  if (time >= plain_begin_ && time < plain_end_) return Kind::plain;
  if (time >= both_begin_) return Kind::both;
  return c_ >= 0.0 ? Kind::upper : Kind::lower;
}

double Farthest::end_of(Kind kind, double time) const {
  if (kind == Kind::cruise) return never;
  if (kind == Kind::plain) return std::min(plain_end_, cruise_begin_);
  if (kind == Kind::both || kind == Kind::jumps) return cruise_begin_;
  return std::min({time < plain_begin_ ? plain_begin_ : never, both_begin_, cruise_begin_});
}

double Farthest::parameter(Kind kind, double time) const {
  switch (kind) {
    case Kind::plain:
      return 0.5 * std::max(0.0, time + a0_ - a1_);
    case Kind::upper:
      return A_ - root(A_ * (time + a0_ - a1_) - c_);
    case Kind::lower:
      return root(A_ * (time + a0_ - a1_) + c_) - A_;
    case Kind::both:
      return time - 4.0 * A_ + a0_ - a1_;
    case Kind::jumps:
      return 0.5 * (time + sum_);
    case Kind::cruise:
      break;
  }
  return time;
}

double Farthest::time_of(Kind kind, double s) const {
  switch (kind) {
    case Kind::plain:
      return 2.0 * s + a1_ - a0_;
    case Kind::upper:
      return ((s - A_) * (s - A_) + c_) / A_ + a1_ - a0_;
    case Kind::lower:
      return ((s + A_) * (s + A_) - c_) / A_ + a1_ - a0_;
    case Kind::both:
      return s + 4.0 * A_ - a0_ + a1_;
    case Kind::jumps:
      return 2.0 * s - sum_;
    case Kind::cruise:
      break;
  }
  return s;
}

/// Of the plain kind times its parameter, which is positive, unless c is zero.
Quartic Farthest::polynomial(Kind kind, double place) const {
  const double A = A_, rest = constant_ - place;
  switch (kind) {
    case Kind::plain:
      if (c_ == 0.0) return {rest, k0_ + k1_, 0.0, 0.25, 0.0};
      return {-0.25 * c_ * c_, rest, k0_ + k1_, 0.0, 0.25};
    case Kind::upper: {
      const double g = c_ - A * A, begin = k0_ + 0.5 * A * A;
      return {rest + (k0_ + k1_) * A + (0.5 * g + begin) * g / A, -2.0 * k1_, (g + begin) / A + A,
              -1.0, 0.5 / A};
    }
    case Kind::lower: {
      const double e = c_ + A * A, end = k1_ + 0.5 * A * A;
      return {rest + (k0_ + k1_) * A + (0.5 * e - end) * e / A, 2.0 * k0_, (end - e) / A + A, 1.0,
              0.5 / A};
    }
    case Kind::both: {  // h = (s + r)/2, g = (s - r)/2
      const double r = c_ / A, h = k0_ + 2.5 * A * A, g = k1_ + 0.5 * A * A;
      return {rest + A * (3.0 * k0_ + k1_) + 2.0 * A * A * A + 0.5 * (h - g) * r + 0.25 * A * r * r,
              0.5 * (h + g), 0.25 * A, 0.0, 0.0};
    }
    case Kind::jumps:
      return {-squares_ - place, 0.0, 1.0, 0.0, 0.0};
    case Kind::cruise:
      break;
  }
  return {cruise_reach_ - place - V_ * cruise_begin_, V_, 0.0, 0.0, 0.0};
}

double Farthest::reach(double time) const {
  const Kind now = kind(time);
  if (now == Kind::cruise) return cruise_reach_ + V_ * (time - cruise_begin_);
  const double s = parameter(now, time);
  if (now == Kind::plain) {
    const double over = s > 0.0 ? c_ * c_ / s : 0.0;
    return constant_ + s * (0.25 * s * s + k0_ + k1_) - 0.25 * over;
  }
  const Quartic p = polynomial(now, 0.0);
  return p[0] + s * (p[1] + s * (p[2] + s * (p[3] + s * p[4])));
}

RampPhases Farthest::phases(double time) const {
  const Kind now = kind(time);
  const double s = parameter(now, time), coast = std::max(0.0, time - cruise_begin_);
  if (!limits_jerk_) {
    const double top = now == Kind::cruise ? V_ : s;
    const double v0 = 0.5 * (sum_ - c_), v1 = 0.5 * (sum_ + c_);
    return {{{top - v0, 1.0, 0.0}, {}, {}, {coast, 0.0, 0.0}, {top - v1, -1.0, 0.0}, {}, {}}};
  }
  double p = peak_, l = low_, h = hold_, g = low_hold_;
  if (now != Kind::cruise) h = g = 0.0;
  if (now == Kind::plain) {
    const double over = s > 0.0 ? c_ / s : 0.0;
    p = 0.5 * (over + s);
    l = 0.5 * (over - s);
  } else if (now == Kind::upper) {
    p = A_;
    l = s;
    h = (c_ + s * s) / A_ - A_;
  } else if (now == Kind::lower) {
    p = s;
    l = -A_;
    g = (s * s - c_) / A_ - A_;
  } else if (now == Kind::both) {
    p = A_;
    l = -A_;
    h = 0.5 * (s + c_ / A_);
    g = 0.5 * (s - c_ / A_);
  }
  const double turn = now == Kind::cruise ? 0.0 : l;
  return {{{p - a0_, a0_, 1.0},
           {h, p, 0.0},
           {p - turn, p, -1.0},
           {now == Kind::cruise ? coast : 0.0, 0.0, 0.0},
           {turn - l, turn, -1.0},
           {g, l, 0.0},
           {a1_ - l, l, 1.0}}};
}

double Farthest::first(double place, double from, double to) const {
  while (from < to) {
    const Kind now = kind(from);
    if (now == Kind::cruise) {
      const double time = std::max(from, cruise_begin_ + (place - cruise_reach_) / V_);
      return time <= to ? time : std::numeric_limits<double>::quiet_NaN();
    }
    double end = std::min(to, end_of(now, from));
    if (end == never) {
      const double missing = place - reach(from);
      if (!(missing > 0.0)) return from;
      end = 2.0 * (from + (limits_jerk_ ? std::cbrt(missing) : std::sqrt(missing)));
    }
    const double s = first_root(polynomial(now, place), parameter(now, from), parameter(now, end));
    if (!std::isnan(s)) return std::clamp(time_of(now, s), from, end);
    from = end;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace alembert
