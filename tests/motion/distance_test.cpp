// The closest points of two edges against those they were built from, over every angle between
// them. The normal matrix N of the free coordinates is what the algorithm solves with, so its
// condition number is what rounding may grow by.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <limits>

#include "support/compare.hpp"
#include "support/random_robot.hpp"
#include "task/closest_coordinates.hpp"

namespace alembert::test::distance_test {

using Eigen::Vector3d;
constexpr double epsilon = std::numeric_limits<double>::epsilon();

struct Crossing {
  Vector3d offset;
  Eigen::Matrix3Xd edges{3, 2};
  Eigen::Vector2d y;  // of the closest points
  double gap;

  double condition() const {
    const Eigen::Matrix2d normal = edges.transpose() * edges;
    const Eigen::Vector2d values = Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d>(normal, 0)  //
                                       .eigenvalues();
    return values[1] / values[0];
  }
};

/// Two edges that pass each other at an angle, closest somewhere inside both.
Crossing crossing(Random& random, double angle) {
  Crossing c;
  const Eigen::Matrix3d R = random.pose().linear();
  const double one = random.real(0.2, 1.0), other = random.real(0.2, 1.0);
  c.edges.col(0) = one * R.col(0);
  c.edges.col(1) = other * (std::cos(angle) * R.col(0) + std::sin(angle) * R.col(1));
  c.y[0] = random.real(0.2, 0.8);
  c.y[1] = random.real(0.2, 0.8);
  c.gap = random.real(0.0, 0.5);
  c.offset = c.gap * R.col(2) - c.edges * c.y;
  return c;
}

/// How far the closest coordinates found are from the true ones.
double error(const Crossing& c) {
  Eigen::VectorXd y;
  std::vector<int> free;
  closest_coordinates(c.offset, c.edges, y, free);
  EXPECT_EQ(free.size(), 2u);
  return (y - c.y).norm();
}

/// The slope U'(offset + U y) is known to a rounding of each of its two dozen operations, of size
/// |U| (|offset| + |U| |y|) at most, and iterated on until it is below four of them; y is off by
/// that times N^-1, whose norm is cond(N) / |N| <= 2 cond(N) / |U|². Forming and factoring N adds
/// less.
double allowed(const Crossing& c) {
  const double size = c.edges.norm();
  return 2.0 * (4.0 + 24.0) * epsilon * c.condition() * (c.offset.norm() / size + c.y.norm());
}

TEST(ClosestCoordinates, AreRightToRoundingTimesTheConditionOfTheirEdges) {
  for (const double angle : {1.5, 0.5, 0.1, 0.03, 0.01, 3e-3, 1e-3, 6e-4}) {
    Random random(31);
    for (int k = 0; k < 1000; ++k) {
      const Crossing c = crossing(random, angle);
      ASSERT_LT(c.condition(), 1e8);
      EXPECT_LE(error(c), allowed(c)) << "angle " << angle << ", number " << k;
    }
  }
}

TEST(ClosestCoordinates, OfParallelEdgesGiveTheirDistance) {
  Random random(32);
  for (int k = 0; k < 1000; ++k) {
    const double angle = k % 2 ? 0.0 : std::pow(10.0, random.real(-16.0, -4.0));
    const Crossing c = crossing(random, angle);
    Eigen::VectorXd y;
    std::vector<int> free;
    closest_coordinates(c.offset, c.edges, y, free);
    EXPECT_NEAR((c.offset + c.edges * y).norm(), c.gap, 1e-9) << "number " << k;
    for (const double place : y) {
      EXPECT_GE(place, 0.0);
      EXPECT_LE(place, 1.0);
    }
  }
}

}  // namespace alembert::test::distance_test
