// Noise that remembers, taken off.
#include "identify/noise_memory.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>
#include <random>

namespace alembert::identifying::noise_memory_test {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Of x_i = 1.2 x_(i-1) - 0.4 x_(i-2) + noise, as shares of the first.
VectorXd second_order(Index count) {
  VectorXd c(count);
  c[0] = 1.0;
  c[1] = 1.2 / 1.4;
  for (Index k = 2; k < count; ++k) c[k] = 1.2 * c[k - 1] - 0.4 * c[k - 2];
  return c;
}

TEST(NoiseMemory, FindsWhatNoiseWasMadeOf) {
  const NoiseMemory memory = noise_memory(second_order(9), 1e4);
  ASSERT_EQ(memory.order(), 2);
  EXPECT_NEAR(memory.predictors[2][0], 1.2, 1e-12);
  EXPECT_NEAR(memory.predictors[2][1], -0.4, 1e-12);
  EXPECT_EQ(noise_memory(VectorXd::Unit(9, 0), 1e4).order(), 0);
}

TEST(NoiseMemory, WhitenedRowsAddUpToThoseOfTheWholeCovariance) {
  // Generalised least squares with the inverse of the dense covariance must be the same sums.
  constexpr Index rows = 40, columns = 3;
  const VectorXd c = second_order(rows);
  MatrixXd covariance(rows, rows);
  for (Index i = 0; i < rows; ++i) {
    for (Index k = 0; k < rows; ++k) covariance(i, k) = c[std::abs(i - k)];
  }
  const MatrixXd X = MatrixXd::Random(rows, columns);
  const NoiseMemory memory = noise_memory(c.head(6), 1e4);
  Whitener whitener(memory, columns);
  MatrixXd white(rows, columns);
  Eigen::RowVectorXd out(columns);
  for (Index i = 0; i < rows; ++i) {
    whitener.take(X.row(i), out);
    white.row(i) = out;
  }
  const MatrixXd expected = X.transpose() * covariance.llt().solve(X);
  const MatrixXd found = white.transpose() * white / (memory.fresh() * memory.fresh());
  EXPECT_LT((expected - found).norm(), 1e-9 * expected.norm());
}

TEST(NoiseMemory, ForgetsWhereARunIsInterrupted) {
  const NoiseMemory memory = noise_memory(second_order(6), 1e4);
  Whitener whitener(memory, 1);
  Eigen::RowVectorXd in(1), out(1);
  in << 2.0;
  whitener.take(in, out);
  const double first = out[0];
  whitener.take(in, out);
  EXPECT_NE(out[0], first);
  whitener.interrupt();
  whitener.take(in, out);
  EXPECT_EQ(out[0], first);
}

}  // namespace alembert::identifying::noise_memory_test
