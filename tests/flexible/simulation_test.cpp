// Bending arms in time, against the literature and against energy.
#include <gtest/gtest.h>

#include <numbers>

#include "alembert/arm_modes.hpp"
#include "alembert/flexible_simulation.hpp"
#include "arms.hpp"

namespace alembert::test::simulation_test {

const Eigen::Vector3d Z = Eigen::Vector3d::UnitZ(), O = Eigen::Vector3d::Zero();

Robot spun_beam(double length, double density, double EI, double EA, int axial) {
  FlexibleLink f;
  f.length = length;
  f.mass_per_length = constant(density);
  f.EIz = f.EIy = constant(EI);
  f.EA = constant(EA);
  f.bending_y = 3;
  f.axial = axial;
  ArmMaker arm(O);
  arm.joint("beam", "base", JointType::revolute, O, Z).bends(f);
  return arm.robot;
}

/// L = 10 m, E = 7e10, A = 4e-4, I = 2e-7, rho = 3000, spun up to 6 rad/s in 15 s.
Robot classic_beam() { return spun_beam(10.0, 3000 * 4e-4, 7e10 * 2e-7, 7e10 * 4e-4, 0); }

FlexibleRun spinning(double duration) {
  FlexibleRun run;
  run.path = spin_up(1, 6.0, 15.0);
  run.duration = duration;
  run.sample = 0.02;
  return run;
}

TEST(FlexibleSimulation, SpunBeamLagsByWhatTheLiteratureSays) {
  const Robot robot = classic_beam();
  const FlexibleSimulation run = simulate_flexible(robot, compile_flexible(robot), spinning(25.0));
  EXPECT_FALSE(run.diverged);
  EXPECT_TRUE(run.valid());
  EXPECT_NEAR(run.tips[0].largest, 0.574, 0.004);
  EXPECT_LT(run.tips[0].residual, 0.01);
  EXPECT_LT(run.energy_error, 1e-6);
}

TEST(FlexibleSimulation, WithoutStiffeningTheSpunBeamDiverges) {
  const Robot robot = classic_beam();
  const FlexibleSimulation run =
      simulate_flexible(robot, compile_flexible(robot, {.stiffening = false}), spinning(25.0));
  EXPECT_TRUE(run.diverged);
  EXPECT_FALSE(run.valid());
  EXPECT_LT(run.end, 15.0);
}

TEST(FlexibleSimulation, SimoAndVuQuocsBeamStretchesSteadily) {
  const Robot robot = spun_beam(10.0, 1.2, 1.4e4, 2.8e7, 2);
  const FlexibleSimulation run = simulate_flexible(robot, compile_flexible(robot), spinning(20.0));
  double sum = 0.0;
  int count = 0;
  for (const FlexibleSample& s : run.samples) {
    if (s.t > 17.0) sum += s.tips(0, 0), ++count;
  }
  EXPECT_NEAR(sum / count, 5.14e-4, 0.02e-4);
}

TEST(FlexibleSimulation, WuAndHaugsSlewingBeamRuns) {
  FlexibleLink f;
  f.length = 8.0;
  f.mass_per_length = constant(0.2019);
  f.EA = constant(5.03e6);
  f.EIy = f.EIz = constant(566.6);
  f.GJ = constant(6.047e5);
  f.bending_y = f.bending_z = 2;
  f.torsion = 1;
  ArmMaker arm(O);
  arm.joint("beam", "base", JointType::revolute, O, Z).bends(f);
  FlexibleRun run;
  run.path = spin_up(1, 4.0, 15.0);
  run.duration = 20.0;
  run.stiff = true;  // the torsion is a thousand times faster than the bending
  run.relative_tolerance = 1e-7;
  run.absolute_tolerance = 1e-10;
  const FlexibleSimulation result = simulate_flexible(arm.robot, compile_flexible(arm.robot), run);
  EXPECT_FALSE(result.diverged);
  EXPECT_LT(result.energy_error, 1e-4);
  EXPECT_GT(result.tips[0].largest, 0.1);
  // Explicit steps take the same way for the second that is compared: the torsion does not move.
  run.duration = 1.0;
  run.absolute_tolerance = 1e-12;
  const FlexibleSimulation implicit =
      simulate_flexible(arm.robot, compile_flexible(arm.robot), run);
  run.stiff = false;
  const FlexibleSimulation adams = simulate_flexible(arm.robot, compile_flexible(arm.robot), run);
  EXPECT_FALSE(adams.diverged);
  EXPECT_LT((adams.samples.back().z - implicit.samples.back().z).norm(), 1e-5);
}

/// Two links falling and swinging freely, bending by a tenth of their length.
TEST(FlexibleSimulation, EnergyStaysForTenSeconds) {
  ArmMaker arm;
  FlexibleLink f = beam(1.0, 2, 1);
  f.EIz = f.EIy = constant(60.0);
  arm.joint("a", "base", JointType::revolute, O, Eigen::Vector3d::UnitY()).bends(f);
  arm.joint("b", "a", JointType::revolute, {1.0, 0, 0}, Z).bends(f).body(0.3);
  const FlexibleModel model = compile_flexible(arm.robot);
  FlexibleRun run;
  run.z = Eigen::VectorXd::Zero(model.size());
  run.v = run.z;
  run.z[0] = 0.3;
  run.z[model.coordinate("a.bending_y.1")] = 0.09;
  run.z[model.coordinate("b.bending_z.1")] = 0.07;
  run.duration = 10.0;
  run.relative_tolerance = 1e-12;
  run.absolute_tolerance = 1e-13;
  const FlexibleSimulation result = simulate_flexible(arm.robot, model, run);
  EXPECT_FALSE(result.diverged);
  EXPECT_LT(result.energy_error, 1e-8);
  EXPECT_GT(result.tips[0].largest, 0.085);
}

Robot two_link_arm() {
  ArmMaker arm(O);
  FlexibleLink f = beam(0.6, 2, 0);
  f.EIz = constant(20.0);
  f.damping = {0.005};
  arm.joint("a", "base", JointType::revolute, O, Z).bends(f).body(0.5);
  arm.joint("b", "a", JointType::revolute, {0.6, 0, 0}, Z).bends(f).body(0.3);
  return arm.robot;
}

TEST(FlexibleSimulation, StiffAndNonStiffIntegrationAgree) {
  const Robot robot = two_link_arm();
  const FlexibleModel model = compile_flexible(robot);
  FlexibleRun run;
  run.path = rest_to_rest(Eigen::Vector2d(0.0, 0.0), Eigen::Vector2d(1.0, 0.5), 0.5);
  run.duration = 0.2;
  run.perfect = false;
  run.control.kind = Controller::feed_forward_pd;
  const FlexibleSimulation adams = simulate_flexible(robot, model, run);
  run.stiff = true;
  const FlexibleSimulation implicit = simulate_flexible(robot, model, run);
  EXPECT_LT((adams.samples.back().z - implicit.samples.back().z).norm(), 1e-5);
  EXPECT_LT(adams.largest_error, 0.5);
  EXPECT_LT(adams.energy_error, 1e-6);
}

TEST(FlexibleSimulation, QuietMotionsLeaveATenthOfTheVibrationInTheSameTime) {
  const Robot robot = two_link_arm();
  const FlexibleModel model = compile_flexible(robot);
  const Eigen::Vector2d from(0.0, 0.0), to(1.0, 0.5);
  const double T = 0.6;
  FlexibleRun run;
  run.duration = T + 1.0;
  run.sample = 0.005;
  run.path = rest_to_rest(from, to, T);
  const double rigid = simulate_flexible(robot, model, run).residual();
  const auto held = arm_modes(model, to, {.locked = {0, 1}});
  const double delay = shaper_delay(Shaper::zv, held.frequencies[0], held.damping[0]);
  run.path =
      shaped(rest_to_rest(from, to, T - delay), Shaper::zv, held.frequencies[0], held.damping[0]);
  const double zv = simulate_flexible(robot, model, run).residual();
  run.path = quiet(model, rest_to_rest(from, to, T));
  EXPECT_NEAR(run.path.duration, T, 1e-12);
  const double calm = simulate_flexible(robot, model, run).residual();
  EXPECT_LT(calm, 0.1 * rigid);
  EXPECT_LT(zv, rigid);
}

}  // namespace alembert::test::simulation_test
