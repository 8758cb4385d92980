#include "alembert/formulation/newton_euler.hpp"

#include <gtest/gtest.h>

#include "support/operation_count.hpp"

namespace alembert::test::newton_euler_test {

TEST(NewtonEuler, CostsWhatLuhsLiteralProgramCosts) {
  for (int n = 1; n <= 12; ++n) {
    const Tally published = count_operations("newton_euler", general_chain(n)).published;
    EXPECT_EQ(published.mul, 125 * n - 38) << n << " joints";
    EXPECT_EQ(published.add, 105 * n - 40) << n << " joints";
  }
}

TEST(NewtonEuler, ExecutesLessWithFramesOnTheJoints) {
  for (int n = 1; n <= 12; ++n) {
    const Tally executed = count_operations("newton_euler", general_chain(n)).executed;
    EXPECT_EQ(executed.mul, 117 * n - 58) << n << " joints";
    EXPECT_EQ(executed.add, 90 * n - 47) << n << " joints";
    EXPECT_EQ(executed.trig, 2 * n) << n << " joints";
    EXPECT_EQ(executed.div + executed.root, 0) << n << " joints";
  }
}

}  // namespace alembert::test::newton_euler_test
