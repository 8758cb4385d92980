// The configuration space method without interpolation: its sum and its count.
#include <gtest/gtest.h>

#include "alembert/error.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/mass_matrix.hpp"
#include "alembert/tables.hpp"
#include "support/compare.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::configuration_space_test {

using Eigen::VectorXd;

TEST(ConfigurationSpace, TermsGiveTheTorquesOfRandomTrees) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    Random random(seed);
    const Model model = compile(random_robot(
        random, {.joints = 1 + static_cast<int>(seed % 7), .couple = seed % 3 == 0 ? 0.5 : 0.0}));
    const int n = model.dofs();
    const VectorXd q = random.values(n), v = random.values(n), a = random.values(n);
    VectorXd tau(n), expected(n);
    configuration_space_forces<double>(configuration_terms(model, q), v, a, tau);
    InverseDynamics{model}(q, v, a, expected);
    EXPECT_LT(relative_difference(tau, expected), 1e-12) << "seed " << seed;
  }
}

TEST(ConfigurationSpace, InertialTermsAreTheMassMatrix) {
  Random random(7);
  const Model model = compile(random_robot(random, {.joints = 5}));
  const VectorXd q = random.values(model.dofs());
  Eigen::MatrixXd M(model.dofs(), model.dofs());
  MassMatrix{model}(q, M);
  EXPECT_LT(relative_difference(configuration_terms(model, q).J, M), 1e-12);
}

TEST(ConfigurationSpace, CountsExactlyAsHollerbachPrints) {
  for (int n = 1; n <= 12; ++n) {
    const ConfigurationTerms<OpCount> terms(n);
    const VecX<OpCount> v = VecX<OpCount>::Ones(n), a = VecX<OpCount>::Ones(n);
    VecX<OpCount> tau(n);
    OpCount::reset();
    configuration_space_forces<OpCount>(terms, v, a, tau);
    for (const Tally& tally : {OpCount::executed(), OpCount::published()}) {
      EXPECT_EQ(tally.mul, 2 * n * n * n + n * n);
      EXPECT_EQ(tally.add, n * n * n + n * n + 2 * n);
    }
  }
}

TEST(ConfigurationSpace, RefusesAWrongSize) {
  Random random(1);
  const Model model = compile(random_robot(random, {.joints = 3}));
  EXPECT_THROW(configuration_terms(model, VectorXd::Zero(2)), Error);
}

}  // namespace alembert::test::configuration_space_test
