#include "alembert/free_motion.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "alembert/error.hpp"
#include "alembert/io.hpp"
#include "support/planar_arms.hpp"

namespace alembert::test::free_motion_test {

using Eigen::VectorXd;

Model pendulum(double friction_viscous, double friction_coulomb) {
  Robot robot;
  robot.name = "pendulum";
  robot.base = "base";
  robot.gravity = {0.0, -9.81, 0.0};
  robot.links = {{"base", {}, {}, {}, {}}, {"bob", point_mass(2.0, 1.0), {}, {}, {}}};
  Joint joint;
  joint.name = "hinge";
  joint.parent = "base";
  joint.child = "bob";
  joint.limits.lower = -2.0;
  joint.limits.upper = 0.0;
  joint.friction = {friction_viscous, friction_coulomb};
  robot.joints = {joint};
  return compile(robot);
}

const double down = -std::numbers::pi / 2;

TEST(FreeMotion, OfAPendulumHasItsPeriodAndKeepsItsEnergy) {
  const double period = 2 * std::numbers::pi / std::sqrt(9.81);
  const FreeMotion run = simulate_free(
      pendulum(0.0, 0.0),
      {.q = VectorXd::Constant(1, down + 1e-4), .duration = period, .sample = period / 4});
  ASSERT_EQ(run.samples.size(), 5U);
  EXPECT_NEAR(run.samples[1].q[0], down, 1e-10);
  EXPECT_NEAR(run.samples[2].q[0], down - 1e-4, 1e-10);
  EXPECT_NEAR(run.samples[4].q[0], down + 1e-4, 1e-10);
  EXPECT_LT(run.energy_error, 1e-6);  // of a kinetic energy of 1e-7 J
  EXPECT_TRUE(run.passed.empty());
  EXPECT_EQ(run.friction, 0.0);
}

TEST(FreeMotion, LosesToFrictionWhatItsEnergyLacks) {
  for (const Model& model : {pendulum(0.4, 0.0), pendulum(0.0, 0.8)}) {
    const FreeMotion run = simulate_free(model, {.q = VectorXd::Constant(1, 0.3), .duration = 3.0});
    const double lost = run.samples.front().energy.total() - run.samples.back().energy.total();
    EXPECT_GT(run.friction, 1.0);
    EXPECT_NEAR(run.friction, lost, 1e-6 * lost);
    EXPECT_LT(run.energy_error, 1e-6);
  }
}

TEST(FreeMotion, GainsTheWorkOfConstantTorquesAndLoads) {
  const Model model = elbow_arm(1.0, 1.0);
  FreeRun run{.q = Eigen::Vector2d(0.1, 0.4), .duration = 1.0};
  run.tau = Eigen::Vector2d(8.0, -1.0);
  run.loads = {{.frame = model.frame("link2"),
                .force = {3.0, 1.0, 0.0},
                .moment = {0.0, 0.0, 0.5},
                .point = {0.2, 0.1, 0.0}}};
  const FreeMotion there = simulate_free(model, run);
  EXPECT_GT(std::abs(there.work), 0.1);
  EXPECT_LT(there.energy_error, 1e-8);
  run.loads[0].axes = Load::Axes::frame;
  EXPECT_LT(simulate_free(model, run).energy_error, 1e-8);
}

TEST(FreeMotion, NamesTheLimitsThatNothingStopsItAt) {
  const FreeMotion run = simulate_free(
      pendulum(0.0, 0.0),
      {.q = VectorXd::Constant(1, down), .v = VectorXd::Constant(1, -3.0), .duration = 1.0});
  ASSERT_EQ(run.passed.size(), 1U);
  EXPECT_EQ(run.passed[0].limit, -2.0);
  EXPECT_LT(run.passed[0].value, -2.0);
  EXPECT_NEAR(run.passed[0].time, 0.16, 0.03);
}

TEST(FreeMotion, RefusesWhatMakesNoSense) {
  const Model model = pendulum(0.0, 0.0);
  EXPECT_THROW((void)simulate_free(model, {.q = VectorXd::Zero(2)}), Error);
  EXPECT_THROW((void)simulate_free(model, {.q = VectorXd::Zero(1), .duration = -1.0}), Error);
  EXPECT_THROW((void)simulate_free(model, {.q = VectorXd::Zero(1), .sample = 1e-12}), Error);
}

}  // namespace alembert::test::free_motion_test
