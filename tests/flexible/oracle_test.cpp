// J z'' = R against Lagrange's equations by dual numbers on Gauss points.
#include "oracle.hpp"

#include <gtest/gtest.h>

#include "arms.hpp"

namespace alembert::test::oracle_test {

const Eigen::Vector3d X = Eigen::Vector3d::UnitX(), Y = Eigen::Vector3d::UnitY(),
                      Z = Eigen::Vector3d::UnitZ(), O = Eigen::Vector3d::Zero();

Robot one_link_planar() {
  ArmMaker arm({0.0, -9.81, 0.0});
  arm.joint("a", "base", JointType::revolute, O, Z).bends(beam(0.8, 2, 0));
  return arm.robot;
}

Robot one_link_spatial() {
  ArmMaker arm;
  FlexibleLink f = beam(0.8, 2, 1, 1, 1);
  f.tip_mass = 0.3;
  f.tip_inertia = {1e-3, 2e-3, 3e-3};
  arm.joint("a", "base", JointType::revolute, {0.1, 0.2, 0.3}, Y + 0.3 * X).bends(f).body(0.4);
  return arm.robot;
}

Robot two_links_planar() {
  ArmMaker arm({0.0, -9.81, 0.0});
  arm.joint("a", "base", JointType::revolute, O, Z).bends(beam(0.7, 2, 0));
  arm.joint("b", "a", JointType::revolute, {0.7, 0, 0}, Z).bends(beam(0.5, 2, 0)).body(0.3);
  return arm.robot;
}

Robot three_links_mixed() {
  ArmMaker arm;
  arm.joint("a", "base", JointType::revolute, O, Z).bends(beam(0.7, 1, 1, 1));
  arm.joint("b", "a", JointType::revolute, {0.7, 0.02, -0.01}, Y).turned(0.2, -0.4, 0.3).body(0.8);
  arm.joint("c", "b", JointType::prismatic, {0.1, 0.2, 0.05}, X + Y).turned(0.1, 0.7, -0.2);
  arm.body(0.5);
  arm.joint("d", "c", JointType::revolute, {0.3, 0, 0}, Z - X).bends(beam(0.4, 2, 1));
  arm.joint("e", "d", JointType::fixed, {0.4, 0, 0.03}, Z).turned(0.3, 0.2, 0.1).body(0.2);
  arm.robot.frames.push_back(
      {"tool", "d", Eigen::Isometry3d(Eigen::Translation3d(0.3, 0.01, 0)), {}});
  std::mt19937 random(3);
  arm.robot.payloads.push_back({"tool", some_body(0.25, random), {}});
  return arm.robot;
}

Robot three_bending_planar() {
  ArmMaker arm({0.0, -9.81, 0.0});
  arm.joint("a", "base", JointType::revolute, O, Z).bends(beam(0.7, 2, 0));
  arm.joint("b", "a", JointType::revolute, {0.7, 0, 0}, Z).bends(beam(0.5, 2, 0)).body(0.3);
  arm.joint("c", "b", JointType::revolute, {0.5, 0, 0}, Z).bends(beam(0.3, 1, 0)).body(0.1);
  return arm.robot;
}

Robot three_bending_spatial() {
  ArmMaker arm;
  FlexibleLink tip = beam(0.4, 1, 1);
  tip.tip_mass = 0.2;
  arm.joint("a", "base", JointType::revolute, O, Z + 0.2 * Y).bends(beam(0.7, 1, 1, 1)).body(0.4);
  arm.joint("b", "a", JointType::revolute, {0.7, 0, 0}, Y).turned(0.3, -0.2, 0.1);
  arm.bends(beam(0.5, 1, 1, 1, 1)).body(0.3);
  arm.joint("c", "b", JointType::revolute, {0.5, 0.01, 0}, X - Z).bends(tip);
  return arm.robot;
}

Robot tree() {
  ArmMaker arm;
  arm.joint("trunk", "base", JointType::revolute, O, Z).bends(beam(0.6, 1, 1));
  arm.joint("left", "trunk", JointType::revolute, {0.6, 0, 0}, Y).bends(beam(0.4, 1, 1)).body(0.1);
  arm.joint("right", "trunk", JointType::helical, {0.35, 0, 0}, Z + Y).body(0.4);
  arm.robot.joints.back().pitch = 0.05;
  arm.joint("hand", "right", JointType::revolute, {0.2, 0.1, 0}, X).body(0.3);
  arm.robot.joints.back().friction.viscous = 0.3;
  arm.robot.joints.back().rotor.inertia = 0.02;
  arm.robot.joints.back().spring.stiffness = 2.0;
  return arm.robot;
}

void agrees(const Robot& robot, bool stiffening) {
  const FlexibleModel model = compile_flexible(robot, {.stiffening = stiffening});
  FlexibleEquations<double> arm(model);
  const Oracle oracle(robot, model);
  const int n = model.size();
  std::mt19937 random(11);
  for (int sample = 0; sample < 2; ++sample) {
    Eigen::VectorXd z(n), v(n), a(n);
    z << random_vector(model.joints, 2.0, random), random_vector(model.amplitudes(), 0.05, random);
    v << random_vector(model.joints, 2.0, random), random_vector(model.amplitudes(), 0.5, random);
    a << random_vector(model.joints, 5.0, random), random_vector(model.amplitudes(), 5.0, random);
    const Eigen::VectorXd expected = oracle.forces(z, v, a);
    Eigen::VectorXd got(n), R(n);
    arm.inverse(z, v, a, got);
    EXPECT_LT((got - expected).norm(), 1e-10 * expected.norm());
    Eigen::MatrixXd J(n, n);
    arm.simulation_form(z, v, J, R);
    EXPECT_LT((J * a - R - expected).norm(), 1e-10 * expected.norm());
    EXPECT_EQ((J - J.transpose()).norm(), 0.0);
    const auto energies = arm.energies(z, v);
    double drives = 0.0, rotors = 0.0;
    for (int j = 0; j < model.joints; ++j) {
      drives += 0.5 * model.drives[j].stiffness * z[j] * z[j];
      rotors += 0.5 * model.drives[j].rotor_inertia * v[j] * v[j];
    }
    const double kinetic = oracle.kinetic(z, v) + rotors;
    EXPECT_NEAR(energies.kinetic, kinetic, 1e-10 * kinetic);
    EXPECT_NEAR(energies.gravity + energies.elastic - drives, oracle.potential(z), 1e-9);
    Eigen::VectorXd again(n);
    arm.accelerations(z, v, got.head(model.joints), again);
    Eigen::VectorXd torques(model.joints), whole(n);
    arm.joint_torques(z, v, again.head(model.joints), torques, whole);
    EXPECT_LT((whole - again).norm(), 1e-9 * again.norm());
    EXPECT_LT((torques - got.head(model.joints)).norm(), 1e-8 * (1.0 + torques.norm()));
  }
}

TEST(FlexibleOracle, OneLinkPlanar) {
  agrees(one_link_planar(), true);
  agrees(one_link_planar(), false);
}
TEST(FlexibleOracle, OneLinkSpatialWithTipTorsionAndStretch) {
  agrees(one_link_spatial(), true);
  agrees(one_link_spatial(), false);
}
TEST(FlexibleOracle, TwoLinksPlanar) {
  agrees(two_links_planar(), true);
  agrees(two_links_planar(), false);
}
TEST(FlexibleOracle, RigidAndBendingLinksMixed) {
  agrees(three_links_mixed(), true);
  agrees(three_links_mixed(), false);
}
TEST(FlexibleOracle, ThreeBendingLinksPlanar) {
  agrees(three_bending_planar(), true);
  agrees(three_bending_planar(), false);
}
TEST(FlexibleOracle, ThreeBendingLinksSpatial) {
  agrees(three_bending_spatial(), true);
  agrees(three_bending_spatial(), false);
}
TEST(FlexibleOracle, Trees) {
  agrees(tree(), true);
  agrees(tree(), false);
}

}  // namespace alembert::test::oracle_test
