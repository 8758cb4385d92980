#include "alembert/formulation/kane.hpp"

#include <gtest/gtest.h>

#include "support/operation_count.hpp"

namespace alembert::test::kane_test {

TEST(Kane, TakesThePrintedAdditionsAndThreeMultiplicationsLess) {
  for (int n = 2; n <= 12; ++n) {
    const OperationCount count = count_operations("kane", general_chain(n));
    EXPECT_EQ(count.published.mul, 105 * n - 112) << n << " joints";
    EXPECT_EQ(count.published.add, 90 * n - 105) << n << " joints";
    EXPECT_EQ(count.executed.mul, count.published.mul) << n << " joints";
    EXPECT_EQ(count.executed.add, count.published.add) << n << " joints";
  }
}

TEST(Kane, StaysWithinTheCountOfTableOneForSixJoints) {
  const OperationCount count = count_operations("kane", general_chain(6));
  EXPECT_LE(count.published.mul, 521);
  EXPECT_LE(count.published.add, 435);
  EXPECT_LE(count.executed.mul, 521);
  EXPECT_LE(count.executed.add, 435);
}

}  // namespace alembert::test::kane_test
