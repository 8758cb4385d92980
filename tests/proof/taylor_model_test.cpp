// Whatever is computed with Taylor models encloses what long doubles give, at every place.
#include "alembert/taylor_model.hpp"

#include <gtest/gtest.h>

#include "support/random_robot.hpp"

namespace alembert::test::taylor_model_test {

using Model4 = TaylorModel<4>;

long double polynomial(const Model4& f, long double s) {
  long double sum = 0.0L;
  for (int k = 4; k >= 0; --k) sum = sum * s + f.c[static_cast<std::size_t>(k)];
  return sum;
}

/// A random expression, evaluated as a Taylor model and as a number at s.
struct Pair {
  Model4 model;
  long double number;
};

Pair random_expression(Random& random, int depth, long double s) {
  if (depth == 0) {
    const double middle = random.real(-2.0, 2.0), half = random.real(-0.2, 0.2);
    return {Model4::line(middle, half), middle + half * s};
  }
  const Pair a = random_expression(random, depth - 1, s);
  const int which = random.integer(0, 6);
  if (which == 0) return {sin(a.model), std::sin(a.number)};
  if (which == 1) return {cos(a.model), std::cos(a.number)};
  if (which == 2) return {tanh(a.model), std::tanh(a.number)};
  const Pair b = random_expression(random, depth - 1, s);
  if (which == 3) return {a.model + b.model, a.number + b.number};
  if (which == 4) return {a.model - b.model, a.number - b.number};
  if (which == 5) return {a.model * b.model, a.number * b.number};
  const Model4 away = b.model * b.model + Model4(1.0);
  return {a.model / away, a.number / (b.number * b.number + 1.0L)};
}

TEST(TaylorModel, EnclosesRandomExpressionsAtEveryPlace) {
  int tight = 0, count = 0;
  for (unsigned seed = 1; seed <= 400; ++seed) {
    for (const long double s : {-1.0L, -0.73L, -0.2L, 0.0L, 0.41L, 0.9L, 1.0L}) {
      Random random(seed);
      const Pair pair = random_expression(random, 1 + static_cast<int>(seed % 5), s);
      const long double miss = std::abs(polynomial(pair.model, s) - pair.number);
      // long double is double's own precision on some machines: what its rounding may be.
      const long double allowed = pair.model.r + 1e-17L * (1.0L + std::abs(pair.number));
      ASSERT_LE(miss, allowed) << "seed " << seed << ", s " << static_cast<double>(s);
      ++count;
      if (pair.model.r < 1e-2) ++tight;
    }
  }
  EXPECT_GT(tight, count / 2);  // bounds that say something
}

TEST(TaylorModel, RoundingAloneIsEnclosedTightly) {
  // A sum that rounds at every step: 1/3 + 1/3 + …, exact in long doubles to far below.
  TaylorModel<0> sum(0.0);
  for (int k = 0; k < 1000; ++k) sum += TaylorModel<0>(1.0 / 3.0);
  long double exact = 1000.0L * static_cast<long double>(1.0 / 3.0);
  EXPECT_LE(std::abs(sum.c[0] - exact), sum.r);
  EXPECT_LT(sum.r, 1000 * 400.0 * 0x1p-53);
}

TEST(TaylorModel, TanhIsEnclosedFromFlatToSteep) {
  for (const double middle : {-30.0, -2.0, -0.3, 0.0, 0.7, 5.0}) {
    for (const double half : {1e-6, 0.01, 0.3, 2.0, 50.0}) {
      const Model4 f = tanh(Model4::line(middle, half));
      for (double s = -1.0; s <= 1.0; s += 0.125) {
        const long double exact = std::tanh(static_cast<long double>(middle) + half * s);
        EXPECT_LE(std::abs(polynomial(f, s) - exact), f.r) << middle << " " << half << " " << s;
      }
      EXPECT_LE(f.r, 1.0 + 1e-12);
      if (half <= 0.01) {
        EXPECT_LT(f.r, 2.0 * std::pow(half, 5) + 1e-14);
      }
    }
  }
}

TEST(TaylorModel, DivisionByWhatMayBeZeroBoundsNothing) {
  const Model4 f = Model4(1.0) / Model4::line(0.1, 0.2);
  EXPECT_TRUE(std::isinf(f.r));
}

}  // namespace alembert::test::taylor_model_test
