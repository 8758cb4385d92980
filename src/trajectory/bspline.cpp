#include <algorithm>
#include <string>

#include "alembert/dual.hpp"
#include "alembert/trajectory.hpp"
#include "require.hpp"
#include "trajectory/basis.hpp"

namespace alembert {

namespace {

/// Beyond it products of two numbers overflow.
constexpr double largest_number = 1e100;

}  // namespace

BSpline::BSpline(int degree, Eigen::VectorXd knots, Eigen::MatrixXd control_points)
    : degree_(degree), knots_(std::move(knots)), control_points_(std::move(control_points)) {
  if (degree_ < 1 || degree_ > max_degree) {
    throw Error(Error::Code::value, "a spline of degree " + std::to_string(degree_),
                "choose a degree from 1 to " + std::to_string(max_degree));
  }
  if (controls() <= degree_) {
    throw Error(Error::Code::size,
                std::to_string(control_points_.rows()) + " control points for a spline of degree " +
                    std::to_string(degree_),
                "give at least degree + 1");
  }
  if (knots_.size() != control_points_.rows() + degree_ + 1) {
    throw Error(Error::Code::size,
                std::to_string(knots_.size()) + " knots for " +
                    std::to_string(control_points_.rows()) + " control points",
                "give control points + degree + 1 knots");
  }
  require(knots_.allFinite() && control_points_.allFinite(),
          "a spline with numbers that are not finite",
          "look for nan and inf among its knots and control points");
  require((control_points_.array().abs() <= largest_number).all() &&
              (knots_.array().abs() <= largest_number).all(),
          "a spline with a number beyond 1e100",
          "look among its knots and control points: no motion gets that far");
  for (Eigen::Index i = 1; i < knots_.size(); ++i) {
    if (knots_[i] < knots_[i - 1]) {
      throw Error(Error::Code::value, "knots that go back in time at index " + std::to_string(i),
                  "sort them");
    }
  }
  for (int k = degree_; k < controls(); ++k) {
    if (knots_[k] < knots_[k + 1]) {
      spans_.push_back(k);
      continue;
    }
    const bool at_end = knots_[k] == begin() || knots_[k] == end();
    if (at_end || knots_[k] == knots_[k + 1 - degree_]) {
      throw Error(Error::Code::value,
                  "a segment of no length at index " + std::to_string(k - degree_),
                  "keep inner knots apart");
    }
  }
}

Eigen::VectorXd BSpline::uniform_knots(int degree, int segments, double duration) {
  Eigen::VectorXd knots(segments + 2 * degree + 1);
  for (Eigen::Index i = 0; i < knots.size(); ++i) {
    knots[i] = duration * static_cast<double>(i - degree) / segments;
  }
  return knots;
}

Eigen::VectorXd BSpline::clamped_knots(int degree, int segments, double duration) {
  return uniform_knots(degree, segments, duration).cwiseMax(0.0).cwiseMin(duration);
}

/// The knot that begins the segment of t.
int BSpline::span(double t) const {
  const double* first = knots_.data() + degree_;
  const double* last = knots_.data() + controls();
  const double* after = std::upper_bound(first + 1, last, t);
  return static_cast<int>(after - knots_.data()) - 1;
}

SplineBasis BSpline::basis(double t, int order) const {
  t = std::clamp(t, begin(), end());
  const int s = span(t);
  SplineBasis basis{s - degree_, Eigen::VectorXd(degree_ + 1)};
  basis_derivative(degree_, order, knots_.data() + s - degree_ + 1, t, basis.coefficients.data());
  return basis;
}

void BSpline::evaluate(double t, int order, VecOut<double> out) const {
  t = std::clamp(t, begin(), end());
  const int s = span(t);
  LocalCoefficients<double> coefficients;
  basis_derivative(degree_, order, knots_.data() + s - degree_ + 1, t, coefficients.data());
  out.setZero();
  for (int l = 0; l <= degree_; ++l) {
    out += coefficients[l] * control_points_.row(s - degree_ + l).transpose();
  }
}

Eigen::VectorXd BSpline::operator()(double t, int order) const {
  Eigen::VectorXd out(dofs());
  evaluate(t, order, out);
  return out;
}

// With t = s T the derivative of an order is d^r q/ds^r T^-r.
Eigen::VectorXd BSpline::by_duration(double t, int order) const {
  return (-order / duration()) * (*this)(t, order);
}

Eigen::MatrixXd BSpline::by_knots(double t, int order) const {
  t = std::clamp(t, begin(), end());
  const int s = span(t), first = s - degree_ + 1;
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(dofs(), knots_.size());
  LocalKnots<Dual<double>> local;
  for (int k = 0; k < 2 * degree_; ++k) local[k] = Dual<double>(knots_[first + k]);
  LocalCoefficients<Dual<double>> coefficients;
  for (int k = 0; k < 2 * degree_; ++k) {
    local[k].slope = 1.0;
    basis_derivative(degree_, order, local.data(), Dual<double>(t), coefficients.data());
    local[k].slope = 0.0;
    for (int l = 0; l <= degree_; ++l) {
      result.col(first + k) +=
          coefficients[l].slope * control_points_.row(s - degree_ + l).transpose();
    }
  }
  return result;
}

Eigen::VectorXd BSpline::widths() const {
  Eigen::VectorXd out(segments());
  for (int e = 0; e < segments(); ++e) out[e] = knot(e + 1) - knot(e);
  return out;
}

Eigen::VectorXd BSpline::knots_of(int first_segment, int last_segment) const {
  const int first = first_control(first_segment);
  return knots_.segment(first, first_control(last_segment) - first + 2 * degree_ + 2);
}

BSpline BSpline::stretched(double duration) const {
  const double factor = duration / this->duration();
  return BSpline(degree_, (knots_.array() - begin()) * factor, control_points_);
}

BSpline BSpline::derivative() const {
  require(degree_ >= 2, "the derivative of a spline of degree 1 is not a curve",
          "use operator()(t, 1)");
  const Eigen::Index count = control_points_.rows() - 1;
  Eigen::MatrixXd points(count, dofs());
  for (Eigen::Index i = 0; i < count; ++i) {
    points.row(i) = degree_ / (knots_[i + degree_ + 1] - knots_[i + 1]) *
                    (control_points_.row(i + 1) - control_points_.row(i));
  }
  return BSpline(degree_ - 1, knots_.segment(1, knots_.size() - 2), points);
}

}  // namespace alembert
