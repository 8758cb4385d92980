// Joints without motors and without a loop: an acrobot, a pendubot, an arm that flies freely.
#include <gtest/gtest.h>

#include "alembert/energy.hpp"
#include "alembert/io.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/motion.hpp"
#include "alembert/report.hpp"
#include "alembert/verify.hpp"
#include "support/compare.hpp"

namespace alembert::test::passive_test {

constexpr double pi = 3.14159265358979323846;

Robot two_link() { return load_robot(ALEMBERT_SOURCE_DIR "/models/two_link.yaml"); }

/// From hanging to standing: the plane is x-y, gravity along -y.
MotionProblem swing_up(int passive) {
  MotionProblem problem(compile(two_link()));
  problem.limits.torque_lower[passive] = problem.limits.torque_upper[passive] = 0.0;
  problem.limits.velocity.setConstant(20.0);
  problem.start.q = Eigen::Vector2d(-pi / 2, 0.0);
  problem.goal.q = Eigen::Vector2d(pi / 2, 0.0);
  problem.minimize.effort = 0.01;
  return problem;
}

/// Two links on a body of 5 kg, far from everything.
MotionProblem free_flyer() {
  Robot robot = two_link();
  for (Link& link : robot.links) {
    if (link.name != robot.base) continue;
    link.inertia = Inertia{5.0, {0.1, 0.0, 0.0}, 0.3 * Eigen::Matrix3d::Identity()};
  }
  const CompileOptions options{.floating_base = true,
                               .gravity = Eigen::Vector3d(Eigen::Vector3d::Zero())};
  MotionProblem problem(compile(robot, options));
  Eigen::VectorXd q = Eigen::VectorXd::Zero(8);
  q.tail(2) << 0.3, -1.0;
  problem.start.q = q;
  problem.limits.velocity.setConstant(5.0);
  problem.minimize = {.time = 0.0, .effort = 1.0};
  problem.duration = {1.0, 1.0};
  return problem;
}

Solution expect_solved(const MotionProblem& problem) {
  Solution solution = solve(problem);
  EXPECT_EQ(solution.status, MotionStatus::solved) << summary(solution);
  // Under its torques, those of passive joints zero, the arm does what was planned.
  const Verification verified = verify(problem, solution.motion);
  EXPECT_TRUE(verified.finished);
  EXPECT_LT(verified.position_error, 1e-2);
  return solution;
}

TEST(Passive, AcrobotSwingsUp) { expect_solved(swing_up(0)); }
TEST(Passive, PendubotSwingsUp) { expect_solved(swing_up(1)); }

TEST(Passive, FreeFlyerReachesAPoseAndKeepsItsMomentum) {
  MotionProblem problem = free_flyer();
  const Eigen::Vector3d target(0.55, 0.2, 0.0);
  problem.goal.pose = FrameTarget{problem.model.frame("tip"), target};
  const Trajectory motion = expect_solved(problem).motion;
  Kinematics kinematics(problem.model);
  kinematics.update(motion.q(motion.duration()));
  EXPECT_LT((kinematics.pose(problem.goal.pose->frame).translation() - target).norm(), 1e-7);
  // The base rests where the joints rest, though that was not asked for.
  EXPECT_LT(largest(motion.q(motion.duration(), 1)), 1e-5);
  // The mass centre stays: the energy in a field of 1 m/s^2 is that of the start.
  for (int k = 0; k < 3; ++k) {
    Energy energy(with_gravity(problem.model, Eigen::Vector3d::Unit(k)));
    const auto at = [&](double t) { return energy(motion.q(t), Eigen::VectorXd::Zero(8)).gravity; };
    for (int i = 1; i <= 10; ++i) {
      EXPECT_NEAR(at(0.1 * i * motion.duration()), at(0.0), 1e-5) << "axis " << k;
    }
  }
}

/// Driven by its crank alone, held together by the pin.
MotionProblem four_bar(const Eigen::Vector3d& goal) {
  MotionProblem problem(compile(load_robot(ALEMBERT_SOURCE_DIR "/models/four_bar.yaml")));
  for (const char* name : {"coupler", "rocker"}) {
    const int j = problem.model.coordinate(name);
    problem.limits.torque_lower[j] = problem.limits.torque_upper[j] = 0.0;
  }
  problem.cut_joints.push_back({.name = "pivot",
                                .frame_a = problem.model.frame("pin"),
                                .frame_b = problem.model.frame("tip"),
                                .directions = Eigen::Matrix3d::Identity().topRows(2)});
  problem.start.q = Eigen::Vector3d(0.523598775598, -0.048008869518, -2.403829456417);
  problem.goal.q = goal;
  problem.minimize.jerk = 1e-7;
  return problem;
}

TEST(Passive, FourBarTurnsFullyOnTheSegmentsItIsGiven) {
  expect_solved(four_bar({0.523598775598 + 2.0 * pi, -0.048008869518 - 2.0 * pi, -2.403829456417}));
}

/// The forces in the loop jump with what acts on it, the motion does not.
void expect_jump(const MotionProblem& problem, double at) {
  const Solution solution = expect_solved(problem);
  const double T = solution.motion.duration();
  const std::vector<MotionSample> samples = sample(problem, solution.motion, 10'001);
  double largest_jump = 0.0, when = 0.0;
  for (std::size_t k = 1; k < samples.size(); ++k) {
    EXPECT_LT(samples[k].tau.tail(2).cwiseAbs().maxCoeff(), 1e-3) << samples[k].t;
    const double jump = (samples[k].force - samples[k - 1].force).norm();
    if (jump > largest_jump) {
      largest_jump = jump;
      when = samples[k].t;
    }
  }
  EXPECT_GT(largest_jump, 1.0);  // N
  EXPECT_NEAR(when, at * T, 1e-3 * T);
}

const Eigen::Vector3d half_a_turn(3.665191429188, -2.967365001344, -1.492779284867);

// Its torques would jump, which a linkage whose pin is met at nodes cannot follow.
TEST(Passive, AQuickestTurnOfALinkageSaysWhatItNeeds) {
  MotionProblem problem =
      four_bar({0.523598775598 + 2.0 * pi, -0.048008869518 - 2.0 * pi, -2.403829456417});
  problem.minimize = {.time = 1.0};
  const Solution found = solve(problem);
  ASSERT_EQ(found.status, MotionStatus::solved_to_lower_accuracy);
  EXPECT_NE(summary(found).find("minimize a little jerk"), std::string::npos) << summary(found);
}

TEST(Passive, ALoadMayBeginInTheMiddleOfALoop) {
  MotionProblem problem = four_bar(half_a_turn);
  problem.loads.push_back(
      {{.frame = problem.model.frame("tip"), .force = {0.0, -4.0, 0.0}, .point = {-0.12, 0.0, 0.0}},
       {0.5, 1.0}});
  expect_jump(problem, 0.5);
}

TEST(Passive, ABodyMayBePickedUpInTheMiddleOfALoop) {
  MotionProblem problem = four_bar(half_a_turn);
  problem.carried.push_back({"weight",
                             problem.model.frame("tip"),
                             {0.3, {-0.12, 0.0, 0.0}, 1e-4 * Eigen::Matrix3d::Identity()},
                             {0.4, 1.0}});
  expect_jump(problem, 0.4);
}

TEST(Passive, FreeFlyerIsNotPushedElsewhere) {
  MotionProblem problem = free_flyer();
  problem.goal.q = problem.start.q;
  (*problem.goal.q)[0] += 0.1;
  const Solution solution = solve(problem);
  ASSERT_TRUE(solution.cause);
  EXPECT_EQ(solution.cause->kind, InfeasibilityCause::Kind::drifts);
  EXPECT_NEAR(solution.cause->value, 0.1, 1e-12);
}

TEST(Passive, AFloatingBaseHasNoMotorUnlessItIsGivenOne) {
  const MotionLimits limits = free_flyer().limits;
  EXPECT_TRUE(limits.torque_upper.head(6).isZero() && limits.torque_lower.head(6).isZero());
  EXPECT_TRUE((limits.torque_upper.tail(2).array() > 0.0).all());
}

}  // namespace alembert::test::passive_test
