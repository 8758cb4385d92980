// Splines of a grid whose knots are repeated, beside the spline itself and beside differences.
#include "motion/time_grid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "alembert/trajectory.hpp"

namespace alembert::test::time_grid_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

TimeGrid grid_of_two_times() {
  MatrixXd shares = MatrixXd::Zero(5, 2);
  shares.col(0).head(2).setConstant(0.5);
  shares.col(1).tail(3) << 0.2, 0.3, 0.5;
  return {5, shares, {0, 0, 2, 0, 1}};
}
const VectorXd some_times = Eigen::Vector2d(0.8, 1.3);

TEST(TimeGrid, RowsOnRepeatedKnotsAreThoseOfTheSpline) {
  const TimeGrid grid = grid_of_two_times();
  const VectorXd knots = grid.knots(some_times);
  const BSpline spline(5, knots, MatrixXd::Zero(grid.controls(), 1));
  ASSERT_EQ(spline.segments(), grid.segments());
  EXPECT_EQ(grid.controls(), 5 + 5 + 3);
  for (int e = 0; e < grid.segments(); ++e) {
    EXPECT_EQ(grid.first_control(e), spline.first_control(e));
    for (const double fraction : {0.0, 0.3, 0.99}) {
      SplineRows rows;
      grid.at(e, fraction, 4, some_times, rows);
      MatrixXd values;
      grid.values(e, fraction, 4, some_times, values);
      const double t = spline.knot(e) + fraction * spline.widths()[e];
      for (int order = 0; order < 4; ++order) {
        const SplineBasis basis = spline.basis(t, order);
        ASSERT_EQ(basis.first, grid.first_control(e));
        const double scale = std::max(1.0, basis.coefficients.cwiseAbs().maxCoeff());
        EXPECT_LT((rows.value.col(order) - basis.coefficients).norm(), 1e-11 * scale);
        EXPECT_LT((values.col(order) - basis.coefficients).norm(), 1e-11 * scale);
      }
    }
  }
}

TEST(TimeGrid, SlopesByTimesOnRepeatedKnotsAreThoseOfDifferences) {
  const TimeGrid grid = grid_of_two_times();
  constexpr double step = 1e-6;
  for (int e = 0; e < grid.segments(); ++e) {
    SplineRows rows;
    grid.at(e, 0.4, 4, some_times, rows);
    const std::vector<int>& used = grid.local_times(e);
    for (std::size_t k = 0; k < used.size(); ++k) {
      SplineRows more, less;
      VectorXd at = some_times;
      at[used[k]] += step;
      grid.at(e, 0.4, 4, at, more);
      at[used[k]] -= 2.0 * step;
      grid.at(e, 0.4, 4, at, less);
      const double scale = rows.value.cwiseAbs().maxCoeff();
      EXPECT_LT(((more.value - less.value) / (2.0 * step) - rows.first[k]).norm(), 1e-6 * scale);
      for (std::size_t m = 0; m <= k; ++m) {
        const MatrixXd second = (more.first[m] - less.first[m]) / (2.0 * step);
        EXPECT_LT((second - rows.second[k * (k + 1) / 2 + m]).norm(),
                  1e-6 * (scale + second.norm()));
      }
    }
  }
}

TEST(TimeGrid, PointsOfDerivativesOnRepeatedKnotsAreThoseOfTheDerivedSpline) {
  const TimeGrid grid = grid_of_two_times();
  MatrixXd points(grid.controls(), 1);
  for (int l = 0; l < grid.controls(); ++l) points(l, 0) = std::sin(1.7 * l);
  BSpline derived(5, grid.knots(some_times), points);
  for (int order = 1; order <= 2; ++order) {
    derived = derived.derivative();
    for (int l = 0; l < derived.controls(); ++l) {
      const int e = grid.last_segment_seeing(l);
      SplineRows rows;
      grid.derivative_point(e, order, l - grid.first_control(e), some_times, rows);
      const double found = rows.value.col(0).dot(points.col(0).segment(grid.first_control(e), 6));
      EXPECT_NEAR(found, derived.control_points()(l, 0), 1e-10 * std::pow(50.0, order));
    }
  }
}

}  // namespace alembert::test::time_grid_test
