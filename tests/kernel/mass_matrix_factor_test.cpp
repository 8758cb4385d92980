#include "alembert/mass_matrix_factor.hpp"

#include <gtest/gtest.h>

#include "alembert/mass_matrix.hpp"
#include "support/compare.hpp"
#include "support/malloc_guard.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::mass_matrix_factor_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

TEST(MassMatrixFactor, MultipliesToTheMassMatrixAndSolvesWithIt) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Model model = compile(random_robot(
        random, {.joints = random.integer(2, 20), .couple = seed % 2 ? 0.3 : 0.0, .drives = true}));
    const int n = model.dofs();
    const VectorXd q = random.values(n), x = random.values(n);
    MatrixXd M(n, n), L(n, n);
    VectorXd D(n);
    MassMatrix{model}(q, M);
    MassMatrixFactor factor(model);
    ASSERT_TRUE(factor(q));
    factor.lower(L);
    factor.diagonal(D);
    EXPECT_TRUE(L.isLowerTriangular(0.0) && L.diagonal().isOnes(0.0));
    EXPECT_LT(relative_difference(MatrixXd(L.transpose() * D.asDiagonal() * L), M), 1e-13);
    VectorXd solution = M * x;
    factor.solve(solution);
    EXPECT_LT(relative_difference(solution, x), 1e-8) << "seed " << seed;
  }
}

TEST(MassMatrixFactor, KeepsTheZerosBetweenBranches) {
  Random random(3);
  Robot robot = random_robot(random, {.joints = 12});
  const Model model = compile(robot);
  MassMatrixFactor factor(model);
  ASSERT_TRUE(factor(random.values(12)));
  MatrixXd L(12, 12);
  factor.lower(L);
  const auto hangs_from = [&](int joint, int other) {
    while (joint >= 0 && joint != other) joint = model.joint(joint).parent;
    return joint == other;
  };
  int zeros = 0;
  for (int i = 0; i < 12; ++i) {
    for (int j = 0; j < i; ++j) {
      EXPECT_EQ(L(i, j) != 0.0, hangs_from(i, j)) << i << ", " << j;
      zeros += L(i, j) == 0.0;
    }
  }
  EXPECT_GT(zeros, 10) << "this seed should branch";
}

TEST(MassMatrixFactor, SaysNoWhereACoordinateMovesNoMass) {
  Random random(2);
  Robot robot = random_robot(random, {.joints = 3, .chain = true});
  robot.payloads.clear();
  robot.links.back().inertia.reset();
  MassMatrixFactor factor(compile(robot));
  EXPECT_FALSE(factor(VectorXd::Zero(3)));
}

TEST(MassMatrixFactor, DoesNotAllocate) {
  if (!MallocGuard::works()) GTEST_SKIP() << "sanitizers own the allocator in this build";
  Random random(2);
  const Model model = compile(random_robot(random, {.joints = 30}));
  MassMatrixFactor factor(model);
  const VectorXd q = random.values(30);
  VectorXd x = random.values(30);
  bool solved = false;
  long count = 0;
  {
    MallocGuard guard;
    solved = factor(q);
    factor.solve(x);
    count = guard.count();
  }
  EXPECT_TRUE(solved);
  EXPECT_EQ(count, 0);
}

}  // namespace alembert::test::mass_matrix_factor_test
