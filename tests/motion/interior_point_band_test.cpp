// The bordered band factor against dense ones.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <random>

#include "motion/interior_point/bordered_band.hpp"
#include "support/malloc_guard.hpp"

namespace alembert::test::interior_point_band_test {

struct Shape {
  int size, bandwidth, border;
};

/// Fills the band and a dense copy; diagonally dominant but for `shift`.
Eigen::MatrixXd filled(BorderedBand& band, std::mt19937& random, double shift) {
  std::uniform_real_distribution<double> range(-1.0, 1.0);
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(band.rows(), band.rows());
  for (int j = 0; j < band.rows(); ++j) {
    for (int i = j; i < band.rows(); ++i) {
      if (i < band.size() && i - j > band.bandwidth()) continue;
      double value = range(random);
      if (i == j) value += shift;
      band.values()[band.slot(i, j)] = value;
      dense(i, j) = dense(j, i) = value;
    }
  }
  return dense;
}

constexpr Shape shapes[] = {{1, 0, 0},     {5, 0, 0},     {5, 4, 0},      {40, 3, 0},
                            {64, 8, 1},    {100, 27, 1},  {97, 27, 5},    {33, 31, 9},
                            {0, 0, 6},     {7, 20, 2},    {230, 27, 30},  {400, 150, 6},
                            {330, 128, 0}, {200, 170, 3}, {390, 140, 150}};

TEST(BorderedBand, SolvesAsADenseFactorDoes) {
  std::mt19937 random(5);
  for (const Shape& shape : shapes) {
    BorderedBand band(shape.size, shape.bandwidth, shape.border);
    const Eigen::MatrixXd dense =
        filled(band, random, 2.0 * (shape.bandwidth + shape.border) + 2.0);
    ASSERT_TRUE(band.factor());
    const Eigen::VectorXd b = Eigen::VectorXd::Random(band.rows());
    Eigen::VectorXd x = b;
    band.solve(x);
    EXPECT_LT((dense * x - b).norm(), 1e-13 * (1.0 + b.norm()))
        << shape.size << ' ' << shape.border;
  }
}

TEST(BorderedBand, OfManyWorkersIsThatOfOne) {
  std::mt19937 random(8);
  BorderedBand band(500, 190, 140);
  filled(band, random, 500.0);
  const Eigen::VectorXd b = Eigen::VectorXd::Random(band.rows());
  Eigen::VectorXd alone = b;
  ASSERT_TRUE(band.factor());
  band.solve(alone);
  for (const int count : {1, 2, 3, 7}) {
    Workers workers(count);
    Eigen::VectorXd helped = b;
    ASSERT_TRUE(band.factor(&workers));
    band.solve(helped);
    EXPECT_EQ(helped, alone) << count;
  }
}

TEST(BorderedBand, RefusesWhatIsNotPositiveDefinite) {
  std::mt19937 random(6);
  int refused = 0, taken = 0;
  for (int k = 0; k < 200; ++k) {
    BorderedBand band(12, 3, 2);
    const Eigen::MatrixXd dense = filled(band, random, 1.0 + 0.02 * k);
    const Eigen::VectorXd values =
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(dense).eigenvalues();
    if (std::abs(values[0]) < 1e-6) continue;
    EXPECT_EQ(band.factor(), values[0] > 0.0);
    (values[0] > 0.0 ? taken : refused) += 1;
  }
  EXPECT_GT(taken, 20);
  EXPECT_GT(refused, 20);
}

TEST(BorderedBand, DoesNotAllocate) {
  if (!MallocGuard::works()) GTEST_SKIP() << "sanitizers own the allocator in this build";
  std::mt19937 random(7);
  BorderedBand band(230, 27, 3);
  filled(band, random, 100.0);
  Eigen::VectorXd b = Eigen::VectorXd::Ones(band.rows());
  long allocations = 0;
  bool factored = false;
  {
    MallocGuard guard;
    factored = band.factor();
    band.solve(b);
    allocations = guard.count();
  }
  EXPECT_TRUE(factored);
  EXPECT_EQ(allocations, 0);
}

}  // namespace alembert::test::interior_point_band_test
