// Curves through points: near the points' lines everywhere, by samples that share no code, and
// without swings between the points.
#include <gtest/gtest.h>

#include <functional>

#include "alembert/error.hpp"
#include "alembert/retime.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::path_test {

double off_lines(const Eigen::MatrixXd& points, const Eigen::RowVectorXd& q) {
  double best = infinity;
  for (Eigen::Index i = 0; i + 1 < points.rows(); ++i) {
    const Eigen::RowVectorXd a = points.row(i), b = points.row(i + 1) - a;
    const double square = b.squaredNorm();
    const double share = square > 0.0 ? std::clamp((q - a).dot(b) / square, 0.0, 1.0) : 0.0;
    best = std::min(best, (q - a - share * b).cwiseAbs().maxCoeff());
  }
  return best;
}

/// Nowhere further from the lines than it says, and that within the tolerance.
void expect_near(const Eigen::MatrixXd& points, const PathOptions& options) {
  const PathCurve path = path_through(points, options);
  EXPECT_LE(path.line_distance, options.line_tolerance);
  for (int k = 0; k <= 3000; ++k) {
    const Eigen::RowVectorXd q = path.curve(k / 3000.0).transpose();
    ASSERT_LE(off_lines(points, q), path.line_distance + 1e-12) << k;
  }
  EXPECT_LE((path.curve(0.0) - points.row(0).transpose()).norm(), 1e-14);
  EXPECT_LE((path.curve(1.0) - points.row(points.rows() - 1).transpose()).norm(), 1e-11);
}

Eigen::MatrixXd scattered(Random& random, int count, int dofs) {
  Eigen::MatrixXd points(count, dofs);
  for (Eigen::Index i = 0; i < points.size(); ++i) points.data()[i] = random.real(-2.0, 2.0);
  return points;
}

TEST(Path, StaysWithinItsToleranceOfSparsePoints) {
  Random random(1);
  for (const int count : {3, 4, 7, 20}) {
    for (const double tolerance : {10.0, 0.1, 1e-2, 1e-4}) {
      expect_near(scattered(random, count, 7), {.line_tolerance = tolerance});
      expect_near(scattered(random, count, 2), {.line_tolerance = tolerance});
    }
  }
}

TEST(Path, OfEqualSpansAndOnePointMoreDoesNotSwing) {
  // A fit of as many segments as spans was 0.85 rad off between the points.
  Eigen::MatrixXd points(237, 2);
  for (int i = 0; i < 236; ++i) points.row(i) << 0.01 * i, std::sin(0.01 * i);
  points.row(236) << 2.3501, std::sin(2.3501);
  expect_near(points, {});
  EXPECT_LE(path_through(points).line_distance, 2e-5);
  EXPECT_LE(path_through(points).point_error, 1e-5);
}

TEST(Path, OfUnevenSamplesOfASmoothCurveIsThatCurve) {
  Random random(2);
  Eigen::MatrixXd points(700, 3);
  double s = 0.0;
  for (int i = 0; i < 700; ++i) {
    points.row(i) << std::cos(s), std::sin(2.0 * s), 0.5 * s;
    s += 0.01 * std::pow(10.0, -random.real(0.0, 4.0));
  }
  expect_near(points, {});
  const PathCurve path = path_through(points);
  double bend = 0.0;
  for (int k = 0; k <= 2000; ++k) {
    const double slope = path.curve(k / 2000.0, 1).norm();
    bend = std::max(bend, path.curve(k / 2000.0, 2).norm() / (slope * slope));
  }
  EXPECT_LE(bend, 6.0);  // that of the curve is 4 at most
}

TEST(Path, LeavesOutPointsThatMeanNothing) {
  Random random(3);
  const Eigen::MatrixXd few = scattered(random, 6, 4);
  Eigen::MatrixXd many(18, 4);
  for (int i = 0; i < 6; ++i) {
    many.row(3 * i) = many.row(3 * i + 1) = few.row(i);
    many.row(3 * i + 2) = few.row(i) + 1e-9 * scattered(random, 1, 4);
  }
  const PathCurve once = path_through(few), often = path_through(many);
  EXPECT_EQ(often.repeated, 6);
  EXPECT_EQ(often.left_out, 6);
  for (int k = 0; k <= 100; ++k) {
    EXPECT_LE((once.curve(0.01 * k) - often.curve(0.01 * k)).norm(), 1e-6);
  }
}

TEST(Path, OfManyPointsOnALineIsTheLine) {
  Eigen::MatrixXd points(500, 3);
  for (int i = 0; i < 500; ++i) {
    const double share = std::pow(i / 499.0, 3);
    points.row(i) << 1.0 + share, -2.0 * share, 0.3 * share;
  }
  const PathCurve path = path_through(points);
  EXPECT_EQ(path.curve.segments(), 1);
  EXPECT_EQ(path.curve.degree(), 1);
}

TEST(Path, RisesWhereItsPointsRise) {
  Random random(4);
  for (int i = 0; i < 20; ++i) {
    Eigen::MatrixXd points = scattered(random, 9, 3);
    for (int j = 0; j < 3; ++j) {
      Eigen::VectorXd column = points.col(j);
      std::sort(column.begin(), column.end());
      points.col(j) = column;
    }
    const PathCurve path = path_through(points);
    for (int k = 0; k <= 2000; ++k) EXPECT_GE(path.curve(k / 2000.0, 1).minCoeff(), -1e-9) << i;
  }
}

TEST(Path, SwingsBeyondNoPositionLimitThatItsPointsTouch) {
  Random random(5);
  for (int i = 0; i < 20; ++i) {
    const Eigen::MatrixXd points = scattered(random, 8, 5);
    PathOptions options;
    options.lower = points.colwise().minCoeff().transpose();
    options.upper = points.colwise().maxCoeff().transpose();
    const PathCurve path = path_through(points, options);
    for (int k = 0; k <= 2000; ++k) {
      const Eigen::VectorXd q = path.curve(k / 2000.0);
      EXPECT_LE((q - options.upper).maxCoeff(), 1e-12);
      EXPECT_LE((options.lower - q).maxCoeff(), 1e-12);
    }
  }
}

TEST(Path, RoundsCornersThatItWouldHaveToStopAt) {
  Eigen::MatrixXd points(4, 2);
  points << 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0;
  const PathCurve path = path_through(points, {.line_tolerance = 0.05});
  EXPECT_LE(path.point_error, 0.05);
  EXPECT_GT(path.point_error, 0.01);
  EXPECT_EQ(path.corner, 2);
  for (int k = 0; k <= 1000; ++k) EXPECT_GT(path.curve(0.001 * k, 1).norm(), 0.5);
}

TEST(Path, HasNoJumpsOfItsBend) {
  Random random(6);
  for (int i = 0; i < 5; ++i) {
    const BSpline curve = path_through(scattered(random, 6, 3)).curve;
    for (int k = 1; k < curve.segments(); ++k) {
      const double s = curve.knots()[curve.degree() + k], d = 1e-9;
      const double change = d * (curve(s + d, 3) - curve(s - d, 3)).norm() +
                            2.0 * d * curve(s + d, 3).norm() + 1e-9 * curve(s, 2).norm();
      EXPECT_LE((curve(s + d, 2) - curve(s - d, 2)).norm(), change + 1e-6);
    }
  }
}

TEST(Path, RefusesWhatIsNoPath) {
  const auto reason = [](const Eigen::MatrixXd& points, const PathOptions& options = {}) {
    try {
      path_through(points, options);
    } catch (const Error& e) {
      return e.reason();
    }
    return std::string();
  };
  Eigen::MatrixXd points(3, 2);
  points << 1.0, 1.0, 1.0, 1.0, 1.0, 1.0;
  EXPECT_EQ(reason(points), "a path whose points are all the same");
  EXPECT_EQ(reason(points.topRows(1)), "a path of 1 points");
  points(1, 0) = 2.0;
  EXPECT_EQ(reason(points, {.line_tolerance = 0.0}),
            "a tolerance of the lines that is not positive");
  points(2, 0) = std::nan("");
  EXPECT_EQ(reason(points), "a path with numbers that are not finite");
}

}  // namespace alembert::test::path_test
