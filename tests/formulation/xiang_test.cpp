#include "alembert/formulation/xiang.hpp"

#include <gtest/gtest.h>

#include "alembert/kinematics.hpp"
#include "support/compare.hpp"
#include "support/operation_count.hpp"

namespace alembert::test::xiang_test {

using Eigen::VectorXd;

// Without loads the recursion is Hollerbach's with 4x4 matrices, and costs the same.
TEST(Xiang, CostsWhatHollerbachsRecursionCosts) {
  for (int n = 1; n <= 12; ++n) {
    const OperationCount count = count_operations("xiang", general_chain(n));
    EXPECT_EQ(count.published.mul, 810 * n - 592) << n << " joints";
    EXPECT_EQ(count.published.add, 675 * n - 464) << n << " joints";
    EXPECT_EQ(count.executed.mul, 634 * n - 480) << n << " joints";
    EXPECT_EQ(count.executed.add, 511 * n - 416) << n << " joints";
  }
}

Load load_on(const Model& model, const std::string& frame, Random& random) {
  return {model.frame(frame), random.vector(5.0), random.vector(5.0), random.vector(0.5),
          Load::Axes::world};
}

VectorXd torques(const Model& model, const VectorXd& q, Loads loads) {
  const VectorXd still = VectorXd::Zero(model.dofs());
  VectorXd tau(model.dofs());
  (*Formulations::get("xiang").make<double>(model))(q, still, still, loads, tau);
  return tau;
}

// One F cannot serve two loads, as (16) prints it: each load must act as if it were alone.
TEST(Xiang, CarriesOneFForEachLoad) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Model model = compile(random_robot(random, {.joints = 6}));
    const VectorXd q = random.values(model.dofs());
    const std::vector<Load> loads = {load_on(model, "tool", random), load_on(model, "l1", random),
                                     load_on(model, "l3", random)};
    const VectorXd alone = torques(model, q, {});
    VectorXd sum = alone;
    for (const Load& load : loads) sum += torques(model, q, {&load, 1}) - alone;
    EXPECT_LT(relative_difference(torques(model, q, loads), sum), 1e-12) << "seed " << seed;
  }
}

TEST(Xiang, TakesALoadToEveryJointThatCarriesItAndToNoOther) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Random random(100 + seed);
    const Model model = compile(random_robot(random, {.joints = 8}));
    const VectorXd q = random.values(model.dofs());
    Load load = load_on(model, "tool", random);
    load.point.setZero();
    const VectorXd felt = torques(model, q, {}) - torques(model, q, {&load, 1});
    Kinematics kinematics(model);
    kinematics.update(q);
    Kinematics<>::Jacobian J(6, model.dofs());
    kinematics.jacobian(load.frame, J);
    Eigen::Matrix<double, 6, 1> wrench;
    wrench << load.force, load.moment;
    // The difference of two torques keeps the rounding of the larger ones.
    const double scale = largest(torques(model, q, {}));
    EXPECT_LT(largest(felt - J.transpose() * wrench), 1e-12 * (1.0 + scale)) << "seed " << seed;
  }
}

}  // namespace alembert::test::xiang_test
