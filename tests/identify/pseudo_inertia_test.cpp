// What a body can be, and how far it is from another.
#include "identify/pseudo_inertia.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace alembert::identifying::pseudo_inertia_test {

/// A cloud of point masses: some body has these parameters.
BodyParameters cloud(unsigned seed) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> normal;
  BodyParameters sum = BodyParameters::Zero();
  for (int k = 0; k < 6; ++k) {
    Inertia point;
    point.mass = 0.2 + std::abs(normal(engine));
    point.com = 0.1 * Eigen::Vector3d(normal(engine), 1.0 + normal(engine), normal(engine));
    sum += body_parameters(point);
  }
  return sum;
}

TEST(PseudoInertia, GivesBackTheTenParameters) {
  const BodyParameters body = cloud(1);
  EXPECT_LT((body_parameters(pseudo_inertia(body)) - body).norm(), 1e-14);
  EXPECT_LT((body_parameters(inertia_of(body)) - body).norm(), 1e-13);
}

TEST(PseudoInertia, IsPositiveExactlyForBodies) {
  BodyParameters body = cloud(2);
  EXPECT_TRUE(is_possible(body));
  EXPECT_LT(BodyDivergence(cloud(3))(body), 1e6);
  body[9] = body[4] + body[7] + 1.0;  // a moment larger than the two others together
  EXPECT_FALSE(is_possible(body));
  EXPECT_TRUE(std::isinf(BodyDivergence(cloud(3))(body)));
  const BodyParameters repaired = made_possible(body);
  EXPECT_TRUE(is_possible(repaired));
  EXPECT_EQ(repaired.head<4>(), body.head<4>());
}

TEST(BodyDivergence, IsZeroForTheBodyItselfAndHalfTheSquareNearby) {
  const BodyParameters body = cloud(4);
  const BodyDivergence divergence(body);
  EXPECT_NEAR(divergence(body), 0.0, 1e-13);
  // The whole body 1 % heavier: P grows by 1 %, four eigenvalues of it.
  EXPECT_NEAR(divergence(1.01 * body), 0.5 * 4.0 * 1e-4, 2e-6);
}

TEST(BodyDivergence, SlopesAreThoseOfDifferences) {
  const BodyDivergence divergence(cloud(5));
  const BodyParameters at = cloud(6);
  BodyParameters slope;
  Eigen::Matrix<double, 10, 10> curvature;
  divergence(at, &slope, &curvature);
  const BodyParameters scale = divergence.scale();
  for (int k = 0; k < 10; ++k) {
    const BodyParameters step = 1e-5 * scale[k] * BodyParameters::Unit(k);
    BodyParameters after, before;
    const double more = divergence(at + step, &after), less = divergence(at - step, &before);
    EXPECT_NEAR((more - less) / (2e-5 * scale[k]), slope[k], 1e-6 * (1.0 + std::abs(slope[k])));
    const BodyParameters row = (after - before) / (2e-5 * scale[k]);
    EXPECT_LT((row - curvature.col(k)).norm(), 1e-5 * curvature.norm());
  }
}

}  // namespace alembert::identifying::pseudo_inertia_test
