#include "identify/information_ascent.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "identify/pseudo_inertia.hpp"

namespace alembert::identifying {

namespace {

/// Control points of the derivative of an order, by those of the spline.
MatrixXd derivative_points(const VectorXd& knots, int degree, Index points, int order) {
  MatrixXd D = MatrixXd::Identity(points, points);
  for (int o = 1; o <= order; ++o) {
    const int p = degree - o + 1;
    MatrixXd next(D.rows() - 1, points);
    for (Index i = 0; i + 1 < D.rows(); ++i) {
      const double span = knots[i + p + o] - knots[i + o];
      next.row(i) = span > 0.0 ? (p * (D.row(i + 1) - D.row(i)) / span).eval()
                               : Eigen::RowVectorXd::Zero(points).eval();
    }
    D = std::move(next);
  }
  return D;
}

}  // namespace

Asked asked_about(const ParameterSpace& space, const ExciteOptions& options) {
  Asked out;
  std::vector<double> sizes;
  const Model& model = space.model();
  for (int b = 0; b < space.base_count(); ++b) {
    const std::string& name = space.leading(b).name;
    int leading = -1;
    for (int c = 0; c < space.count(); ++c) {
      if (space.columns()[c].name == name) leading = c;
    }
    const ParameterKind kind = space.kind(leading);
    if (kind == ParameterKind::direction || kind == ParameterKind::delay ||
        kind == ParameterKind::position_delay || kind == ParameterKind::stiffness ||
        kind == ParameterKind::rotor) {
      continue;
    }
    out.columns.push_back(b);
    if (kind == ParameterKind::inertial) {
      const int first = leading / 10 * 10;
      BodyParameters body = space.values().segment<10>(first);
      if (!is_possible(body)) body = made_possible(body);
      sizes.push_back(BodyDivergence(body).scale()[leading - first]);
    } else {
      const double limit = model.coordinates()[space.coordinate(leading)].limits.torque;
      sizes.push_back(0.02 * (std::isinf(limit) ? 50.0 : limit));
    }
  }
  const auto count = static_cast<Index>(sizes.size());
  out.size = Eigen::Map<const VectorXd>(sizes.data(), count);
  out.weight.resize(space.dofs());
  for (int j = 0; j < space.dofs(); ++j) {
    const double limit = model.coordinates()[j].limits.torque;
    const double noise = options.noise.size() > 0 ? options.noise[j]
                         : std::isinf(limit)      ? 0.5
                                                  : 0.01 * limit;
    out.weight[j] = 1.0 / (noise * noise);
  }
  constexpr double next_to_nothing = 1e-6;
  out.known = next_to_nothing * MatrixXd::Identity(count, count);
  if (options.known.size() > 0) {
    out.known += out.size.asDiagonal() * MatrixXd(options.known(out.columns, out.columns)) *
                 out.size.asDiagonal();
  }
  return out;
}

RestingSpline::RestingSpline(int segments, double duration)
    : segments_(segments), duration_(duration) {
  const Index points = segments + degree;
  spread_.setZero(points, unknowns());
  for (Index i = 0; i < points; ++i) {
    const bool at_end = i < still || i >= points - still;
    spread_(i, at_end ? 0 : i - still + 1) = 1.0;
  }
}

BSpline RestingSpline::spline(const MatrixXd& unknown) const {
  return BSpline(degree, BSpline::clamped_knots(degree, segments_, duration_), spread_ * unknown);
}

RateLimits rate_limits(const MotionProblem& problem) {
  constexpr double share = 0.985, reach = 3.0;
  constexpr double unlimited_speed = 2.0, time_to_speed = 0.25;  // rad/s or m/s; s
  const MotionLimits& limits = problem.limits;
  const auto n = static_cast<Index>(limits.lower.size());
  RateLimits out;
  out.lower = limits.lower.cwiseMax(-reach);
  out.upper = limits.upper.cwiseMin(reach);
  const VectorXd inside = 0.01 * (out.upper - out.lower);
  out.lower += inside;
  out.upper -= inside;
  out.velocity.resize(n);
  out.acceleration.resize(n);
  out.jerk = share * limits.jerk;
  for (Index j = 0; j < n; ++j) {
    const double v = std::isinf(limits.velocity[j]) ? unlimited_speed : limits.velocity[j];
    out.velocity[j] = share * v;
    out.acceleration[j] = share * std::min(limits.acceleration[j], v / time_to_speed);
  }
  constexpr double torque_share = 0.9;
  out.torque_lower = torque_share * limits.torque_lower;
  out.torque_upper = torque_share * limits.torque_upper;
  return out;
}

InformationAscent::InformationAscent(const ParameterSpace& space, const Asked& asked,
                                     const RateLimits& limits, const RestingSpline& shape,
                                     double rate, Workers& workers)
    : space_(space), asked_(asked), limits_(limits), workers_(workers) {
  const double duration = shape.duration();
  const int nodes = std::clamp(static_cast<int>(8.0 * duration), 60, 400);
  share_ = rate * duration / nodes;
  const BSpline unit = shape.spline(MatrixXd::Zero(shape.unknowns(), 1));
  const Index points = shape.spread().rows();
  for (int order = 0; order <= 2; ++order) {
    MatrixXd basis = MatrixXd::Zero(nodes, points);
    for (int k = 0; k < nodes; ++k) {
      const SplineBasis at = unit.basis(duration * (k + 0.5) / nodes, order);
      basis.row(k).segment(at.first, at.coefficients.size()) = at.coefficients;
    }
    basis_.push_back(basis * shape.spread());
  }
  for (int order = 1; order <= 3; ++order) {
    rates_.push_back(derivative_points(unit.knots(), RestingSpline::degree, points, order) *
                     shape.spread());
  }
  rows_.resize(nodes);
  file_ = space.map() * space.values();
}

void InformationAscent::evaluate(const MatrixXd& unknown) {
  q_ = basis_[0] * unknown;
  v_ = basis_[1] * unknown;
  a_ = basis_[2] * unknown;
  fill_rows();
}

void InformationAscent::fill_rows() {
  with_rows(space_, workers_, static_cast<int>(q_.rows()),
            [&](ParameterSpace::Rows& regressor, int k) {
              const VectorXd q = q_.row(k), v = v_.row(k), a = a_.row(k);
              rows_[k] = regressor(q, v, a);
            });
}

MatrixXd InformationAscent::information(const MatrixXd& unknown) {
  evaluate(unknown);
  return added_up();
}

MatrixXd InformationAscent::information(const BSpline& motion) {
  const Index nodes = basis_[0].rows();
  for (MatrixXd* table : {&q_, &v_, &a_}) table->resize(nodes, space_.dofs());
  for (Index k = 0; k < nodes; ++k) {
    const double t =
        motion.duration() * (static_cast<double>(k) + 0.5) / static_cast<double>(nodes);
    q_.row(k) = motion(t);
    v_.row(k) = motion(t, 1);
    a_.row(k) = motion(t, 2);
  }
  fill_rows();
  return added_up();
}

MatrixXd InformationAscent::added_up() const {
  const auto count = static_cast<Index>(asked_.columns.size());
  MatrixXd H = asked_.known;
  MatrixXd part(count, space_.dofs());
  for (const MatrixXd& rows : rows_) {
    part = asked_.size.asDiagonal() * MatrixXd(rows(Eigen::all, asked_.columns)).transpose() *
           (share_ * asked_.weight).cwiseSqrt().asDiagonal();
    H.selfadjointView<Eigen::Lower>().rankUpdate(part);
  }
  return H.selfadjointView<Eigen::Lower>();
}

/// Of the measure by unknowns: the slope by the information, by the rows of every node, by their
/// motion (differences), by control points.
MatrixXd InformationAscent::slope(const MatrixXd& unknown, bool worst) {
  const MatrixXd H = information(unknown);
  const auto count = H.rows();
  const MatrixXd C = H.ldlt().solve(MatrixXd::Identity(count, count));
  MatrixXd by_information = C;
  if (worst) {  // the slope of a soft maximum of the variances
    constexpr double power = 4.0;
    const VectorXd variance = C.diagonal();
    const VectorXd raised = (variance / variance.maxCoeff()).array().pow(power).matrix();
    const VectorXd shares = (raised / raised.sum()).cwiseQuotient(variance);
    by_information = C * shares.asDiagonal() * C;
  }
  const Index n = space_.dofs(), nodes = q_.rows();
  MatrixXd by_q(nodes, n), by_v(nodes, n), by_a(nodes, n);
  with_rows(space_, workers_, static_cast<int>(nodes), [&](ParameterSpace::Rows& regressor, int k) {
    const MatrixXd& rows = rows_[k];
    MatrixXd weights = MatrixXd::Zero(n, space_.base_count());
    const MatrixXd of_asked = 2.0 * share_ * asked_.weight.asDiagonal() *
                              MatrixXd(rows(Eigen::all, asked_.columns)) *
                              asked_.size.asDiagonal() * by_information * asked_.size.asDiagonal();
    weights(Eigen::all, asked_.columns) = of_asked;
    const VectorXd torque = rows * file_;
    for (Index j = 0; j < n; ++j) {  // torques beyond their limits are pushed back
      constexpr double push = 40.0;
      const double over = torque[j] - limits_.torque_upper[j];
      const double under = limits_.torque_lower[j] - torque[j];
      if (over > 0.0) weights.row(j) -= push * over / std::pow(limits_.torque_upper[j], 2) * file_;
      if (under > 0.0)
        weights.row(j) += push * under / std::pow(limits_.torque_lower[j], 2) * file_;
    }
    VectorXd q = q_.row(k), v = v_.row(k), a = a_.row(k);
    const double here = weights.cwiseProduct(rows).sum();
    constexpr double step = 1e-6;
    const auto slope_by = [&](double& x) {
      x += step;
      const double slope = (weights.cwiseProduct(regressor(q, v, a)).sum() - here) / step;
      x -= step;
      return slope;
    };
    for (Index j = 0; j < n; ++j) {
      by_q(k, j) = slope_by(q[j]);
      by_v(k, j) = slope_by(v[j]);
      by_a(k, j) = slope_by(a[j]);
    }
  });
  // Where a joint turns back the sign of friction jumps: no slope.
  by_v = by_v.unaryExpr([](double x) { return std::abs(x) < 1e4 ? x : 0.0; });
  MatrixXd out =
      basis_[0].transpose() * by_q + basis_[1].transpose() * by_v + basis_[2].transpose() * by_a;
  penalties(unknown, out);
  return out;
}

void InformationAscent::penalties(const MatrixXd& unknown, MatrixXd& slope) const {
  constexpr double push = 400.0;
  const VectorXd* limits[] = {&limits_.velocity, &limits_.acceleration, &limits_.jerk};
  for (std::size_t order = 0; order < rates_.size(); ++order) {
    const MatrixXd points = rates_[order] * unknown;
    MatrixXd over = MatrixXd::Zero(points.rows(), points.cols());
    for (Index j = 0; j < points.cols(); ++j) {
      const double limit = (*limits[order])[j];
      if (std::isinf(limit)) continue;
      for (Index i = 0; i < points.rows(); ++i) {
        const double share = points(i, j) / limit;
        if (std::abs(share) > 1.0) {
          over(i, j) = push * (std::abs(share) - 1.0) * (share > 0.0 ? 1.0 : -1.0) / limit;
        }
      }
    }
    slope -= rates_[order].transpose() * over;
  }
}

MatrixXd InformationAscent::climb(const MatrixXd& start, int iterations,
                                  const std::function<void()>& checkpoint) {
  MatrixXd x = start, first = MatrixXd::Zero(x.rows(), x.cols()), second = first;
  const Eigen::RowVectorXd range = (limits_.upper - limits_.lower).transpose();
  constexpr double keep_first = 0.9, keep_second = 0.98, largest = 0.02;
  for (int k = 0; k < iterations; ++k) {
    if (checkpoint) checkpoint();
    // In shares of each joint's range.
    const MatrixXd g = slope(x, 2 * k > iterations) * range.asDiagonal();
    first = keep_first * first + (1.0 - keep_first) * g;
    second = keep_second * second + (1.0 - keep_second) * g.cwiseAbs2();
    const double grown = 1.0 - std::pow(keep_first, k + 1),
                 spread = 1.0 - std::pow(keep_second, k + 1);
    const double pace = largest * (1.0 - 0.9 * k / iterations);
    const MatrixXd step =
        pace * (first / grown).array() / ((second / spread).array().sqrt() + 1e-12);
    x += step * range.asDiagonal();
    for (Index j = 0; j < x.cols(); ++j) {
      x.col(j) = x.col(j).cwiseMax(limits_.lower[j]).cwiseMin(limits_.upper[j]);
    }
  }
  return x;
}

}  // namespace alembert::identifying
