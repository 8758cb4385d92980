// Points that fill a cube: against printed ones, and by what they promise.
#include "sweep/sample_points.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>

namespace alembert::sweep::sample_points_test {

TEST(SamplePoints, SobolBeginsAsJoeAndKuoPrintIt) {
  const double printed[8][3] = {{0, 0, 0},
                                {0.5, 0.5, 0.5},
                                {0.75, 0.25, 0.25},
                                {0.25, 0.75, 0.75},
                                {0.375, 0.375, 0.625},
                                {0.875, 0.875, 0.125},
                                {0.625, 0.125, 0.875},
                                {0.125, 0.625, 0.375}};
  for (std::uint64_t i = 0; i < 8; ++i) {
    for (int d = 0; d < 3; ++d) EXPECT_EQ(sobol_point(i, d, 0), printed[i][d]) << i << ' ' << d;
  }
}

TEST(SamplePoints, SobolHasOnePointInEveryIntervalOfEveryDimension) {
  for (const std::uint64_t seed : {0u, 5u}) {
    for (int d = 0; d < most_sobol_dimensions; ++d) {
      std::set<int> cells;
      for (std::uint64_t i = 0; i < 1024; ++i) {
        cells.insert(static_cast<int>(1024.0 * sobol_point(i, d, seed)));
      }
      EXPECT_EQ(cells.size(), 1024u) << d;
    }
  }
}

TEST(SamplePoints, LatinHasOnePointInEveryRowAndColumn) {
  constexpr std::uint64_t count = 1000;
  for (int d = 0; d < 5; ++d) {
    std::set<int> cells;
    for (std::uint64_t i = 0; i < count; ++i) {
      const double x = latin_point(i, count, d, 1);
      ASSERT_GE(x, 0.0);
      ASSERT_LT(x, 1.0);
      cells.insert(static_cast<int>(x * static_cast<double>(count)));
    }
    EXPECT_EQ(cells.size(), count);
  }
  EXPECT_NE(latin_point(3, count, 0, 1), latin_point(3, count, 0, 2));
  EXPECT_NE(latin_point(3, count, 0, 1), latin_point(3, count, 1, 1));
}

TEST(SamplePoints, PermutationsAreOnes) {
  for (const std::uint64_t count : {1u, 2u, 7u, 64u, 1000u}) {
    std::set<std::uint64_t> seen;
    for (std::uint64_t i = 0; i < count; ++i) seen.insert(permuted(i, count, 9));
    EXPECT_EQ(seen.size(), count);
    EXPECT_EQ(*seen.rbegin(), count - 1);
  }
}

TEST(SamplePoints, NormalQuantilesUndoTheDistribution) {
  for (const double p : {1e-12, 1e-6, 0.01, 0.3, 0.5, 0.7, 0.975, 1.0 - 1e-9}) {
    const double x = normal_quantile(p);
    EXPECT_NEAR(0.5 * std::erfc(-x / std::numbers::sqrt2), p, 1e-13 + 1e-10 * p) << p;
  }
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-12);  // as tables print it
}

}  // namespace alembert::sweep::sample_points_test
