// Loads, a base that moves, tilts or floats, and what a joint adds by itself.
#include <gtest/gtest.h>

#include "alembert/forward_dynamics.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/mass_matrix.hpp"
#include "support/compare.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::loads_and_base_test {

using Eigen::VectorXd;

TEST(Loads, TakeJacobianTransposeTimesWrenchOffTheTorque) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Robot robot =
        random_robot(random, {.joints = 12, .types = all_joint_types(), .couple = 0.3, .tip = 0.3});
    const Model model = compile(robot);
    const VectorXd q = random.values(model.dofs()), v = random.values(model.dofs()),
                   a = random.values(model.dofs());
    std::vector<Load> loads;
    VectorXd expected(model.dofs());
    InverseDynamics id(model);
    id(q, v, a, expected);
    Kinematics kinematics(model);
    kinematics.update(q);
    Kinematics<>::Jacobian J(6, model.dofs());
    for (const std::string name : {"l3", "l7", "l11", "tool", "base"}) {
      const auto axes = random.chance(0.5) ? Load::Axes::world : Load::Axes::frame;
      const Load load{model.frame(name), random.vector(5.0), random.vector(5.0), random.vector(0.3),
                      axes};
      loads.push_back(load);
      const Eigen::Isometry3d X = kinematics.pose(load.frame);
      const Eigen::Matrix3d R =
          axes == Load::Axes::world ? Eigen::Matrix3d::Identity() : Eigen::Matrix3d(X.linear());
      const Eigen::Vector3d force = R * load.force;
      const Eigen::Vector3d moment =
          R * load.moment + Eigen::Vector3d(X.linear() * load.point).cross(force);
      kinematics.jacobian(load.frame, J);
      expected -= J.topRows<3>().transpose() * force + J.bottomRows<3>().transpose() * moment;
    }
    VectorXd tau(model.dofs());
    id(q, v, a, loads, tau);
    EXPECT_LT(relative_difference(tau, expected), 1e-12) << "seed " << seed;

    VectorXd again(model.dofs());
    ForwardDynamics fd(model);
    ASSERT_TRUE(fd(q, v, tau, loads, again));
    EXPECT_LT(relative_difference(again, a), 1e-8) << "seed " << seed;
  }
}

/// A floating base that is driven along is the same as a base that moves.
TEST(BaseMotion, EqualsAFloatingBaseDrivenTheSameWay) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Random random(seed);
    Robot robot = random_robot(random, {.joints = 8, .square = seed % 2 == 1});
    const Model fixed = compile(robot), floating = compile(robot, {.floating_base = true});
    const int n = fixed.dofs();
    ASSERT_EQ(floating.dofs(), n + 6);
    const VectorXd q = random.values(n), v = random.values(n), a = random.values(n);

    // At rz = ry = rx = 0 the rates (rz, ry, rx) are the angular velocity (z, y, x), and its
    // derivative gains the cross terms of R = Rz Ry Rx.
    const Eigen::Vector3d rate = random.vector(), acceleration = random.vector();
    VectorXd qf(n + 6), vf(n + 6), af(n + 6);
    const Eigen::Vector3d linear = random.vector(), shift_rate = random.vector();
    qf << Eigen::VectorXd::Zero(6), q;
    vf << shift_rate, rate, v;
    af << linear, acceleration, a;
    const Eigen::Vector3d z = Eigen::Vector3d::UnitZ(), y = Eigen::Vector3d::UnitY(),
                          x = Eigen::Vector3d::UnitX();
    const Eigen::Vector3d w = rate[0] * z + rate[1] * y + rate[2] * x;
    const Eigen::Vector3d wd = acceleration[0] * z + acceleration[1] * y + acceleration[2] * x +
                               rate[0] * z.cross(rate[1] * y) +
                               (rate[0] * z + rate[1] * y).cross(rate[2] * x);
    const Eigen::Matrix3d R = robot.base_pose.linear();

    InverseDynamics id_fixed(fixed), id_floating(floating);
    id_fixed.set_base_motion({R * w, R * wd, R * linear});
    VectorXd tau(n), tau_floating(n + 6);
    id_fixed(q, v, a, tau);
    id_floating(qf, vf, af, tau_floating);
    EXPECT_LT(relative_difference(tau, tau_floating.tail(n)), 1e-12) << "seed " << seed;
  }
}

TEST(FloatingBase, FallsFreelyWithoutTorque) {
  Random random(7);
  Robot robot = random_robot(random, {.joints = 6});
  robot.base_pose.setIdentity();
  const Model model = compile(robot, {.floating_base = true});
  ForwardDynamics fd(model);
  const VectorXd zero = VectorXd::Zero(model.dofs());
  VectorXd a(model.dofs()), expected = zero;
  ASSERT_TRUE(fd(random.values(model.dofs(), 1.0), zero, zero, a));
  expected.head<3>() = robot.gravity;
  EXPECT_LT(relative_difference(a, expected), 1e-11);
  EXPECT_EQ(model.coordinate_names()[3], "base.rz");
}

TEST(TiltedBase, IsTheSameAsTiltedGravity) {
  Random random(3);
  Robot robot = random_robot(random, {.joints = 7, .chain = true});
  const Model tilted = compile(robot);
  const Eigen::Vector3d g = robot.base_pose.linear().transpose() * robot.gravity;
  robot.base_pose.setIdentity();
  const Model level = compile(robot, {.gravity = g});
  const VectorXd q = random.values(7), v = random.values(7), a = random.values(7);
  VectorXd tau(7), expected(7);
  InverseDynamics{tilted}(q, v, a, tau);
  InverseDynamics{level}(q, v, a, expected);
  EXPECT_LT(relative_difference(tau, expected), 1e-13);
}

TEST(Drives, AddFrictionRotorAndSpringToTheIdealTorque) {
  Random random(5);
  const Robot robot =
      random_robot(random, {.joints = 10, .chain = true, .couple = 0.4, .drives = true});
  const Model model = compile(robot), ideal = compile(robot, {.ideal = true});
  const int n = model.dofs();
  ASSERT_LT(n, 10) << "this seed should couple some joints";
  const VectorXd q = random.values(n), v = random.values(n), a = random.values(n);
  VectorXd tau(n), expected(n);
  InverseDynamics{model}(q, v, a, tau);
  InverseDynamics{ideal}(q, v, a, expected);
  for (const ModelJoint& joint : model.joints()) {
    const Joint& source = *robot.find_joint(joint.name);
    const int c = joint.coordinate;
    const double x = joint.ratio * q[c] + joint.offset, rate = joint.ratio * v[c];
    const double own = source.rotor.inertia * std::pow(source.rotor.gear, 2) * joint.ratio * a[c] +
                       source.friction.viscous * rate +
                       source.friction.coulomb * (rate > 0 ? 1 : -1) +
                       source.spring.stiffness * (x - source.spring.rest);
    expected[c] += joint.ratio * own;
  }
  EXPECT_LT(relative_difference(tau, expected), 1e-12);
}

TEST(GravityTorque, IsTheTorqueAtRestWithoutSprings) {
  Random random(9);
  const Robot robot = random_robot(random, {.joints = 9, .drives = true});
  const Model model = compile(robot), ideal = compile(robot, {.ideal = true});
  const VectorXd q = random.values(9), zero = VectorXd::Zero(9);
  VectorXd tau(9), expected(9);
  InverseDynamics id(model);
  id.set_base_motion({.acceleration = {1.0, 2.0, 3.0}});
  id.gravity(q, tau);
  InverseDynamics{ideal}(q, zero, zero, expected);
  EXPECT_LT(relative_difference(tau, expected), 1e-13);
}

TEST(ForwardDynamics, SaysNoWhereACoordinateMovesNoMass) {
  Random random(2);
  Robot robot = random_robot(random, {.joints = 3, .chain = true});
  robot.payloads.clear();
  robot.links.back().inertia.reset();
  const Model model = compile(robot);
  VectorXd a = VectorXd::Constant(3, 42.0);
  const VectorXd zero = VectorXd::Zero(3);
  EXPECT_FALSE(ForwardDynamics{model}(zero, zero, zero, a));
  EXPECT_EQ(a, VectorXd::Constant(3, 42.0));
}

}  // namespace alembert::test::loads_and_base_test
