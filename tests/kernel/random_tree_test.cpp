// Everything in joint space against the plain dynamics of the Robot, on random trees.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "alembert/energy.hpp"
#include "alembert/forward_dynamics.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/mass_matrix.hpp"
#include "support/compare.hpp"
#include "support/plain_dynamics.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::random_tree_test {

PlainDynamics::Values named(const Model& model, const VectorXd& x) {
  PlainDynamics::Values values;
  const auto names = model.coordinate_names();
  for (int c = 0; c < model.dofs(); ++c) values[names[static_cast<std::size_t>(c)]] = x[c];
  return values;
}

struct Case {
  std::string label;
  RandomRobotOptions options;
};

std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.label; }

class RandomTree : public ::testing::TestWithParam<Case> {
 protected:
  static constexpr int robots = 40;

  /// Calls check(robot, model, random) on robots of 1 to 60 joints.
  template <typename Check>
  void on_random_robots(const CompileOptions& compile_options, Check check) {
    for (int k = 0; k < robots; ++k) {
      Random random(static_cast<unsigned>(1000 + k));
      RandomRobotOptions options = GetParam().options;
      options.joints = k == 0 ? 1 : k < robots - 1 ? random.integer(2, 60) : 60;
      Robot robot = random_robot(random, options);
      shuffle_joints(robot, random);
      SCOPED_TRACE("robot " + std::to_string(k) + " of " + std::to_string(options.joints));
      const Model model = compile(robot, compile_options);
      if (model.dofs() == 0) continue;
      check(robot, model, random);
    }
  }
};

TEST_P(RandomTree, TorquesAndMassMatrixEqualPlainDynamics) {
  on_random_robots({.ideal = true}, [](const Robot& robot, const Model& model, Random& random) {
    const VectorXd q = random.values(model.dofs()), v = random.values(model.dofs()),
                   a = random.values(model.dofs());
    VectorXd tau(model.dofs()), expected(model.dofs());
    MatrixXd M(model.dofs(), model.dofs()), M_expected(model.dofs(), model.dofs());
    InverseDynamics id(model);
    MassMatrix mass_matrix(model);
    id(q, v, a, tau);
    mass_matrix(q, M);

    PlainDynamics plain(robot);
    plain.move(named(model, q), named(model, v), named(model, a));
    const auto names = model.coordinate_names();
    for (int i = 0; i < model.dofs(); ++i) {
      expected[i] = plain.tau(names[static_cast<std::size_t>(i)]);
      for (int j = 0; j < model.dofs(); ++j) {
        M_expected(i, j) = plain.mass_matrix(names[static_cast<std::size_t>(i)],
                                             names[static_cast<std::size_t>(j)]);
      }
    }
    EXPECT_LT(relative_difference(tau, expected), 1e-12);
    EXPECT_LT(relative_difference(M, M_expected), 1e-12);
  });
}

TEST_P(RandomTree, PosesAndJacobiansAreInTheUsersFrames) {
  on_random_robots({}, [](const Robot& robot, const Model& model, Random& random) {
    const VectorXd q = random.values(model.dofs()), zero = VectorXd::Zero(model.dofs());
    PlainDynamics plain(robot);
    plain.move(named(model, q), named(model, zero), named(model, zero));
    Kinematics kinematics(model);
    kinematics.update(q);
    Kinematics<>::Jacobian J(6, model.dofs()), J_expected(6, model.dofs());
    for (const Link& link : robot.links) {
      const FrameId frame = model.frame(link.name);
      const PlainBody& body = plain.body(link.name);
      EXPECT_LT(relative_difference(kinematics.pose(frame).matrix(), body.X.matrix()), 1e-12);
      kinematics.jacobian(frame, J);
      const auto names = model.coordinate_names();
      for (int c = 0; c < model.dofs(); ++c) {
        const auto [linear, angular] =
            PlainDynamics::partial(body, names[static_cast<std::size_t>(c)], body.X.translation());
        J_expected.col(c) << linear, angular;
      }
      EXPECT_LT(relative_difference(J, J_expected), 1e-12);
      kinematics.jacobian(frame, J, Load::Axes::frame);
      Eigen::Matrix<double, 6, 6> turn = Eigen::Matrix<double, 6, 6>::Zero();
      turn.topLeftCorner<3, 3>() = turn.bottomRightCorner<3, 3>() = body.X.linear().transpose();
      EXPECT_LT(relative_difference(J, turn * J_expected), 1e-12);
    }
  });
}

TEST_P(RandomTree, TorqueIsMassTimesAccelerationPlusBias) {
  on_random_robots({}, [](const Robot&, const Model& model, Random& random) {
    const VectorXd q = random.values(model.dofs()), v = random.values(model.dofs()),
                   a = random.values(model.dofs());
    VectorXd tau(model.dofs()), bias(model.dofs());
    MatrixXd M(model.dofs(), model.dofs());
    InverseDynamics id(model);
    MassMatrix mass_matrix(model);
    id(q, v, a, tau);
    id.bias(q, v, bias);
    mass_matrix(q, M);
    EXPECT_LT(relative_difference(M * a + bias, tau), 1e-12);
    EXPECT_EQ(largest(M - M.transpose()), 0.0);
  });
}

TEST_P(RandomTree, ForwardDynamicsUndoesInverseDynamics) {
  on_random_robots({}, [](const Robot&, const Model& model, Random& random) {
    const VectorXd q = random.values(model.dofs()), v = random.values(model.dofs()),
                   a = random.values(model.dofs());
    VectorXd tau(model.dofs()), again(model.dofs());
    InverseDynamics id(model);
    ForwardDynamics fd(model);
    id(q, v, a, tau);
    ASSERT_TRUE(fd(q, v, tau, again));
    // The acceleration is only as good as the mass matrix is well conditioned; the torque that it
    // needs must be the one that was given.
    MatrixXd M(model.dofs(), model.dofs());
    MassMatrix mass_matrix(model);
    mass_matrix(q, M);
    const VectorXd eigenvalues = M.selfadjointView<Eigen::Lower>().eigenvalues();
    const double condition = eigenvalues.maxCoeff() / eigenvalues.minCoeff();
    EXPECT_LT(relative_difference(again, a), 1e-14 * condition + 1e-12);
    VectorXd tau_again(model.dofs());
    id(q, v, again, tau_again);
    EXPECT_LT(relative_difference(tau_again, tau), 1e-12);
  });
}

TEST_P(RandomTree, PowerOfTheTorquesIsTheRateOfEnergy) {
  on_random_robots({.ideal = true}, [](const Robot&, const Model& model, Random& random) {
    // Along q(t) = q + v t + a t^2/2 the power v·tau must be dE/dt, here by a five-point rule.
    const VectorXd q = random.values(model.dofs()), v = random.values(model.dofs(), 1.0),
                   a = random.values(model.dofs(), 1.0);
    VectorXd tau(model.dofs());
    InverseDynamics id(model);
    Energy energy(model);
    id(q, v, a, tau);
    const double h = 1e-3;
    const auto E = [&](double t) { return energy(q + v * t + 0.5 * a * t * t, v + a * t).total(); };
    const double rate = (8.0 * (E(h) - E(-h)) - (E(2 * h) - E(-2 * h))) / (12.0 * h);
    const double scale = v.cwiseAbs().dot(tau.cwiseAbs());
    EXPECT_NEAR(v.dot(tau), rate, 1e-7 * scale);
  });
}

TEST_P(RandomTree, EnergyOfMotionIsHalfTheMassMatrix) {
  on_random_robots({}, [](const Robot&, const Model& model, Random& random) {
    const VectorXd q = random.values(model.dofs()), v = random.values(model.dofs());
    MatrixXd M(model.dofs(), model.dofs());
    MassMatrix mass_matrix(model);
    mass_matrix(q, M);
    Energy energy(model);
    const double kinetic = 0.5 * v.dot(M * v);
    EXPECT_NEAR(energy(q, v).kinetic, kinetic, 1e-12 * kinetic);
  });
}

const std::vector<JointType> single_types = {JointType::revolute, JointType::prismatic,
                                             JointType::helical};

Case parallel_case(double angle, const std::string& label) {
  return {label, {.types = single_types, .tip = 0.0, .nearly_parallel = angle}};
}

INSTANTIATE_TEST_SUITE_P(
    All, RandomTree,
    ::testing::Values(
        Case{"Simple", {}}, Case{"EveryJointType", {.types = all_joint_types(), .tip = 0.3}},
        Case{"Coupled", {.types = all_joint_types(), .couple = 0.5}},
        Case{"Driven", {.types = all_joint_types(), .couple = 0.2, .drives = true}},
        // Rotors: without them a link without mass may weigh nothing to a joint.
        Case{"Square", {.types = {JointType::revolute}, .drives = true, .square = true}},
        Case{"SquareCoupled",
             {.types = single_types, .couple = 0.3, .tip = 0.3, .drives = true, .square = true}},
        Case{"Sliding", {.types = {JointType::prismatic}, .drives = true, .square = true}},
        parallel_case(0.0, "Parallel"), parallel_case(1e-12, "ParallelTo1em12"),
        parallel_case(1e-9, "ParallelTo1em9"), parallel_case(1e-6, "ParallelTo1em6"),
        parallel_case(1e-3, "ParallelTo1em3")),
    [](const auto& test) { return test.param.label; });

}  // namespace alembert::test::random_tree_test
