// The comparisons that all other tests stand on.
#include "support/compare.hpp"

#include <gtest/gtest.h>

namespace alembert::test::compare_test {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Compare, FailsForWhateverIsNotFiniteWhereverItStands) {
  for (const double bad : {nan, infinity, -infinity}) {
    for (int at = 0; at < 3; ++at) {
      Eigen::Vector3d a(1.0, 2.0, 3.0), b = a;
      a[at] = bad;
      EXPECT_FALSE(relative_difference(a, b) <= 1e300) << at;
      EXPECT_FALSE(relative_difference(b, a) <= 1e300) << at;
      EXPECT_FALSE(relative_difference(a, a) <= 1e300) << at;
      EXPECT_FALSE(largest(a) <= 1e300) << at;
    }
    double most = 0.0;
    raise(most, bad);
    raise(most, 1.0);
    EXPECT_FALSE(most <= 1e300);
    double least = 0.0;
    lower(least, bad);
    lower(least, -1.0);
    EXPECT_FALSE(least >= -1e300);
  }
}

TEST(Compare, MeasuresTheLargestDifferenceByTheLargestEntry) {
  const Eigen::Vector3d a(1.0, -2.0, 4.0), b(1.0, -2.5, 4.0), zero = Eigen::Vector3d::Zero();
  EXPECT_EQ(largest(a), 4.0);
  EXPECT_EQ(largest_difference(a, b), 0.5);
  EXPECT_EQ(relative_difference(a, b), 0.125);
  EXPECT_EQ(relative_difference(zero, zero), 0.0);
}

}  // namespace alembert::test::compare_test
