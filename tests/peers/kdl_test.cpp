// Torques and mass matrices of chains against Orocos KDL.
#include <gtest/gtest.h>

#include <kdl/chaindynparam.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>

#include "alembert/inverse_dynamics.hpp"
#include "alembert/mass_matrix.hpp"
#include "peers/kdl_chain.hpp"
#include "support/compare.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::kdl_test {

using Eigen::VectorXd;
using peers::kdl_array;

void expect_equal_to_kdl(const RandomRobotOptions& shape, unsigned seeds) {
  for (unsigned seed = 0; seed < seeds; ++seed) {
    Random random(seed);
    RandomRobotOptions options = shape;
    options.chain = true;
    options.joints = random.integer(2, 60);
    const Robot robot = random_robot(random, options);
    const Model model = compile(robot, {.ideal = true});
    const int n = model.dofs();
    const VectorXd q = random.values(n), v = random.values(n), a = random.values(n);
    VectorXd tau(n);
    InverseDynamics id(model);
    id(q, v, a, tau);

    const KDL::Chain chain = peers::kdl_chain(robot);
    const KDL::Vector gravity = peers::kdl_gravity(robot);
    KDL::ChainIdSolver_RNE solver(chain, gravity);
    KDL::JntArray expected(static_cast<unsigned>(n));
    ASSERT_EQ(
        solver.CartToJnt(kdl_array(q), kdl_array(v), kdl_array(a),
                         KDL::Wrenches(chain.getNrOfSegments(), KDL::Wrench::Zero()), expected),
        0);
    EXPECT_LT(relative_difference(tau, expected.data), 1e-12) << "seed " << seed << ", n " << n;

    KDL::ChainDynParam dynamics(chain, gravity);
    KDL::JntSpaceInertiaMatrix M_expected(static_cast<unsigned>(n));
    ASSERT_EQ(dynamics.JntToMass(kdl_array(q), M_expected), 0);
    Eigen::MatrixXd M(n, n);
    MassMatrix{model}(q, M);
    EXPECT_LT(relative_difference(M, M_expected.data), 1e-12) << "seed " << seed << ", n " << n;
  }
}

TEST(Kdl, AgreesOnRandomChains) { expect_equal_to_kdl({.tip = 0.3}, 60); }

TEST(Kdl, AgreesOnChainsWithNearlyParallelAxes) {
  for (const double angle : {0.0, 1e-12, 1e-9, 1e-6, 1e-3}) {
    SCOPED_TRACE(angle);
    expect_equal_to_kdl({.nearly_parallel = angle}, 20);
  }
}

}  // namespace alembert::test::kdl_test
