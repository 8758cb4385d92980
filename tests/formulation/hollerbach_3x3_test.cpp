#include "alembert/formulation/hollerbach_3x3.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/operation_count.hpp"
#include "support/planar_arms.hpp"

namespace alembert::test::hollerbach_3x3_test {

using Eigen::VectorXd;

TEST(Hollerbach3x3, CostsThePrintedAdditionsAndFourteenMultiplicationsAJointLess) {
  for (int n = 2; n <= 12; ++n) {
    const Tally count = count_operations("hollerbach_3x3", general_chain(n)).published;
    EXPECT_EQ(count.mul, 398 * n - 270) << n << " joints";
    EXPECT_EQ(count.add, 320 * n - 201) << n << " joints";
  }
}

TEST(Hollerbach3x3, ExecutesTracesByTheDiagonalAndFormsNoProductTwice) {
  for (int n = 2; n <= 12; ++n) {
    const Tally count = count_operations("hollerbach_3x3", general_chain(n)).executed;
    EXPECT_EQ(count.mul, 327 * n - 226) << n << " joints";
    EXPECT_EQ(count.add, 254 * n - 192) << n << " joints";
    EXPECT_EQ(count.trig, 2 * n) << n << " joints";
    EXPECT_EQ(count.div + count.root, 0) << n << " joints";
  }
}

/// (17) as printed forgets that turning joint 1 lifts the origin of link 2.
TEST(Hollerbach3x3, LiftsTheMassesBeyondTheNextJoint) {
  const Model model = elbow_arm(2.0, 3.0);
  const VectorXd q = Eigen::Vector2d(0.4, 0.6), zero = VectorXd::Zero(2);
  VectorXd tau;
  Formulations::get("hollerbach_3x3")(model, q, zero, zero, tau);
  EXPECT_NEAR(tau[0], 9.81 * (5.0 * std::cos(0.4) + 3.0 * std::cos(1.0)), 1e-13);
  EXPECT_NEAR(tau[1], 9.81 * 3.0 * std::cos(1.0), 1e-13);
}

/// The part of c that a slide moves cannot be a constant of the model.
TEST(Hollerbach3x3, LiftsAMassOnASlideByItsPresentDistance) {
  const Model model = polar_arm(2.0, 3.0);
  const VectorXd zero = VectorXd::Zero(2);
  for (const double r : {-0.3, 0.8}) {
    const VectorXd q = Eigen::Vector2d(0.5, r);
    VectorXd tau;
    Formulations::get("hollerbach_3x3")(model, q, zero, zero, tau);
    EXPECT_NEAR(tau[0], 9.81 * (2.0 + 3.0 * r) * std::cos(0.5), 1e-13) << "at " << r;
    EXPECT_NEAR(tau[1], 9.81 * 3.0 * std::sin(0.5), 1e-13) << "at " << r;
  }
}

}  // namespace alembert::test::hollerbach_3x3_test
