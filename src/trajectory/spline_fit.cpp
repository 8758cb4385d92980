#include "alembert/spline_fit.hpp"

#include <Eigen/Jacobi>
#include <algorithm>
#include <cmath>
#include <string>

#include "require.hpp"
#include "trajectory/basis.hpp"

namespace alembert {

namespace {

using Eigen::Index;
using Rows = const Eigen::Ref<const Eigen::MatrixXd>&;

/// Least squares with rows that touch a few neighbouring unknowns: R of A = QR is kept as a band
/// and each row is rotated into it. O(width^2) a row, and no squared condition number.
class BandedLeastSquares {
 public:
  BandedLeastSquares(Index unknowns, Index width, Index right_sides)
      : band_(Eigen::MatrixXd::Zero(unknowns, width)),
        right_(Eigen::MatrixXd::Zero(unknowns, right_sides)) {}

  /// sum row[l] x(first + l) = right. Rows come in the order of `first`: then nothing in the band
  /// reaches further than the newest row, and rotating fills in no more.
  void add_row(Index first, Eigen::RowVectorXd row, Eigen::RowVectorXd right) {
    for (Index l = 0; l < row.size(); ++l) {
      if (row[l] == 0.0) continue;
      const Index c = first + l, rest = row.size() - l;
      Eigen::JacobiRotation<double> turn;
      turn.makeGivens(band_(c, 0), row[l]);
      const double cos = turn.c(), sin = -turn.s();
      const Eigen::RowVectorXd kept = band_.row(c).head(rest), added = row.tail(rest);
      band_.row(c).head(rest) = cos * kept + sin * added;
      row.tail(rest) = cos * added - sin * kept;
      const Eigen::RowVectorXd kept_right = right_.row(c);
      right_.row(c) = cos * kept_right + sin * right;
      right = cos * right - sin * kept_right;
    }
  }

  /// How much the rows tell about the unknown they tell least about, where entries are about one.
  double weakest() const { return band_.col(0).cwiseAbs().minCoeff(); }

  Eigen::MatrixXd solve() const {
    Eigen::MatrixXd x = right_;
    for (Index c = x.rows() - 1; c >= 0; --c) {
      const Index reach = std::min(band_.cols(), x.rows() - c);
      for (Index l = 1; l < reach; ++l) x.row(c) -= band_(c, l) * x.row(c + l);
      x.row(c) /= band_(c, 0);
    }
    return x;
  }

 private:
  Eigen::MatrixXd band_;   // entry (c, l) is R(c, c + l)
  Eigen::MatrixXd right_;  // Q^T of the right sides
};

void require_samples(VecIn<double> t, Rows q) {
  require(t.size() == q.rows(),
          std::to_string(t.size()) + " instants for " + std::to_string(q.rows()) + " rows",
          "give one row of positions an instant", Error::Code::size);
  require(t.size() >= 2, "a spline through " + std::to_string(t.size()) + " samples",
          "give at least two", Error::Code::size);
  require(t.allFinite() && q.allFinite(), "samples with numbers that are not finite",
          "look for nan and inf among instants and positions");
  for (Index j = 1; j < t.size(); ++j) {
    if (t[j] <= t[j - 1]) {
      throw Error(Error::Code::value,
                  "instants that do not increase at sample " + std::to_string(j),
                  "sort the samples by time and keep one of each instant");
    }
  }
}

void require_options(const SplineFitOptions& options) {
  require(options.degree >= 1 && options.degree <= max_degree,
          "a spline of degree " + std::to_string(options.degree),
          "choose a degree from 1 to " + std::to_string(max_degree));
  require(options.rest >= 0 && options.rest < options.degree,
          std::to_string(options.rest) + " derivatives at rest for a spline of degree " +
              std::to_string(options.degree),
          "choose fewer than the degree, or a higher degree");
  const int segments = options.segments.value_or(1);
  require(segments >= 1, std::to_string(segments) + " segments", "give at least one");
  require(options.segments || options.tolerance > 0.0, "a tolerance that is not positive",
          "give one in rad or m, or the number of segments");
}

/// On clamped knots rest at an end means that its first control points are one and the same. So
/// control points are columns: the first `rest` + 1 share column 0, the last ones the last column.
class Columns {
 public:
  Columns(const SplineFitOptions& options, int segments)
      : rest_(options.rest),
        points_(segments + options.degree),
        last_(points_ - 1 - 2 * rest_),
        known_(options.fixed_ends ? 1 : 0) {}

  /// Both ends have a column of their own.
  bool possible() const { return last_ >= 1; }
  int of(int point) const { return std::clamp(point - rest_, 0, last_); }
  bool known(int column) const { return known_ && (column == 0 || column == last_); }
  /// Columns that the samples must determine: those between the ends, if the ends are fixed.
  int unknowns() const { return last_ + 1 - 2 * known_; }
  int unknown(int column) const { return column - known_; }

  Eigen::MatrixXd control_points(const Eigen::MatrixXd& x, Rows q) const {
    Eigen::MatrixXd points(points_, q.cols());
    for (int i = 0; i < points_; ++i) {
      const int column = of(i);
      if (!known(column)) {
        points.row(i) = x.row(unknown(column));
      } else {
        points.row(i) = column == 0 ? q.row(0) : q.row(q.rows() - 1);
      }
    }
    return points;
  }

 private:
  int rest_, points_, last_, known_;
};

BSpline empty_spline(const SplineFitOptions& options, int segments, VecIn<double> t, Index dofs) {
  const double duration = t[t.size() - 1] - t[0];
  Eigen::VectorXd knots = BSpline::clamped_knots(options.degree, segments, duration).array() + t[0];
  knots.tail(options.degree + 1).setConstant(t[t.size() - 1]);
  return BSpline(options.degree, std::move(knots),
                 Eigen::MatrixXd::Zero(segments + options.degree, dofs));
}

void add_sample(const Columns& columns, const SplineBasis& basis, Rows q, Index j,
                BandedLeastSquares& equations) {
  const int points = static_cast<int>(basis.coefficients.size());
  int first = columns.of(basis.first), last = columns.of(basis.first + points - 1);
  Eigen::RowVectorXd right = q.row(j);
  if (columns.known(first)) ++first;
  if (columns.known(last)) --last;
  Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(std::max(0, last - first + 1));
  for (int l = 0; l < points; ++l) {
    const int column = columns.of(basis.first + l);
    if (columns.known(column)) {
      right -= basis.coefficients[l] * (column == 0 ? q.row(0) : q.row(q.rows() - 1));
    } else {
      row[column - first] += basis.coefficients[l];
    }
  }
  if (row.size() > 0) equations.add_row(columns.unknown(first), row, right);
}

SplineFit measured(BSpline spline, VecIn<double> t, Rows q) {
  SplineFit fit{std::move(spline)};
  Eigen::VectorXd at(q.cols());
  double squares = 0.0;
  for (Index j = 0; j < t.size(); ++j) {
    fit.spline.evaluate(t[j], 0, at);
    const Eigen::VectorXd error = at - q.row(j).transpose();
    if (error.size() > 0)
      fit.largest_error = std::max(fit.largest_error, error.cwiseAbs().maxCoeff());
    squares += error.squaredNorm();
  }
  fit.rms_error = std::sqrt(squares / static_cast<double>(std::max<Index>(1, q.size())));
  return fit;
}

/// Nothing where the samples do not determine the control points.
std::optional<SplineFit> fit_segments(VecIn<double> t, Rows q, const SplineFitOptions& options,
                                      int segments) {
  const Columns columns(options, segments);
  if (!columns.possible()) return std::nullopt;
  const BSpline shape = empty_spline(options, segments, t, q.cols());
  Eigen::MatrixXd x(0, q.cols());
  if (columns.unknowns() > 0) {
    BandedLeastSquares equations(columns.unknowns(), options.degree + 1, q.cols());
    for (Index j = 0; j < t.size(); ++j) add_sample(columns, shape.basis(t[j], 0), q, j, equations);
    constexpr double undetermined = 1e-9;
    if (equations.weakest() < undetermined) return std::nullopt;
    x = equations.solve();
  }
  return measured(BSpline(options.degree, shape.knots(), columns.control_points(x, q)), t, q);
}

SplineFit fit_tolerance(VecIn<double> t, Rows q, const SplineFitOptions& options) {
  std::optional<SplineFit> best;
  for (int segments = 1; segments <= t.size(); segments += std::max(1, segments / 4)) {
    std::optional<SplineFit> fit = fit_segments(t, q, options, segments);
    if (fit && fit->largest_error <= options.tolerance) return *fit;
    if (fit && (!best || fit->largest_error < best->largest_error)) best = std::move(fit);
  }
  require(best.has_value(),
          std::to_string(t.size()) + " samples do not determine a spline of degree " +
              std::to_string(options.degree),
          "give more samples or a lower degree", Error::Code::size);
  throw Error(Error::Code::value,
              "no spline comes within the tolerance of all samples; the best, with " +
                  std::to_string(best->spline.segments()) + " segments, is " +
                  std::to_string(best->largest_error) + " away",
              "give a larger tolerance or the number of segments, or ask for less rest");
}

}  // namespace

SplineFit fit_spline(VecIn<double> t, Rows q, const SplineFitOptions& options) {
  require_samples(t, q);
  require_options(options);
  if (!options.segments) return fit_tolerance(t, q, options);
  std::optional<SplineFit> fit = fit_segments(t, q, options, *options.segments);
  if (fit) return *fit;
  const std::string shape =
      std::to_string(*options.segments) + " segments of degree " + std::to_string(options.degree);
  require(Columns(options, *options.segments).possible(),
          shape + " cannot rest at both ends and move between",
          "give more segments or ask for less rest");
  throw Error(Error::Code::size, std::to_string(t.size()) + " samples do not determine " + shape,
              "give fewer segments, or more samples where there are few");
}

}  // namespace alembert
