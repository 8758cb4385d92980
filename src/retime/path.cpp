// A curve through the points of a path, over the share of the way along the lines between them.
#include <algorithm>
#include <cmath>
#include <string>

#include "alembert/error.hpp"
#include "alembert/retime.hpp"
#include "alembert/spline_fit.hpp"
#include "trajectory/banded_least_squares.hpp"

namespace alembert {
namespace {

using Points = Eigen::Ref<const Eigen::MatrixXd>;

constexpr int highest_degree = 5;
/// Fewer points are corners that were meant; more are samples of a curve.
constexpr Eigen::Index few = 100;

/// The share of the way at each point.
Eigen::VectorXd shares(const Points& points) {
  if (points.rows() < 2) {
    throw Error(Error::Code::size, "a path of " + std::to_string(points.rows()) + " points",
                "give at least two");
  }
  if (!points.allFinite()) {
    throw Error(Error::Code::value, "a path with numbers that are not finite",
                "look for nan and inf among its points");
  }
  Eigen::VectorXd s = Eigen::VectorXd::Zero(points.rows());
  for (Eigen::Index i = 1; i < points.rows(); ++i) {
    s[i] = s[i - 1] + (points.row(i) - points.row(i - 1)).norm();
  }
  const double length = s[s.size() - 1];
  for (Eigen::Index i = 1; i < s.size(); ++i) {
    if (s[i] - s[i - 1] > 1e-12 * length) continue;
    throw Error(Error::Code::value,
                "points " + std::to_string(i) + " and " + std::to_string(i + 1) +
                    " of the path are the same",
                "keep one of them: a path has no pauses");
  }
  s /= length;
  s[s.size() - 1] = 1.0;
  return s;
}

/// Knots are means of neighbouring shares (de Boor), so that each point has a control point of its
/// own.
BSpline interpolating(const Eigen::VectorXd& s, const Points& points) {
  const int count = static_cast<int>(s.size()), degree = std::min(highest_degree, count - 1);
  Eigen::VectorXd knots(count + degree + 1);
  knots.head(degree + 1).setZero();
  knots.tail(degree + 1).setOnes();
  for (int j = 1; j < count - degree; ++j) knots[degree + j] = s.segment(j, degree).mean();
  const BSpline shape(degree, knots, Eigen::MatrixXd::Zero(count, points.cols()));
  BandedLeastSquares equations(count, degree + 1, points.cols());
  for (Eigen::Index i = 0; i < count; ++i) {
    const SplineBasis basis = shape.basis(s[i], 0);
    equations.add_row(basis.first, basis.coefficients.transpose(), points.row(i));
  }
  Eigen::MatrixXd controls = equations.solve();
  controls.row(0) = points.row(0);
  controls.row(count - 1) = points.row(count - 1);
  return BSpline(degree, std::move(knots), std::move(controls));
}

BSpline curve_through(const Eigen::VectorXd& s, const Points& points, double tolerance) {
  if (s.size() > few) {
    try {
      return fit_spline(s, points, {.degree = highest_degree, .tolerance = tolerance}).spline;
    } catch (const Error&) {
      // Corners: no smoother curve comes so near.
    }
  }
  return interpolating(s, points);
}

double distance_from_line(const Eigen::VectorXd& q, const Eigen::VectorXd& a,
                          const Eigen::VectorXd& b) {
  const Eigen::VectorXd along = b - a;
  const double share = std::clamp((q - a).dot(along) / along.squaredNorm(), 0.0, 1.0);
  return (q - a - share * along).cwiseAbs().maxCoeff();
}

void find_corner(const Points& points, PathCurve& path) {
  for (Eigen::Index i = 1; i + 1 < points.rows(); ++i) {
    const Eigen::VectorXd before = points.row(i) - points.row(i - 1),
                          after = points.row(i + 1) - points.row(i);
    const double cosine = before.dot(after) / (before.norm() * after.norm());
    const double angle = std::acos(std::clamp(cosine, -1.0, 1.0));
    if (angle <= path.corner_angle) continue;
    path.corner_angle = angle;
    path.corner = static_cast<int>(i) + 1;
  }
}

}  // namespace

PathCurve path_through(const Points& points, double tolerance) {
  const Eigen::VectorXd s = shares(points);
  PathCurve path{curve_through(s, points, tolerance)};
  find_corner(points, path);
  for (Eigen::Index i = 0; i < s.size(); ++i) {
    const Eigen::VectorXd point = points.row(i);
    const double off = (path.curve(s[i]) - point).cwiseAbs().maxCoeff();
    path.point_error = std::max(path.point_error, off);
    if (i == 0) continue;
    const Eigen::VectorXd before = points.row(i - 1);
    for (int k = 1; k < 10; ++k) {
      const Eigen::VectorXd q = path.curve(s[i - 1] + 0.1 * k * (s[i] - s[i - 1]));
      path.line_distance = std::max(path.line_distance, distance_from_line(q, before, point));
    }
  }
  return path;
}

}  // namespace alembert
