// What motion problems ask of an arm that bends: torques, their derivatives, and limits.
#include "alembert/dynamics.hpp"

#include <gtest/gtest.h>

#include "alembert/arm.hpp"
#include "alembert/arm_modes.hpp"
#include "alembert/bending_model.hpp"
#include "alembert/flexible_equations.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/task.hpp"
#include "arms.hpp"
#include "task/tie.hpp"

namespace alembert::test::dynamics_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

const Eigen::Vector3d X = Eigen::Vector3d::UnitX(), Y = Eigen::Vector3d::UnitY(),
                      Z = Eigen::Vector3d::UnitZ(), O = Eigen::Vector3d::Zero();

/// Written tip first: the arm's own order and the model's differ.
Robot branched_arm() {
  ArmMaker arm;
  FlexibleLink f = beam(0.7, 1, 1, 1);
  f.damping = {0.01};
  arm.joint("trunk", "base", JointType::revolute, O, Z).bends(f);
  arm.joint("left", "trunk", JointType::revolute, {0.7, 0, 0}, Y + 0.2 * X).bends(beam(0.4, 2, 0));
  arm.body(0.2);
  arm.joint("finger", "left", JointType::revolute, {0.4, 0, 0}, Y).body(0.1);
  arm.joint("right", "trunk", JointType::prismatic, {0.35, 0, 0}, Z + Y).body(0.4);
  for (Joint& joint : arm.robot.joints) {
    joint.friction.viscous = 0.2;
    joint.friction.coulomb = 0.3;
    joint.rotor.inertia = 0.05;
  }
  return arm.robot;
}

MotionPoint some_point(const Model& model, unsigned seed) {
  std::mt19937 random(seed);
  MotionPoint point(model.dofs(), 0);
  const int n = model.dofs(), joints = first_amplitude(model);
  point.z.head(joints) = random_vector(joints, 1.5, random);
  point.z.segment(joints, n - joints) = random_vector(n - joints, 0.03, random);
  point.z.segment(n, 2 * n) = random_vector(2 * n, 1.0, random);
  return point;
}

std::unique_ptr<Dynamics> dynamics_of(const Model& model, const std::vector<Load>& loads) {
  MotionProblem problem(model);
  problem.slip_speed = 0.05;
  return model.arm().dynamics(problem, model, loads, {})->clone();
}

struct Pushed {
  Model model = compile_bending(branched_arm());
  std::unique_ptr<Dynamics> dynamics = dynamics_of(
      model,
      {{.frame = model.frame("finger"), .force = {3.0, -2.0, 5.0}, .moment = {0.3, 0, 0.1}}});
};

TEST(FlexibleDynamics, TorquesAreThoseOfTheEquations) {
  const Model model = compile_bending(branched_arm(), {.ideal = true});
  const std::unique_ptr<Dynamics> dynamics = dynamics_of(model, {});
  const FlexibleModel arm = flexible_arm(model);
  FlexibleEquations<double> equations(arm);
  const MotionPoint point = some_point(model, 1);
  const std::vector<int> places = places_in(model, arm);
  VectorXd tau(model.dofs()), expected(model.dofs());
  dynamics->torque(point, tau);
  equations.inverse(point.q()(places), point.v()(places), point.a()(places), expected);
  EXPECT_LT((tau(places) - expected).norm(), 1e-12 * expected.norm());
}

TEST(FlexibleDynamics, FirstDerivativesAreSlopesOfTheTorques) {
  Pushed arm;
  const int n = arm.model.dofs();
  MotionPoint point = some_point(arm.model, 2);
  MatrixXd by_z = MatrixXd::Zero(n, 4 * n);
  arm.dynamics->derivative(point, by_z);
  VectorXd above(n), below(n);
  for (int i = 0; i < 3 * n; ++i) {
    constexpr double h = 1e-6;
    const double at = point.z[i];
    point.z[i] = at + h;
    arm.dynamics->torque(point, above);
    point.z[i] = at - h;
    arm.dynamics->torque(point, below);
    point.z[i] = at;
    EXPECT_LT(((above - below) / (2.0 * h) - by_z.col(i)).norm(), 2e-7 * (1.0 + by_z.norm())) << i;
  }
}

TEST(FlexibleDynamics, SecondDerivativesAreSlopesOfTheFirst) {
  Pushed arm;
  const int n = arm.model.dofs();
  MotionPoint point = some_point(arm.model, 3);
  std::mt19937 random(5);
  const VectorXd weights = random_vector(n, 1.0, random);
  MatrixXd H = MatrixXd::Zero(4 * n, 4 * n);
  arm.dynamics->add_hessian(point, weights, H);
  EXPECT_LT((H - H.transpose()).norm(), 1e-11 * H.norm());
  const auto gradient = [&] {
    MatrixXd by_z = MatrixXd::Zero(n, 4 * n);
    arm.dynamics->derivative(point, by_z);
    return VectorXd(by_z.transpose() * weights);
  };
  for (int i = 0; i < 3 * n; ++i) {
    constexpr double h = 1e-6;
    const double at = point.z[i];
    point.z[i] = at + h;
    const VectorXd above = gradient();
    point.z[i] = at - h;
    const VectorXd below = gradient();
    point.z[i] = at;
    EXPECT_LT(((above - below) / (2.0 * h) - H.col(i)).norm(), 1e-7 * (1.0 + H.norm())) << i;
  }
}

TEST(FlexibleDynamics, AccelerationsAreThoseOfTheMotorsTorquesAlone) {
  Pushed arm;
  const int n = arm.model.dofs();
  MotionPoint point = some_point(arm.model, 4);
  VectorXd tau = VectorXd::Zero(n), a(n), again(n);
  tau.head(first_amplitude(arm.model)).setConstant(0.7);
  ASSERT_TRUE(arm.dynamics->acceleration(point, tau, a));
  point.z.segment(2 * n, n) = a;
  arm.dynamics->torque(point, again);
  EXPECT_LT((again - tau).norm(), 1e-9);
  VectorXd pushed = tau;
  pushed[n - 1] = 100.0;  // nothing drives an amplitude
  ASSERT_TRUE(arm.dynamics->acceleration(point, pushed, again));
  EXPECT_EQ((again - a).norm(), 0.0);
}

TEST(FlexibleDynamics, EnclosuresHoldTheTorquesOfEveryInstant) {
  Pushed arm;
  const int n = arm.model.dofs();
  const MotionPoint middle = some_point(arm.model, 6);
  std::mt19937 random(8);
  const VectorXd slope = random_vector(3 * n, 0.02, random);
  MotionPiece piece(n, 0);
  const Enclosure s = Enclosure::line(0.0, 1.0);
  VecX<Enclosure>* parts[] = {&piece.q, &piece.v, &piece.a};
  for (int i = 0; i < 3 * n; ++i) {
    (*parts[i / n])[i % n] = Enclosure(middle.z[i]) + slope[i] * s;
  }
  VecX<Enclosure> enclosed(n);
  ASSERT_TRUE(arm.dynamics->enclose(piece, enclosed));
  VectorXd tau(n);
  for (const double at : {-1.0, -0.7, 0.0, 0.3, 1.0}) {
    MotionPoint point = middle;
    point.z.head(3 * n) += at * slope;
    arm.dynamics->torque(point, tau);
    for (int j = 0; j < n; ++j) {
      double value = 0.0;
      for (int k = 4; k >= 0; --k) value = value * at + enclosed[j].c[k];
      EXPECT_LE(std::abs(tau[j] - value), enclosed[j].r + 1e-12) << j << " at " << at;
      EXPECT_LT(enclosed[j].r, 1e-2);
    }
  }
}

TEST(BendingModel, HasAmplitudesAfterItsJoints) {
  const Model model = compile_bending(branched_arm());
  EXPECT_EQ(first_amplitude(model), 4);
  EXPECT_EQ(model.dofs(), 9);
  EXPECT_EQ(model.coordinates()[4].name, "trunk.bending_y.1");
  EXPECT_TRUE(bends(model));
  EXPECT_NEAR(model.coordinates()[4].limits.upper, 0.07, 1e-15);
  EXPECT_EQ(model.coordinates()[4].limits.torque, 0.0);
  // Kernels see the arm with stiff links.
  const Model stiff = compile(rigidified(branched_arm()));
  EXPECT_FALSE(bends(stiff));
  EXPECT_EQ(first_amplitude(stiff), 4);
  const VectorXd q = VectorXd::Constant(9, 0.02);
  VectorXd of_stiff(4), of_model(9);
  InverseDynamics<double> one(stiff), two(model);
  one(q.head(4), q.head(4), q.head(4), of_stiff);
  two(q, q, q, of_model);
  EXPECT_LT((of_model.head(4) - of_stiff).norm(), 1e-12);
}

TEST(BendingModel, CarriesLocksAndFallsAsTheArmBehindItDoes) {
  const Model model = compile_bending(branched_arm());
  Inertia load;
  load.mass = 2.0;
  const Model loaded = carrying(model, model.frame("finger"), load);
  const VectorXd q = VectorXd::Zero(4);
  const FlexibleModel bare = flexible_arm(model), heavy = flexible_arm(loaded);
  EXPECT_GT(resting(heavy, q).tail(5).norm(), 2.0 * resting(bare, q).tail(5).norm());
  const FlexibleModel afloat = flexible_arm(with_gravity(model, O));
  EXPECT_LT(resting(afloat, q).tail(5).norm(), 1e-12);
  const Model locked = with_locked_joints(model, {{"j_finger", 0.3}});
  EXPECT_EQ(first_amplitude(locked), 3);
  EXPECT_EQ(flexible_arm(locked).size(), 8);
}

TEST(BendingModel, RefusesAFloatingBase) {
  EXPECT_THROW(compile_bending(branched_arm(), {.floating_base = true}), Error);
}

}  // namespace alembert::test::dynamics_test
