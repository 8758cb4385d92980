// The factor that keeps equations, against dense ones.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <random>

#include "motion/interior_point/chain_factor.hpp"
#include "support/malloc_guard.hpp"

namespace alembert::test::interior_point_chain_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Shape {
  int size, bandwidth, border, equations, run;
};
constexpr Shape shapes[] = {{1, 0, 0, 1, 1},     {6, 5, 0, 3, 6},     {40, 3, 0, 12, 4},
                            {64, 8, 1, 30, 8},   {100, 27, 1, 60, 7}, {97, 27, 5, 90, 8},
                            {33, 31, 9, 20, 11}, {0, 0, 6, 2, 1},     {230, 29, 3, 180, 10}};

/// A chain with random numbers and the same matrix densely, equations last.
class RandomChain {
 public:
  /// `flat`: share of unknowns without any curvature of their own.
  RandomChain(const Shape& shape, unsigned seed, double curvature, double flat)
      : shape_(shape),
        random_(seed),
        band(shape.size, shape.bandwidth, shape.border),
        give(VectorXd::Constant(shape.equations, 1e-9)),
        dense(MatrixXd::Zero(band.rows() + shape.equations, band.rows() + shape.equations)) {
    fill_band(curvature, flat);
    fill_equations();
  }

  ChainFactor factor() const {
    std::vector<UnknownOrder::Run> runs;
    for (int end = 0; end < shape_.size;) {
      end = std::min(shape_.size, end + shape_.run);
      runs.push_back({end, std::min(shape_.size, end + shape_.bandwidth)});
    }
    std::vector<ChainFactor::Equation> equations;
    for (std::size_t e = 0; e < positions_.size(); ++e) {
      equations.push_back({positions_[e], values_[e].data()});
    }
    return {band, runs, equations};
  }

 private:
  Shape shape_;
  std::mt19937 random_;

 public:
  BorderedBand band;
  VectorXd give;
  MatrixXd dense;

 private:
  double number() { return std::uniform_real_distribution<double>(-1.0, 1.0)(random_); }

  void fill_band(double curvature, double flat) {
    std::vector<bool> is_flat;
    for (int j = 0; j < band.rows(); ++j) is_flat.push_back(0.5 + 0.5 * number() < flat);
    for (int j = 0; j < band.rows(); ++j) {
      for (int i = j; i < band.rows(); ++i) {
        if (is_flat[i] || is_flat[j] || (i < shape_.size && i - j > band.bandwidth())) continue;
        const double value = number() + (i == j ? curvature : 0.0);
        band.values()[band.slot(i, j)] = value;
        dense(i, j) = dense(j, i) = value;
      }
    }
  }

  /// Over at most half a band from a random place on, and the border.
  void fill_equations() {
    for (int e = 0; e < shape_.equations; ++e) {
      const int reach = std::min(shape_.size, 1 + band.bandwidth());
      const int first =
          shape_.size == 0 ? 0
                           : static_cast<int>((0.5 + 0.499 * number()) * (shape_.size - reach + 1));
      std::vector<int> positions;
      std::vector<double> values;
      const auto add = [&](int position) {
        positions.push_back(position);
        values.push_back(number());
        dense(band.rows() + e, position) = dense(position, band.rows() + e) = values.back();
      };
      for (int p = first; p < first + reach; ++p) add(p);
      for (int p = shape_.size; p < band.rows(); ++p) add(p);
      dense(band.rows() + e, band.rows() + e) = -give[e];
      positions_.push_back(positions);
      values_.push_back(values);
    }
  }

  std::vector<std::vector<int>> positions_;
  std::vector<std::vector<double>> values_;
};

/// Of a solution, after as many refinements, beside that of a dense factor with pivots.
double residual_share(const RandomChain& chain, const ChainFactor& factor, int refinements) {
  const VectorXd b = VectorXd::LinSpaced(factor.rows(), -1.0, 2.0);
  VectorXd x = VectorXd::Zero(factor.rows());
  for (int k = 0; k <= refinements; ++k) {
    VectorXd r = b - chain.dense * x;
    factor.solve(r);
    x += r;
  }
  return (chain.dense * x - b).norm() /
         (chain.dense.cwiseAbs().rowwise().sum().maxCoeff() * x.norm() + b.norm());
}

TEST(ChainFactor, SolvesAsADenseFactorDoes) {
  for (const Shape& shape : shapes) {
    RandomChain chain(shape, 3, 2.0 * (shape.bandwidth + shape.border) + 2.0, 0.0);
    ChainFactor factor = chain.factor();
    ASSERT_TRUE(factor.factor(chain.give)) << shape.size;
    EXPECT_LT(residual_share(chain, factor, 0), 1e-10) << shape.size;
    EXPECT_LT(residual_share(chain, factor, 1), 1e-15) << shape.size;
    const VectorXd b = VectorXd::Ones(factor.rows());
    VectorXd x = b;
    factor.solve(x);
    const VectorXd densely = chain.dense.fullPivLu().solve(b);
    EXPECT_LT((x - densely).norm(), 1e-7 * densely.norm()) << shape.size;
  }
}

TEST(ChainFactor, UnknownsWithoutCurvatureArePivotsWithTheirEquations) {
  int taken = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    RandomChain chain({60, 11, 1, 30, 6}, seed, 30.0, 0.15);
    ChainFactor factor = chain.factor();
    const VectorXd values = Eigen::SelfAdjointEigenSolver<MatrixXd>(chain.dense).eigenvalues();
    if (values.cwiseAbs().minCoeff() < 1e-7) continue;  // more unknowns are flat than are seen
    const bool right = (values.array() < 0.0).count() == 30;
    EXPECT_EQ(factor.factor(chain.give), right) << seed;
    if (!right) continue;
    ++taken;
    EXPECT_LT(residual_share(chain, factor, 2), 1e-15) << seed;
  }
  EXPECT_GT(taken, 30);
}

TEST(ChainFactor, CountsNegativeEigenvaluesWhateverTheOrderOfPivots) {
  int taken = 0, refused = 0;
  for (unsigned seed = 1; seed <= 400; ++seed) {
    RandomChain chain({30, 7, 2, 16, 5}, seed, 0.02 * seed, 0.1);
    const VectorXd values = Eigen::SelfAdjointEigenSolver<MatrixXd>(chain.dense).eigenvalues();
    if (values.cwiseAbs().minCoeff() < 1e-7) continue;
    const bool right = (values.array() < 0.0).count() == 16;
    EXPECT_EQ(chain.factor().factor(chain.give), right) << seed;
    ++(right ? taken : refused);
  }
  EXPECT_GT(taken, 50);
  EXPECT_GT(refused, 50);
}

TEST(ChainFactor, AHessianThatIsIndefiniteMayBePositiveWhereEquationsAllowToMove) {
  // -x² + y² with x = 0.
  BorderedBand band(2, 1, 0);
  band.values()[band.slot(0, 0)] = -1.0;
  band.values()[band.slot(1, 1)] = 1.0;
  const double along_x[] = {1.0, 0.0}, along_y[] = {0.0, 1.0};
  const VectorXd give = VectorXd::Constant(1, 1e-9);
  EXPECT_TRUE(ChainFactor(band, {{1, 2}, {2, 2}}, {{{0, 1}, along_x}}).factor(give));
  EXPECT_FALSE(ChainFactor(band, {{1, 2}, {2, 2}}, {{{0, 1}, along_y}}).factor(give));
}

TEST(ChainFactor, RefusesWhatIsSingularOrNoNumber) {
  const VectorXd give = VectorXd::Constant(2, 0.0);
  BorderedBand band(3, 2, 0);
  for (int i = 0; i < 3; ++i) band.values()[band.slot(i, i)] = 1.0;
  const double row[] = {1.0, 2.0, 4.0};
  const std::vector<ChainFactor::Equation> twice(2, {{0, 1, 2}, row});
  EXPECT_FALSE(ChainFactor(band, {{3, 3}}, twice).factor(give));
  EXPECT_TRUE(ChainFactor(band, {{3, 3}}, twice).factor(VectorXd::Constant(2, 1e-9)));
  band.values()[band.slot(1, 1)] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(ChainFactor(band, {{3, 3}}, twice).factor(VectorXd::Constant(2, 1e-9)));
}

TEST(ChainFactor, DoesNotAllocateAgain) {
  if (!MallocGuard::works()) GTEST_SKIP() << "sanitizers own the allocator in this build";
  RandomChain chain({230, 29, 3, 180, 10}, 7, 100.0, 0.0);
  ChainFactor factor = chain.factor();
  ASSERT_TRUE(factor.factor(chain.give));
  VectorXd b = VectorXd::Ones(factor.rows());
  long allocations = 0;
  bool factored = false;
  {
    MallocGuard guard;
    factored = factor.factor(chain.give);
    factor.solve(b);
    allocations = guard.count();
  }
  EXPECT_TRUE(factored);
  EXPECT_EQ(allocations, 0);
}

}  // namespace alembert::test::interior_point_chain_test
