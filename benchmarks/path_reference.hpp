// What `retime` says of a path, by code that shares nothing with it: the least time by dynamic
// programming over the path's speed, the distance from the given points' lines, and the limits, by
// another formulation, at many instants.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "alembert/formulation.hpp"
#include "alembert/motion_problem.hpp"
#include "alembert/trajectory.hpp"

namespace alembert::bench {

/// Torques of a robot whose joints rub viscously only, by Kane's equations.
class ReferenceTorques {
 public:
  explicit ReferenceTorques(const Model& model)
      : viscous_(Eigen::VectorXd::Zero(model.dofs())),
        smooth_(Formulations::get("kane").make<double>(
            without_drives(model, {.viscous = true, .coulomb = true}))) {
    for (const ModelJoint& joint : model.joints()) viscous_[joint.coordinate] += joint.viscous;
  }
  Eigen::VectorXd operator()(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                             const Eigen::VectorXd& a) {
    Eigen::VectorXd tau(q.size());
    (*smooth_)(q, v, a, {}, tau);
    return tau + viscous_.cwiseProduct(v);
  }
  const Eigen::VectorXd& viscous() const { return viscous_; }

 private:
  Eigen::VectorXd viscous_;
  std::unique_ptr<Formulation<double>> smooth_;
};

/// The least time along a path from rest to rest without jerk limits: backward the largest x = s'^2
/// from which the end can be reached, forward as fast as that allows. Limits hold at the points of
/// the grid.
class PathReference {
 public:
  PathReference(const MotionProblem& problem, const BSpline& path, int least_steps)
      : limits_(problem.limits) {
    place(path, least_steps);
    ReferenceTorques torques(problem.model);
    const Eigen::VectorXd none = Eigen::VectorXd::Zero(path.dofs());
    for (const double s : s_) {
      const Eigen::VectorXd q = path(s), p = path(s, 1), bend = path(s, 2);
      Point point{p, bend, {}, {}, torques(q, none, none), torques.viscous().cwiseProduct(p)};
      point.inertia = torques(q, none, p) - point.weight;
      point.turning = torques(q, p, bend) - point.weight - point.viscous;
      points_.push_back(std::move(point));
    }
  }

  double duration() const {
    const std::size_t last = s_.size() - 1;
    std::vector<double> most(s_.size(), 0.0);
    for (std::size_t i = last; i-- > 0;) most[i] = largest(i, most[i + 1]);
    double x = 0.0, time = 0.0;
    for (std::size_t i = 0; i < last; ++i) {
      const double h = s_[i + 1] - s_[i];
      const double next =
          i + 1 == last ? 0.0 : std::clamp(x + 2.0 * h * range(i, x).high, 0.0, most[i + 1]);
      time += 2.0 * h / (std::sqrt(x) + std::sqrt(next));
      x = next;
    }
    return time;
  }

 private:
  struct Point {
    Eigen::VectorXd slope, bend, inertia, turning, weight, viscous;
  };
  struct Range {
    double low = -infinity, high = infinity;
  };

  /// Between any two knots some steps, more where the path turns, and shorter ones at both ends.
  void place(const BSpline& path, int least_steps) {
    const double length = path.duration(), largest = length / least_steps;
    for (int k = 0; k < path.segments(); ++k) {
      const double from = path.knots()[path.degree() + k], to = path.knots()[path.degree() + k + 1];
      const double turned = std::max(path(from, 2).norm(), path(to, 2).norm()) * (to - from) /
                            (0.5 * (path(from, 1).norm() + path(to, 1).norm()));
      const int parts = static_cast<int>(
          std::clamp(std::max({2.0, (to - from) / largest, turned / 0.004}), 2.0, 400.0));
      for (int i = 0; i < parts; ++i) s_.push_back(from + i * (to - from) / parts);
    }
    s_.push_back(path.end());
    for (int i = 1; i < 400; ++i) {
      const double near = 0.5 * length * std::pow(i / 400.0, 3);
      s_.push_back(path.begin() + near);
      s_.push_back(path.end() - near);
    }
    std::sort(s_.begin(), s_.end());
    const auto close = [&](double a, double b) { return b - a < 1e-12 * length; };
    s_.erase(std::unique(s_.begin(), s_.end(), close), s_.end());
  }

  static void clip(double factor, double offset, double lower, double upper, Range& range) {
    if (std::abs(factor) < 1e-12) {
      if (offset < lower || offset > upper) range = {infinity, -infinity};
      return;
    }
    const double a = (lower - offset) / factor, b = (upper - offset) / factor;
    range.low = std::max(range.low, std::min(a, b));
    range.high = std::min(range.high, std::max(a, b));
  }

  Range range(std::size_t i, double x) const {
    const Point& point = points_[i];
    const double speed = std::sqrt(x);
    Range out;
    for (Eigen::Index j = 0; j < point.slope.size(); ++j) {
      const double rest = point.weight[j] + point.turning[j] * x + point.viscous[j] * speed;
      clip(point.inertia[j], rest, limits_.torque_lower[j], limits_.torque_upper[j], out);
      clip(point.slope[j], point.bend[j] * x, -limits_.acceleration[j], limits_.acceleration[j],
           out);
      if (std::abs(point.slope[j]) * speed > limits_.velocity[j]) out = {infinity, -infinity};
    }
    return out;
  }

  bool leads_on(std::size_t i, double x, double most) const {
    const Range u = range(i, x);
    const double h = s_[i + 1] - s_[i];
    return u.low <= u.high && x + 2.0 * h * u.low <= most && x + 2.0 * h * u.high >= 0.0;
  }

  double largest(std::size_t i, double most) const {
    double high = infinity;
    const Point& point = points_[i];
    for (Eigen::Index j = 0; j < point.slope.size(); ++j) {
      high =
          std::min({high, std::pow(limits_.velocity[j] / std::abs(point.slope[j]), 2),
                    point.bend[j] != 0.0 ? 1e3 * limits_.acceleration[j] / std::abs(point.bend[j])
                                         : infinity});
    }
    double low = 0.0;
    for (int k = 0; k < 60 && high - low > 1e-9 * high; ++k) {
      const double middle = 0.5 * (low + high);
      (leads_on(i, middle, most) ? low : high) = middle;
    }
    return low;
  }

  MotionLimits limits_;
  std::vector<double> s_;
  std::vector<Point> points_;
};

/// The largest distance of any coordinate of a motion from the lines between points, which are
/// passed in order, at `count` instants.
inline double distance_from_lines(const Eigen::MatrixXd& points, const BSpline& q, int count) {
  Eigen::Index line = 0;
  double worst = 0.0;
  for (int k = 0; k <= count; ++k) {
    const Eigen::RowVectorXd at = q(q.begin() + q.duration() * k / count).transpose();
    double best = infinity;
    Eigen::Index nearest = line;
    // In order, and not over what is farther than any tolerance.
    for (Eigen::Index i = line; i + 1 < points.rows() && i < line + 400; ++i) {
      const Eigen::RowVectorXd a = points.row(i), b = points.row(i + 1) - a;
      const double square = b.squaredNorm();
      const double share = square > 0.0 ? std::clamp((at - a).dot(b) / square, 0.0, 1.0) : 0.0;
      const double off = (at - a - share * b).cwiseAbs().maxCoeff();
      if (off < best) {
        best = off;
        nearest = i;
      }
    }
    line = std::max<Eigen::Index>(line, nearest - 1);
    worst = std::max(worst, best);
  }
  return worst;
}

/// The largest share of a limit that is used, minus one.
inline double excess_of_limits(const MotionProblem& problem, const BSpline& q, int count) {
  ReferenceTorques torques(problem.model);
  const MotionLimits& limits = problem.limits;
  double worst = -infinity;
  for (int k = 0; k <= count; ++k) {
    const double t = q.begin() + q.duration() * k / count;
    const Eigen::VectorXd at = q(t), v = q(t, 1), a = q(t, 2), tau = torques(at, v, a);
    const auto share = [](const Eigen::VectorXd& x, const Eigen::VectorXd& limit) {
      return x.cwiseAbs().cwiseQuotient(limit).maxCoeff() - 1.0;
    };
    worst = std::max({worst, share(v, limits.velocity), share(a, limits.acceleration),
                      share(q(t, 3), limits.jerk), share(tau, limits.torque_upper),
                      (at - limits.upper).maxCoeff(), (limits.lower - at).maxCoeff()});
  }
  return worst;
}

/// From rest to rest over 0 to 1 within limits on velocity, acceleration and jerk: seven phases.
inline double seven_phases(double v, double a, double j) {
  // With top speed w: ramps of w / a + a / j, or of 2 sqrt(w / j) where a is not reached.
  const auto ramp = [&](double w) {
    return w * j < a * a ? 2.0 * std::sqrt(w / j) : w / a + a / j;
  };
  if (v * ramp(v) <= 1.0) return (1.0 - v * ramp(v)) / v + 2.0 * ramp(v);
  double low = 0.0, high = v;
  for (int i = 0; i < 200; ++i) {
    const double w = 0.5 * (low + high);
    (w * ramp(w) < 1.0 ? low : high) = w;
  }
  return 2.0 * ramp(low);
}

}  // namespace alembert::bench
