#include "alembert/formulation/newton_euler_base.hpp"

#include <gtest/gtest.h>

#include "support/operation_count.hpp"

namespace alembert::test::newton_euler_base_test {

TEST(NewtonEulerBase, PaysForTurningConstantsIntoTheBase) {
  for (int n = 1; n <= 12; ++n) {
    const OperationCount count = count_operations("newton_euler_base", general_chain(n));
    EXPECT_EQ(count.published.mul, 189 * n - 66) << n << " joints";
    EXPECT_EQ(count.published.add, 146 * n - 63) << n << " joints";
    EXPECT_EQ(count.executed.mul, 186 * n - 59) << n << " joints";
    EXPECT_EQ(count.executed.add, 140 * n - 57) << n << " joints";
  }
}

}  // namespace alembert::test::newton_euler_base_test
