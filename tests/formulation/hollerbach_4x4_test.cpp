#include "alembert/formulation/hollerbach_4x4.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/operation_count.hpp"
#include "support/planar_arms.hpp"

namespace alembert::test::hollerbach_4x4_test {

using Eigen::VectorXd;

TEST(Hollerbach4x4, CostsThePrintedAdditionsAndTwentyMultiplicationsAJointLess) {
  for (int n = 2; n <= 12; ++n) {
    const Tally count = count_operations("hollerbach_4x4", general_chain(n)).published;
    EXPECT_EQ(count.mul, 810 * n - 592) << n << " joints";
    EXPECT_EQ(count.add, 675 * n - 464) << n << " joints";
  }
}

TEST(Hollerbach4x4, ExecutesTracesByTheDiagonalAndFormsNoProductTwice) {
  for (int n = 2; n <= 12; ++n) {
    const Tally count = count_operations("hollerbach_4x4", general_chain(n)).executed;
    EXPECT_EQ(count.mul, 634 * n - 481) << n << " joints";
    EXPECT_EQ(count.add, 511 * n - 416) << n << " joints";
    EXPECT_EQ(count.trig, 2 * n) << n << " joints";
    EXPECT_EQ(count.div + count.root, 0) << n << " joints";
  }
}

/// The same matrices serve joints that slide: force m (r'' - r theta'^2), torque of Coriolis.
TEST(Hollerbach4x4, SlidesAMassAlongATurningArm) {
  const Model model = polar_arm(0.0, 3.0);
  const double r = 0.8, w = 1.7, rd = -0.6, wd = 0.9, rdd = 2.3, g = 9.81;
  const VectorXd q = Eigen::Vector2d(0.5, r), v = Eigen::Vector2d(w, rd),
                 a = Eigen::Vector2d(wd, rdd);
  VectorXd tau;
  Formulations::get("hollerbach_4x4")(model, q, v, a, tau);
  EXPECT_NEAR(tau[0], 3.0 * (r * r * wd + 2.0 * r * rd * w + g * r * std::cos(0.5)), 1e-13);
  EXPECT_NEAR(tau[1], 3.0 * (rdd - r * w * w + g * std::sin(0.5)), 1e-13);
}

}  // namespace alembert::test::hollerbach_4x4_test
