// What the solver finds, and what it says when there is nothing to find.
#include <gtest/gtest.h>

#include <cmath>

#include "alembert/formulation.hpp"
#include "alembert/io.hpp"
#include "alembert/motion.hpp"
#include "alembert/report.hpp"
#include "support/compare.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::solve_test {

Model model_of(const char* file, const CompileOptions& options = {}) {
  return compile(load_robot(std::string(ALEMBERT_SOURCE_DIR "/models/") + file), options);
}

/// Xiang's example 1: (66), no gravity.
MotionProblem xiang_1() {
  MotionProblem problem(
      model_of("two_link.yaml", {.gravity = Eigen::Vector3d(Eigen::Vector3d::Zero())}));
  problem.start.q = Eigen::Vector2d(0.0, -2.0);
  problem.goal.q = Eigen::Vector2d(1.0, -1.0);
  return problem;
}

/// Largest |torque| / limit on a dense grid, by another formulation than the solver's.
double densest_torque(const MotionProblem& problem, const Trajectory& motion) {
  const auto& kane = Formulations::get("kane");
  double worst = 0.0;
  Eigen::VectorXd tau(problem.model.dofs());
  for (int i = 0; i <= 4000; ++i) {
    const double t = motion.duration() * i / 4000;
    kane(problem.model, motion.q(t), motion.q(t, 1), motion.q(t, 2), tau);
    raise(worst, largest(tau.cwiseQuotient(problem.limits.torque_upper)));
  }
  return worst;
}

TEST(Solve, XiangExample1IsCertifiedCloseToBangBang) {
  const MotionProblem problem = xiang_1();
  const Solution solution = solve(problem);
  EXPECT_EQ(solution.status, MotionStatus::solved) << summary(solution);
  EXPECT_GT(solution.motion.duration(), 0.3918);
  EXPECT_LE(solution.motion.duration(), 0.3936);
  EXPECT_LE(densest_torque(problem, solution.motion), 1.0001);
}

TEST(Solve, FrictionThatJumpsWithTheSpeedIsNoHindrance) {
  MotionProblem problem(model_of("puma560.yaml"));
  problem.start.q = (Eigen::VectorXd(6) << 0.4, 1.2, -1.0, -0.5, 0.3, 0.2).finished();
  problem.goal.q = (Eigen::VectorXd(6) << -1.1, 0.3, 0.1, 0.8, -0.6, 1.0).finished();
  problem.limits.velocity.setConstant(3.0);
  const Solution solution = solve(problem);
  EXPECT_EQ(solution.status, MotionStatus::solved) << summary(solution);
  // By another formulation, with the plain sign of every speed that is not nearly zero.
  Eigen::VectorXd tau(6);
  double worst = 0.0;
  for (int i = 0; i <= 4000; ++i) {
    const double t = solution.motion.duration() * (i / 4000.0);
    const Eigen::VectorXd v = solution.motion.q(t, 1);
    Formulations::get("kane")(problem.model, solution.motion.q(t), v, solution.motion.q(t, 2), tau);
    for (int j = 0; j < 6; ++j) {
      if (std::abs(v[j]) < 6.0 * problem.slip_speed) continue;
      raise(worst, std::abs(tau[j]) / problem.limits.torque_upper[j]);
    }
  }
  EXPECT_LE(worst, 1.0002);
  EXPECT_GT(worst, 0.99);
}

TEST(Solve, XiangExample1WithEightySegmentsComesCloser) {
  MotionProblem problem = xiang_1();
  problem.spline.segments = 80;
  const Solution solution = solve(problem);
  EXPECT_EQ(solution.status, MotionStatus::solved) << summary(solution);
  EXPECT_GT(solution.motion.duration(), 0.39185);
  EXPECT_LE(solution.motion.duration(), 0.3922);
  EXPECT_LE(densest_torque(problem, solution.motion), 1.0001);
}

TEST(Solve, FreeKnotsFindTheSwitchingTimes) {
  MotionProblem problem = xiang_1();
  problem.spline = {4, 24, SplineOptions::Knots::free};
  const Solution solution = solve(problem);
  EXPECT_EQ(solution.status, MotionStatus::solved) << summary(solution);
  EXPECT_GT(solution.motion.duration(), 0.39185);
  EXPECT_LE(solution.motion.duration(), 0.39195);
  EXPECT_LE(densest_torque(problem, solution.motion), 1.0001);
}

TEST(Solve, XiangExample2MatchesAccurateQuadrature) {
  MotionProblem problem(model_of("two_link.yaml", {.gravity = Eigen::Vector3d(0, -9.8062, 0)}));
  problem.start.q = Eigen::Vector2d(1.32, -2.37);
  problem.goal.q = Eigen::Vector2d(2.80, -2.37);
  problem.loads.push_back({{.frame = problem.model.frame("tip"), .force = {0, -10, 0}}, {}});
  problem.minimize = {.time = 0.99, .effort = 0.01};
  const Solution solution = solve(problem);
  EXPECT_EQ(solution.status, MotionStatus::solved) << summary(solution);
  EXPECT_NEAR(solution.motion.duration(), 0.5189, 0.0008);
  EXPECT_NEAR(solution.objective, 0.8449, 0.0015);
  // The objective again, by the trapezoid rule on many samples.
  const std::vector<MotionSample> samples = sample(problem, solution.motion, 20001);
  double effort = 0.0;
  for (std::size_t i = 1; i < samples.size(); ++i) {
    effort += 0.5 * (samples[i].t - samples[i - 1].t) *
              (samples[i].tau.squaredNorm() + samples[i - 1].tau.squaredNorm());
  }
  EXPECT_NEAR(solution.objective, 0.99 * solution.motion.duration() + 0.01 * effort, 1e-6);
}

TEST(Solve, IsReproducibleBitForBit) {
  const MotionProblem problem = xiang_1();
  const Solution one = solve(problem), other = solve(problem);
  EXPECT_EQ(one.motion.q.control_points(), other.motion.q.control_points());
  EXPECT_EQ(one.motion.q.knots(), other.motion.q.knots());
}

TEST(Solve, RandomReachesOfSevenAxesHoldTheirLimitsEverywhere) {
  MotionProblem problem(model_of("seven_axis.yaml"));
  problem.spline.segments = 30;
  Random random(2);
  for (int k = 0; k < 5; ++k) {
    Eigen::VectorXd q0(7), q1(7);
    for (int j = 0; j < 7; ++j) {
      q0[j] = random.real(problem.limits.lower[j], problem.limits.upper[j]);
      q1[j] = random.real(problem.limits.lower[j], problem.limits.upper[j]);
    }
    problem.start.q = q0;
    problem.goal.q = q1;
    const Solution solution = solve(problem);
    EXPECT_EQ(solution.status, MotionStatus::solved) << summary(solution);
    EXPECT_LE(densest_torque(problem, solution.motion), 1.0001);
    const BSpline& q = solution.motion.q;
    EXPECT_LT((q(0.0) - q0).norm() + (q(q.end()) - q1).norm(), 1e-12);
    EXPECT_LT(q(0.0, 1).norm() + q(q.end(), 1).norm(), 1e-9);
    for (int i = 0; i <= 500; ++i) {
      const double t = q.duration() * i / 500;
      EXPECT_TRUE((q(t).array() <= problem.limits.upper.array() + 1e-9).all());
      EXPECT_TRUE((q(t).array() >= problem.limits.lower.array() - 1e-9).all());
      EXPECT_LE(largest(q(t, 1).cwiseQuotient(problem.limits.velocity)), 1.000001);
      EXPECT_LE(largest(q(t, 2).cwiseQuotient(problem.limits.acceleration)), 1.000001);
    }
  }
}

TEST(Solve, MoreStartsAreNeverWorse) {
  MotionProblem problem = xiang_1();
  problem.spline.segments = 10;
  const double one = solve(problem).objective;
  SolveOptions options;
  options.starts = 3;
  const Solution several = solve(problem, options);
  EXPECT_LE(several.objective, one);
  EXPECT_EQ(several.status, MotionStatus::solved);
}

TEST(Solve, StopsWithAPointWhenAsked) {
  MotionProblem problem = xiang_1();
  SolveOptions options;
  options.on_progress = [](const MotionProgress& progress) { return progress.iteration < 4; };
  const Solution solution = solve(problem, options);
  EXPECT_EQ(solution.status, MotionStatus::interrupted);
  EXPECT_GT(solution.motion.duration(), 0.0);
}

TEST(Solve, NamesAGoalOutsideTheLimits) {
  MotionProblem problem(model_of("seven_axis.yaml"));
  problem.start.q = (Eigen::VectorXd(7) << 0, 0, 0, -1.5, 0, 1.5, 0).finished();
  problem.goal.q = (Eigen::VectorXd(7) << 0, 0, 0, 0.5, 0, 1.5, 0).finished();
  const Solution solution = solve(problem);
  EXPECT_EQ(solution.status, MotionStatus::infeasible);
  EXPECT_NE(message(solution).find("goal is outside the position limits: joint4"),
            std::string::npos)
      << message(solution);
  EXPECT_GT(solution.motion.q.dofs(), 0);
}

TEST(Solve, NamesTheJointThatCannotHoldTheArm) {
  MotionProblem problem(model_of("two_link.yaml"));
  problem.start.q = Eigen::Vector2d(-1.5, 0.0);
  problem.goal.q = Eigen::Vector2d(0.0, 0.0);
  problem.limits.torque_upper.setConstant(2.0);
  problem.limits.torque_lower.setConstant(-2.0);
  const Solution solution = solve(problem);
  EXPECT_EQ(solution.status, MotionStatus::infeasible);
  EXPECT_NE(message(solution).find("cannot hold the arm at the goal: joint1"), std::string::npos)
      << message(solution);
}

TEST(Solve, NamesTheLimitThatATooShortTimeBreaks) {
  MotionProblem problem = xiang_1();
  problem.duration = {0.3, 0.3, {}};
  const Solution solution = solve(problem);
  EXPECT_EQ(solution.status, MotionStatus::infeasible);
  ASSERT_FALSE(solution.violations.empty());
  EXPECT_EQ(solution.violations.front().of.kind, LimitKind::torque);
  EXPECT_NE(message(solution).find("torque of joint"), std::string::npos) << message(solution);
}

TEST(Solve, RefusesContradictoryTimes) {
  MotionProblem problem = xiang_1();
  problem.duration = {2.0, 1.0, {}};
  EXPECT_NE(message(solve(problem)).find("contradictory times"), std::string::npos);
}

}  // namespace alembert::test::solve_test
