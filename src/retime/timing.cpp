// On each knot s'' is the mean of the profile's s'' weighed by the hat function of that knot. Such
// means lie between what they are made of, keep the change of speed exactly, and are the second
// divided differences of s: only s at the knots is needed.
#include "retime/timing.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

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

/// Shorter at both ends, where friction sets in and speeds are small: 1 to 9, growing smoothly.
Eigen::VectorXd knots_of(double duration, int segments) {
  constexpr double grading = 0.8;
  Eigen::VectorXd t(segments + 1);
  for (int j = 0; j <= segments; ++j) {
    const double share = static_cast<double>(j) / segments;
    t[j] = duration *
           (share - grading * std::sin(2.0 * std::numbers::pi * share) / (2.0 * std::numbers::pi));
  }
  t[segments] = duration;
  return t;
}

/// Speed and s at the knots, from s''.
void integrate(const Eigen::VectorXd& u, Timing& timing) {
  timing.speed.setZero(u.size());
  timing.s.setZero(u.size());
  for (Eigen::Index j = 0; j + 1 < u.size(); ++j) {
    const double h = timing.t[j + 1] - timing.t[j];
    timing.speed[j + 1] = timing.speed[j] + 0.5 * h * (u[j] + u[j + 1]);
    timing.s[j + 1] = timing.s[j] + h * timing.speed[j] + h * h * (2.0 * u[j] + u[j + 1]) / 6.0;
  }
}

/// Scales accelerations and decelerations a little, so that the motion ends at rest at s = 1.
void meet_end(Timing& timing) {
  const Eigen::Index last = timing.u.size() - 1;
  const Eigen::VectorXd up = timing.u.cwiseMax(0.0), down = timing.u.cwiseMin(0.0);
  Eigen::Matrix2d by;
  integrate(up, timing);
  by.col(0) << timing.speed[last], timing.s[last];
  integrate(down, timing);
  by.col(1) << timing.speed[last], timing.s[last];
  const Eigen::Vector2d share = by.inverse() * Eigen::Vector2d(0.0, 1.0);
  timing.u = share[0] * up + share[1] * down;
  integrate(timing.u, timing);
  timing.speed[last] = 0.0;
  timing.s[last] = 1.0;
}

}  // namespace

double Timing::at(int j, double fraction) const {
  const double h = t[j + 1] - t[j], dt = fraction * h;
  return s[j] + dt * (speed[j] + dt * (0.5 * u[j] + dt * (u[j + 1] - u[j]) / (6.0 * h)));
}

Timing spread(const SpeedProfile& profile, int segments, double ramp) {
  const Travel travel(profile);
  Timing timing;
  timing.t = knots_of(profile.duration() + ramp, segments);
  Eigen::VectorXd s(segments + 1);
  for (int j = 0; j <= segments; ++j) s[j] = travel.mean(timing.t[j] - 0.5 * ramp, ramp);
  s[0] = 0.0;
  s[segments] = 1.0;
  Eigen::VectorXd speed(segments), h(segments);
  for (int j = 0; j < segments; ++j) {
    h[j] = timing.t[j + 1] - timing.t[j];
    speed[j] = (s[j + 1] - s[j]) / h[j];
  }
  timing.u.setZero(segments + 1);
  for (int j = 1; j < segments; ++j) {
    timing.u[j] = 2.0 * (speed[j] - speed[j - 1]) / (h[j] + h[j - 1]);
  }
  if (ramp == 0.0) {
    timing.u[0] = 2.0 * speed[0] / h[0];
    timing.u[segments] = -2.0 * speed[segments - 1] / h[segments - 1];
  }
  meet_end(timing);
  return timing;
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
