#include "alembert/formulation/uicker_kahn.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/operation_count.hpp"
#include "support/planar_arms.hpp"

namespace alembert::test::uicker_kahn_test {

using Eigen::VectorXd;

/// Sixths, because the coefficients are: 32 1/2, 86 2/3, 171 1/2, 53 1/3, -128 and 25, 66 1/3,
/// 129 1/2, 40 1/6, -96.
TEST(UickerKahn, CostsThePrintedLeadingTermsAndConstants) {
  for (long n = 2; n <= 12; ++n) {
    const Tally count =
        count_operations("uicker_kahn", general_chain(static_cast<int>(n))).published;
    const long n2 = n * n, n3 = n2 * n, n4 = n3 * n;
    EXPECT_EQ(6 * count.mul, 195 * n4 + 520 * n3 + 1029 * n2 + 320 * n - 768) << n << " joints";
    EXPECT_EQ(6 * count.add, 150 * n4 + 398 * n3 + 777 * n2 + 241 * n - 576) << n << " joints";
  }
}

TEST(UickerKahn, ExecutesTracesByTheDiagonalAndStillGrowsWithTheFourthPower) {
  for (long n = 2; n <= 12; ++n) {
    const Tally count =
        count_operations("uicker_kahn", general_chain(static_cast<int>(n))).executed;
    const long n2 = n * n, n3 = n2 * n, n4 = n3 * n;
    EXPECT_EQ(6 * count.mul, 27 * n4 + 136 * n3 + 909 * n2 + 440 * n - 768) << n << " joints";
    EXPECT_EQ(6 * count.add, 24 * n4 + 113 * n3 + 696 * n2 + 319 * n - 576) << n << " joints";
    EXPECT_EQ(count.trig, 2 * n) << n << " joints";
    EXPECT_EQ(count.div + count.root, 0) << n << " joints";
  }
}

/// The velocity term of (4) is in q'_k q'_l: the textbook arm at speed, not accelerated.
TEST(UickerKahn, TakesTheSquaresOfTheSpeedsNotTheAccelerations) {
  const Model model = elbow_arm(2.0, 3.0);
  const double v1 = 0.7, v2 = -1.9, s2 = std::sin(0.6), g = 9.81;
  const VectorXd q = Eigen::Vector2d(0.4, 0.6), v = Eigen::Vector2d(v1, v2), a = VectorXd::Zero(2);
  VectorXd tau;
  Formulations::get("uicker_kahn")(model, q, v, a, tau);
  const double weight2 = 3.0 * g * std::cos(1.0);
  EXPECT_NEAR(tau[0], -3.0 * s2 * (2.0 * v1 * v2 + v2 * v2) + 5.0 * g * std::cos(0.4) + weight2,
              1e-13);
  EXPECT_NEAR(tau[1], 3.0 * s2 * v1 * v1 + weight2, 1e-13);
}

}  // namespace alembert::test::uicker_kahn_test
