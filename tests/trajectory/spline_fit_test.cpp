#include "alembert/spline_fit.hpp"

#include <gtest/gtest.h>

#include <Eigen/QR>
#include <cmath>

#include "alembert/error.hpp"
#include "support/compare.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::spline_fit_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Measured {
  VectorXd t;
  MatrixXd q;
};

/// Two coordinates at uneven instants from 1 s on.
Measured wave(int count, double noise, Random& random) {
  Measured measured{VectorXd(count), MatrixXd(count, 2)};
  double t = 1.0;
  for (int j = 0; j < count; ++j) {
    measured.t[j] = t;
    measured.q(j, 0) = std::sin(2.0 * t) + random.real(-noise, noise);
    measured.q(j, 1) = std::cos(t) * t + random.real(-noise, noise);
    t += random.real(0.5, 1.5) * 3.0 / count;
  }
  return measured;
}

/// The rows of the least-squares problem, densely, by control points.
MatrixXd dense_rows(const BSpline& spline, const VectorXd& t) {
  MatrixXd rows = MatrixXd::Zero(t.size(), spline.control_points().rows());
  for (Eigen::Index j = 0; j < t.size(); ++j) {
    const SplineBasis basis = spline.basis(t[j], 0);
    rows.row(j).segment(basis.first, spline.degree() + 1) = basis.coefficients.transpose();
  }
  return rows;
}

std::string refusal(const VectorXd& t, const MatrixXd& q, const SplineFitOptions& options) {
  try {
    fit_spline(t, q, options);
    return "taken";
  } catch (const Error& e) {
    EXPECT_FALSE(e.fix().empty());
    return e.reason();
  }
}

TEST(SplineFit, FindsTheSplineThatTheSamplesCameFrom) {
  for (int degree = 1; degree <= 7; ++degree) {
    for (const bool fixed : {false, true}) {
      Random random(static_cast<unsigned>(degree));
      MatrixXd points(5 + degree, 3);
      for (double& p : points.reshaped()) p = random.real(-2.0, 2.0);
      const BSpline truth(degree, BSpline::clamped_knots(degree, 5, 2.0), points);
      const VectorXd t = VectorXd::LinSpaced(80, 0.0, 2.0);
      MatrixXd q(80, 3);
      for (int j = 0; j < 80; ++j) q.row(j) = truth(t[j]).transpose();
      const SplineFit fit =
          fit_spline(t, q, {.degree = degree, .segments = 5, .fixed_ends = fixed});
      EXPECT_LT(fit.largest_error, 1e-13) << degree;
      EXPECT_LT(relative_difference(fit.spline.control_points(), points), 1e-10) << degree;
    }
  }
}

// With free ends: against a dense QR of the whole problem, which knows no bands.
TEST(SplineFit, IsTheLeastSquaresSolution) {
  for (int degree = 1; degree <= 7; ++degree) {
    Random random(10u + static_cast<unsigned>(degree));
    const Measured m = wave(90, 0.1, random);
    const SplineFit fit =
        fit_spline(m.t, m.q, {.degree = degree, .segments = 8, .fixed_ends = false});
    const MatrixXd rows = dense_rows(fit.spline, m.t);
    const MatrixXd expected = rows.colPivHouseholderQr().solve(m.q);
    EXPECT_LT(relative_difference(fit.spline.control_points(), expected), 1e-9) << degree;
    const MatrixXd errors = rows * expected - m.q;
    EXPECT_NEAR(fit.largest_error, largest(errors), 1e-10);
    EXPECT_NEAR(fit.rms_error, errors.norm() / std::sqrt(2.0 * 90.0), 1e-12);
  }
}

// With ends and rest: no allowed change of the control points makes the sum of squares smaller.
TEST(SplineFit, IsTheBestOfAllThatKeepItsEndsAndRest) {
  for (const bool fixed : {false, true}) {
    for (int rest = 0; rest <= 2; ++rest) {
      SCOPED_TRACE("fixed " + std::to_string(fixed) + ", rest " + std::to_string(rest));
      Random random(20);
      const Measured m = wave(120, 0.1, random);
      const SplineFit fit =
          fit_spline(m.t, m.q, {.degree = 5, .segments = 9, .fixed_ends = fixed, .rest = rest});
      const MatrixXd& P = fit.spline.control_points();
      const MatrixXd gradient =
          dense_rows(fit.spline, m.t).transpose() * (dense_rows(fit.spline, m.t) * P - m.q);
      const Eigen::Index last = P.rows() - 1;
      for (Eigen::Index i = rest + 1; i < last - rest; ++i) {
        EXPECT_LT(largest(gradient.row(i)), 1e-11) << "control point " << i;
      }
      if (fixed) {
        EXPECT_LT((fit.spline(m.t[0]) - m.q.row(0).transpose()).norm(), 1e-13);
        EXPECT_LT((fit.spline(m.t[119]) - m.q.row(119).transpose()).norm(), 1e-13);
      } else {
        EXPECT_LT(gradient.topRows(rest + 1).colwise().sum().norm(), 1e-11);
        EXPECT_LT(gradient.bottomRows(rest + 1).colwise().sum().norm(), 1e-11);
      }
      for (int order = 1; order <= rest; ++order) {
        EXPECT_LT(fit.spline(fit.spline.begin(), order).norm(), 1e-9);
        EXPECT_LT(fit.spline(fit.spline.end(), order).norm(), 1e-9);
      }
    }
  }
}

TEST(SplineFit, LivesFromTheFirstSampleToTheLast) {
  Random random(30);
  const Measured m = wave(50, 0.0, random);
  const SplineFit fit = fit_spline(m.t, m.q, {.segments = 7});
  EXPECT_EQ(fit.spline.begin(), m.t[0]);
  EXPECT_EQ(fit.spline.end(), m.t[49]);
}

TEST(SplineFit, UsesMoreSegmentsForATighterTolerance) {
  Random random(40);
  const Measured m = wave(400, 0.0, random);
  int before = 0;
  for (const double tolerance : {1e-1, 1e-3, 1e-5, 1e-7}) {
    const SplineFit fit = fit_spline(m.t, m.q, {.tolerance = tolerance});
    EXPECT_LE(fit.largest_error, tolerance);
    EXPECT_GT(fit.spline.segments(), before);
    // Not many more than needed: four fifths of them do not do.
    const int fewer = fit.spline.segments() * 4 / 5 - 1;
    if (fewer >= 1) {
      EXPECT_GT(fit_spline(m.t, m.q, {.segments = fewer}).largest_error, tolerance);
    }
    before = fit.spline.segments();
  }
}

TEST(SplineFit, TwoSamplesAtRestAreACubicFromOneToTheOther) {
  const SplineFit fit =
      fit_spline(Eigen::Vector2d(0.0, 2.0), Eigen::Vector2d(1.0, 5.0), {.segments = 1, .rest = 1});
  EXPECT_NEAR(fit.spline(1.0)[0], 3.0, 1e-14);
  EXPECT_NEAR(fit.spline(0.5)[0], 1.0 + 4.0 * (3.0 / 16.0 - 2.0 / 64.0), 1e-14);
}

TEST(SplineFit, RefusesSamplesThatDoNotDetermineIt) {
  Random random(50);
  const Measured m = wave(10, 0.0, random);
  EXPECT_EQ(refusal(m.t, m.q, {.segments = 7}), "taken");  // 10 control points, ends given
  EXPECT_EQ(refusal(m.t, m.q, {.segments = 8}),
            "10 samples do not determine 8 segments of degree 3");
  // Enough of them, but none between 1 and 9.
  VectorXd t = VectorXd::LinSpaced(40, 0.0, 1.0);
  t[39] = 10.0;
  EXPECT_EQ(refusal(t, MatrixXd::Zero(40, 1), {.segments = 20}),
            "40 samples do not determine 20 segments of degree 3");
}

TEST(SplineFit, RefusesAToleranceThatCannotBeMet) {
  Random random(60);
  const Measured m = wave(30, 0.5, random);
  EXPECT_EQ(refusal(m.t, m.q, {.tolerance = 1e-6, .rest = 2}).substr(0, 49),
            "no spline comes within the tolerance of all sampl");
}

TEST(SplineFit, RefusesWrongInput) {
  const VectorXd t = VectorXd::LinSpaced(5, 0.0, 1.0);
  const MatrixXd q = MatrixXd::Zero(5, 1);
  EXPECT_EQ(refusal(t, MatrixXd::Zero(4, 1), {}), "5 instants for 4 rows");
  EXPECT_EQ(refusal(t.head(1), q.topRows(1), {}), "a spline through 1 samples");
  VectorXd bad = t;
  bad[3] = bad[2];
  EXPECT_EQ(refusal(bad, q, {}), "instants that do not increase at sample 3");
  bad[3] = std::nan("");
  EXPECT_EQ(refusal(bad, q, {}), "samples with numbers that are not finite");
  EXPECT_EQ(refusal(t, q, {.degree = 0}), "a spline of degree 0");
  EXPECT_EQ(refusal(t, q, {.segments = 0}), "0 segments");
  EXPECT_EQ(refusal(t, q, {.tolerance = 0.0}), "a tolerance that is not positive");
  EXPECT_EQ(refusal(t, q, {.rest = 3}), "3 derivatives at rest for a spline of degree 3");
  EXPECT_EQ(refusal(t, q, {.segments = 1, .rest = 2}),
            "1 segments of degree 3 cannot rest at both ends and move between");
}

}  // namespace alembert::test::spline_fit_test
