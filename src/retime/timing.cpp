// On each knot s'' is the mean of the profile's s'' weighed by the hat function of that knot. Such
// means lie between what they are made of, keep the change of speed exactly, and are the second
// divided differences of s: only s at the knots is needed.
#include "retime/timing.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace alembert {
namespace {

/// s of the profile, and its integral, at any time: at rest before and after.
class Travel {
 public:
  explicit Travel(const SpeedProfile& profile) : p_(profile), area_(p_.t.size()) {
    area_[0] = 0.0;
    for (Eigen::Index k = 0; k + 1 < p_.t.size(); ++k) {
      area_[k + 1] = area_[k] + area_in(k, p_.t[k + 1] - p_.t[k]);
    }
  }

  double s(double t) const {
    if (t <= 0.0) return 0.0;
    if (t >= p_.duration()) return 1.0;
    const Eigen::Index k = cell(t);
    const double dt = t - p_.t[k];
    return p_.s[k] + dt * (std::sqrt(p_.x[k]) + 0.5 * dt * p_.u(k));
  }
  /// Mean over a window round t.
  double mean(double t, double window) const {
    return window > 0.0 ? (area(t + 0.5 * window) - area(t - 0.5 * window)) / window : s(t);
  }

 private:
  Eigen::Index cell(double t) const {
    const auto after = std::upper_bound(p_.t.begin() + 1, p_.t.end() - 1, t);
    return after - p_.t.begin() - 1;
  }
  double area_in(Eigen::Index k, double dt) const {
    return dt * (p_.s[k] + dt * (0.5 * std::sqrt(p_.x[k]) + dt * p_.u(k) / 6.0));
  }
  double area(double t) const {
    if (t <= 0.0) return 0.0;
    if (t >= p_.duration()) return area_[area_.size() - 1] + (t - p_.duration());
    const Eigen::Index k = cell(t);
    return area_[k] + area_in(k, t - p_.t[k]);
  }

  const SpeedProfile& p_;
  Eigen::VectorXd area_;
};

/// Speed and s at the knots from one to another, from s'' and what they are at the first.
void integrate(const Eigen::VectorXd& u, Eigen::Index from, Eigen::Index to, Timing& timing) {
  for (Eigen::Index j = from; j < to; ++j) {
    const double h = timing.t[j + 1] - timing.t[j];
    timing.speed[j + 1] = timing.speed[j] + 0.5 * h * (u[j] + u[j + 1]);
    timing.s[j + 1] = timing.s[j] + h * timing.speed[j] + h * h * (2.0 * u[j] + u[j + 1]) / 6.0;
  }
}

/// Changes accelerations between two knots a little, so that the motion comes from the first to the
/// second and has its speed there: all of them in proportion, those that speed up and those that
/// slow down, from rest to rest; else by a wave that is nothing at both.
void meet(Eigen::Index from, Eigen::Index to, double speed, double s, bool in_proportion,
          Timing& timing) {
  const double first_speed = timing.speed[from], first_s = timing.s[from];
  const Eigen::ArrayXd share =
      ((timing.t.array() - timing.t[from]) / (timing.t[to] - timing.t[from])).max(0.0).min(1.0);
  const Eigen::ArrayXd inner = share * (1.0 - share);
  const Eigen::VectorXd one =
      in_proportion ? Eigen::VectorXd(timing.u.cwiseMax(0.0)) : inner.matrix();
  const Eigen::VectorXd two =
      in_proportion ? Eigen::VectorXd(timing.u.cwiseMin(0.0)) : (inner * (share - 0.5)).matrix();
  integrate(timing.u, from, to, timing);
  const Eigen::Vector2d wanted(speed - timing.speed[to], s - timing.s[to]);
  Eigen::Matrix2d by;
  timing.speed[from] = timing.s[from] = 0.0;
  integrate(one, from, to, timing);
  by.col(0) << timing.speed[to], timing.s[to];
  integrate(two, from, to, timing);
  by.col(1) << timing.speed[to], timing.s[to];
  const Eigen::Vector2d much = by.inverse() * wanted;
  if (much.allFinite()) {
    timing.u.segment(from, to - from + 1) +=
        much[0] * one.segment(from, to - from + 1) + much[1] * two.segment(from, to - from + 1);
  }
  timing.speed[from] = first_speed;
  timing.s[from] = first_s;
  integrate(timing.u, from, to, timing);
  timing.speed[to] = speed;
  timing.s[to] = s;
}

/// Where the speed is least between larger ones: a corner, which must be met where it is.
std::vector<Eigen::Index> slow_knots(const Eigen::VectorXd& t, const Eigen::VectorXd& s) {
  constexpr Eigen::Index apart = 8;
  constexpr double much = 0.8;
  const Eigen::Index last = t.size() - 1;
  const auto speed = [&](Eigen::Index j) { return (s[j + 1] - s[j]) / (t[j + 1] - t[j]); };
  std::vector<Eigen::Index> out;
  double high = speed(0), low = infinity;
  Eigen::Index lowest = 0;
  for (Eigen::Index j = 1; j + apart < last; ++j) {
    const double now = speed(j);
    if (now < low) {
      low = now;
      lowest = j;
    }
    if (now > high && low > much * high) {
      high = now;
      low = infinity;
    }
    if (low < much * std::min(high, now)) {
      if (lowest >= apart && (out.empty() || lowest >= out.back() + apart)) out.push_back(lowest);
      high = now;
      low = infinity;
    }
  }
  return out;
}

/// s of the timing from s'': at both ends and where it is slow as it is given.
void meet_all(const Eigen::VectorXd& s, double first_speed, double last_speed, Timing& timing) {
  const Eigen::Index last = s.size() - 1;
  timing.speed.setZero(last + 1);
  timing.s.setZero(last + 1);
  timing.speed[0] = first_speed;
  const std::vector<Eigen::Index> slow = slow_knots(timing.t, s);
  const bool in_proportion = slow.empty() && first_speed == 0.0 && last_speed == 0.0;
  Eigen::Index from = 0;
  for (const Eigen::Index k : slow) {
    const double before = timing.t[k] - timing.t[k - 1], after = timing.t[k + 1] - timing.t[k];
    const double speed = (after * (s[k] - s[k - 1]) / before + before * (s[k + 1] - s[k]) / after) /
                         (before + after);
    meet(from, k, speed, s[k], false, timing);
    from = k;
  }
  meet(from, last, last_speed, 1.0, in_proportion, timing);
}

/// s'' on inner knots; 0 at both ends.
Timing mean_accelerations(const Eigen::VectorXd& t, const Eigen::VectorXd& s) {
  Timing timing;
  timing.t = t;
  timing.u.setZero(t.size());
  for (Eigen::Index j = 1; j + 1 < t.size(); ++j) {
    const double before = t[j] - t[j - 1], after = t[j + 1] - t[j];
    timing.u[j] = 2.0 * ((s[j + 1] - s[j]) / after - (s[j] - s[j - 1]) / before) / (before + after);
  }
  return timing;
}

}  // namespace

double Timing::at(int j, double fraction) const {
  const double h = t[j + 1] - t[j], dt = fraction * h;
  return s[j] + dt * (speed[j] + dt * (0.5 * u[j] + dt * (u[j + 1] - u[j]) / (6.0 * h)));
}

/// Where friction sets in and speeds are small: 1 to 9, growing smoothly.
Eigen::VectorXd graded_shares(int segments) {
  constexpr double grading = 0.8;
  Eigen::VectorXd out(segments + 1);
  for (int j = 0; j <= segments; ++j) {
    const double share = static_cast<double>(j) / segments;
    out[j] = share - grading * std::sin(2.0 * std::numbers::pi * share) / (2.0 * std::numbers::pi);
  }
  out[segments] = 1.0;
  return out;
}

Timing spread(const SpeedProfile& profile, const Eigen::VectorXd& shares) {
  const Travel travel(profile);
  const Eigen::Index last = shares.size() - 1;
  const Eigen::VectorXd t = profile.duration() * shares;
  Eigen::VectorXd s(last + 1);
  for (Eigen::Index j = 0; j <= last; ++j) s[j] = travel.s(t[j]);
  s[0] = 0.0;
  s[last] = 1.0;
  return through(t, s, std::sqrt(profile.x[0]), std::sqrt(profile.x[profile.x.size() - 1]), true);
}

Timing ramped(const SpeedProfile& profile, const Eigen::VectorXd& shares, double ramp) {
  const Travel travel(profile);
  const Eigen::Index last = shares.size() - 1;
  const double duration = profile.duration() + ramp;
  Eigen::VectorXd t(last + 1), s(last + 1);
  t[0] = s[0] = 0.0;
  for (Eigen::Index j = 1; j < last; ++j) {
    s[j] = travel.s(shares[j] * profile.duration());
    double low = t[j - 1], high = duration;
    while (high - low > 1e-12 * duration) {
      const double middle = 0.5 * (low + high);
      (travel.mean(middle - 0.5 * ramp, ramp) < s[j] ? low : high) = middle;
    }
    t[j] = high;
  }
  t[last] = duration;
  s[last] = 1.0;
  return through(t, s, 0.0, 0.0, false);
}

Timing through(const Eigen::VectorXd& t, const Eigen::VectorXd& s, double first_speed,
               double last_speed, bool jumps) {
  Timing timing = mean_accelerations(t, s);
  if (jumps) {
    const Eigen::Index last = t.size() - 1;
    const double first = t[1] - t[0], final = t[last] - t[last - 1];
    timing.u[0] = 2.0 * ((s[1] - s[0]) / first - first_speed) / first;
    timing.u[last] = 2.0 * (last_speed - (s[last] - s[last - 1]) / final) / final;
  }
  meet_all(s, first_speed, last_speed, timing);
  return timing;
}

Timing polynomial_timing(const Eigen::VectorXd& shares, double duration, double first_speed,
                         double last_speed) {
  const double v = first_speed * duration, w = last_speed * duration;
  Eigen::VectorXd s(shares.size());
  for (Eigen::Index j = 0; j < s.size(); ++j) {
    const double x = shares[j];
    s[j] = x * (v + x * x *
                        ((10.0 - 6.0 * v - 4.0 * w) +
                         x * ((-15.0 + 8.0 * v + 7.0 * w) + x * (6.0 - 3.0 * v - 3.0 * w))));
  }
  return through(shares * duration, s, first_speed, last_speed, false);
}

// The control point of a cubic spline at knots (a, b, c) is its blossom there; of a curve that is
// cubic on both sides of b it is q + q' (d + e) / 3 + q'' d e / 6 with d = a - b, e = c - b.
BSpline timed_path(const BSpline& path, const Timing& timing) {
  constexpr int degree = 3;
  const int segments = timing.segments();
  Eigen::VectorXd knots(segments + 2 * degree + 1);
  knots.head(degree).setZero();
  knots.segment(degree, segments + 1) = timing.t;
  knots.tail(degree).setConstant(timing.duration());
  Eigen::MatrixXd points(segments + degree, path.dofs());
  Eigen::VectorXd q(path.dofs()), slope(q), bend(q);
  const double length = path.duration();
  for (int i = 0; i < segments + degree; ++i) {
    const double middle = knots[i + 2], d = knots[i + 1] - middle, e = knots[i + 3] - middle;
    const int j = std::clamp(i - 1, 0, segments);
    const double s = path.begin() + length * timing.s[j];
    path.evaluate(s, 0, q);
    path.evaluate(s, 1, slope);
    path.evaluate(s, 2, bend);
    slope *= length;
    bend *= length * length;
    const double v = timing.speed[j];
    points.row(i) =
        (q + slope * (v * (d + e) / 3.0) + (slope * timing.u[j] + bend * (v * v)) * (d * e / 6.0))
            .transpose();
  }
  points.row(0) = path(path.begin()).transpose();
  points.row(segments + degree - 1) = path(path.end()).transpose();
  return BSpline(degree, std::move(knots), std::move(points));
}

}  // namespace alembert
