#include "alembert/formulation/waters.hpp"

#include <gtest/gtest.h>

#include "support/operation_count.hpp"
#include "support/planar_arms.hpp"

namespace alembert::test::waters_test {

using Eigen::VectorXd;

TEST(Waters, CostsExactlyWhatIsPrinted) {
  for (int n = 2; n <= 12; ++n) {
    const Tally count = count_operations("waters", general_chain(n)).published;
    EXPECT_EQ(2 * count.mul, 213 * n * n + 1241 * n - 1024) << n << " joints";
    EXPECT_EQ(count.add, 82 * n * n + 514 * n - 384) << n << " joints";
  }
}

TEST(Waters, ExecutesTracesByTheDiagonalAndFormsNoProductTwice) {
  for (int n = 2; n <= 12; ++n) {
    const Tally count = count_operations("waters", general_chain(n)).executed;
    EXPECT_EQ(2 * count.mul, 101 * n * n + 1009 * n - 802) << n << " joints";
    EXPECT_EQ(count.add, 40 * n * n + 392 * n - 336) << n << " joints";
    EXPECT_EQ(count.trig, 2 * n) << n << " joints";
    EXPECT_EQ(count.div + count.root, 0) << n << " joints";
  }
}

/// Outside wrenches are load matrices here: a couple about z and a push across the second link,
/// on an arm without weight.
TEST(Waters, FeelsACoupleAtEveryJointAndAPushByItsLever) {
  const Model model = elbow_arm(0.0, 0.0);
  const VectorXd zero = VectorXd::Zero(2);
  VectorXd tau(2);
  const std::vector<Load> loads = {
      {model.frame("link2"), {0.0, 4.0, 0.0}, {0.0, 0.0, 0.5}, {1.0, 0.0, 0.0}, Load::Axes::frame}};
  (*Formulations::get("waters").make<double>(model))(zero, zero, zero, loads, tau);
  EXPECT_NEAR(tau[0], -(2.0 * 4.0 + 0.5), 1e-14);
  EXPECT_NEAR(tau[1], -(1.0 * 4.0 + 0.5), 1e-14);
}

}  // namespace alembert::test::waters_test
