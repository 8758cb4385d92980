#include "kernel/sincos.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/compare.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::sincos_test {

/// Error in units of the last place of the true value.
template <typename T>
double ulps(T got, long double true_value) {
  const T rounded = std::abs(static_cast<T>(true_value));
  const T unit = std::nextafter(rounded, T(2)) - rounded;
  return static_cast<double>(std::abs(static_cast<long double>(got) - true_value) / unit);
}

TEST(Sincos, IsGoodToAUnitAndAHalfInDouble) {
  Random random(1);
  for (const double range : {4.0, 100.0, 1e5}) {
    double worst = 0.0;
    for (int k = 0; k < 100000; ++k) {
      Pack<double> x(random.real(-range, range)), s, c;
      sincos(x, s, c);
      raise(worst, ulps(s[0], std::sin(static_cast<long double>(x[0]))));
      raise(worst, ulps(c[0], std::cos(static_cast<long double>(x[0]))));
    }
    EXPECT_LT(worst, 1.6) << "up to " << range;
  }
}

TEST(Sincos, IsGoodToRoundingInFloat) {
  Random random(2);
  double worst = 0.0;
  for (int k = 0; k < 100000; ++k) {
    Pack<float> x(static_cast<float>(random.real(-1e5, 1e5))), s, c;
    sincos(x, s, c);
    raise(worst, std::abs(s[0] - std::sin(static_cast<double>(x[0]))));
    raise(worst, std::abs(c[0] - std::cos(static_cast<double>(x[0]))));
  }
  EXPECT_LT(worst, 1.2e-7);
}

TEST(Sincos, KnowsZeroAndQuadrants) {
  for (int k = -8; k <= 8; ++k) {
    Pack<double> x(k * 1.5707963267948966), s, c;
    sincos(x, s, c);
    EXPECT_NEAR(s[0], std::sin(x[0]), 1e-16);
    EXPECT_NEAR(c[0], std::cos(x[0]), 1e-16);
  }
  Pack<double> zero(0.0), s, c;
  sincos(zero, s, c);
  EXPECT_EQ(s[0], 0.0);
  EXPECT_EQ(c[0], 1.0);
}

}  // namespace alembert::test::sincos_test
