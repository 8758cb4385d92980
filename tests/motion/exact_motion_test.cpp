// Motions that only velocities, accelerations and jerks hold back, beside what they must take by a
// search over all ways to switch that shares no code with the library.
#include <gtest/gtest.h>

#include "alembert/io.hpp"
#include "alembert/motion.hpp"
#include "alembert/replanner.hpp"
#include "alembert/report.hpp"
#include "support/fastest_joint.hpp"

namespace alembert::test::exact_motion_test {

using Eigen::VectorXd;

MotionProblem without_torque_limits() {
  MotionProblem problem(
      compile(load_robot(std::string(ALEMBERT_SOURCE_DIR "/models/seven_axis.yaml"))));
  MotionLimits& limits = problem.limits;
  limits.torque_lower.setConstant(-infinity);
  limits.torque_upper.setConstant(infinity);
  limits.jerk.setConstant(60.0);
  problem.start.q = VectorXd::Constant(7, -0.2);
  (*problem.start.q)[3] = -1.5;
  (*problem.start.q)[5] = 0.4;
  problem.goal.q = VectorXd::LinSpaced(7, 0.1, 0.7);
  (*problem.goal.q)[3] = -0.9;
  return problem;
}

double at(const std::optional<VectorXd>& values, int j) { return values ? (*values)[j] : 0.0; }

double slowest_joint(const MotionProblem& problem) {
  double T = 0.0;
  for (int j = 0; j < problem.model.dofs(); ++j) {
    const MotionLimits& limits = problem.limits;
    const JointProblem joint{(*problem.goal.q)[j] - (*problem.start.q)[j],
                             at(problem.start.v, j),
                             at(problem.start.a, j),
                             at(problem.goal.v, j),
                             at(problem.goal.a, j),
                             limits.velocity[j],
                             limits.acceleration[j],
                             limits.jerk[j]};
    T = std::max(T, FastestJoint(joint).fastest());
  }
  return T;
}

bool is_exact(const Solution& found) {
  return found.diary.size() == 1 && found.diary[0].kind == Attempt::Kind::exact_profile;
}

void expect_best(const MotionProblem& problem, const Solution& found) {
  ASSERT_EQ(found.status, MotionStatus::solved) << summary(found);
  EXPECT_EQ(found.certificate.method, MotionCertificate::Method::proven);
  EXPECT_TRUE(is_exact(found));
  const double best = slowest_joint(problem);
  EXPECT_GE(found.motion.duration(), best * (1.0 - 1e-9));
  EXPECT_LE(found.motion.duration(), best * (1.0 + 1e-4));
}

TEST(ExactMotion, FromRestToRestTakesWhatItsSlowestJointMust) {
  const MotionProblem problem = without_torque_limits();
  const Solution found = solve(problem);
  expect_best(problem, found);
  // At rest means at rest.
  EXPECT_LT(found.motion.q(0.0, 2).norm(), 1e-9);
  EXPECT_LT(found.motion.q(found.motion.duration(), 2).norm(), 1e-9);
}

TEST(ExactMotion, BeginsAndEndsWithTheAccelerationsGiven) {
  MotionProblem problem = without_torque_limits();
  problem.start.v = VectorXd::LinSpaced(7, -0.5, 0.5);
  problem.start.a = VectorXd::LinSpaced(7, 3.0, -3.0);
  problem.goal.v = VectorXd::LinSpaced(7, 0.3, -0.3);
  problem.goal.a = VectorXd::LinSpaced(7, -2.0, 2.0);
  const Solution found = solve(problem);
  expect_best(problem, found);
  const BSpline& q = found.motion.q;
  EXPECT_LT((q(0.0, 1) - *problem.start.v).norm(), 1e-6);
  EXPECT_LT((q(0.0, 2) - *problem.start.a).norm(), 1e-6);
  EXPECT_LT((q(q.end(), 1) - *problem.goal.v).norm(), 1e-6);
  EXPECT_LT((q(q.end(), 2) - *problem.goal.a).norm(), 1e-6);
}

TEST(ExactMotion, TorquesThatDoNotMatterDoNotMatter) {
  MotionProblem problem = without_torque_limits();
  problem.limits.torque_lower = MotionLimits(problem.model).torque_lower;
  problem.limits.torque_upper = MotionLimits(problem.model).torque_upper;
  problem.limits.jerk.setConstant(20.0);
  expect_best(problem, solve(problem));
}

TEST(ExactMotion, TorquesThatMatterAreASearch) {
  MotionProblem problem = without_torque_limits();
  problem.limits.torque_lower = 0.36 * MotionLimits(problem.model).torque_lower;
  problem.limits.torque_upper = 0.36 * MotionLimits(problem.model).torque_upper;
  const Solution found = solve(problem);
  ASSERT_EQ(found.status, MotionStatus::solved) << summary(found);
  EXPECT_FALSE(is_exact(found));
  EXPECT_GE(found.motion.duration(), slowest_joint(problem) * (1.0 - 1e-9));
}

TEST(ExactMotion, RangesOfJointsAreKeptByASearch) {
  MotionProblem problem = without_torque_limits();
  // Must turn round near the end of its range, and would swing out of it.
  problem.goal.q = problem.start.q;
  (*problem.start.q)[0] = problem.limits.upper[0] - 0.05;
  problem.start.v = VectorXd::Zero(7);
  problem.start.a = VectorXd::Zero(7);
  (*problem.start.v)[0] = 0.6;
  (*problem.goal.q)[0] = problem.limits.upper[0] - 1.5;
  const Solution found = solve(problem);
  if (found.status == MotionStatus::solved) {
    const Eigen::MatrixXd& points = found.motion.q.control_points();
    EXPECT_LE(points.col(0).maxCoeff(), problem.limits.upper[0] + 1e-9);
  }
  EXPECT_FALSE(is_exact(found));
}

TEST(ExactMotion, OtherCurvesAndCostsAreNot) {
  MotionProblem problem = without_torque_limits();
  problem.spline.knots = SplineOptions::Knots::uniform;
  EXPECT_FALSE(is_exact(solve(problem)));
  problem.spline.knots = SplineOptions::Knots::adapted;
  problem.spline.degree = 5;
  EXPECT_FALSE(is_exact(solve(problem)));
  problem.spline.degree = 3;
  problem.minimize.effort = 1e-4;
  EXPECT_FALSE(is_exact(solve(problem)));
}

TEST(Rest, IsWithoutAccelerationWhereJerksAreLimitedUnlessSaidOtherwise) {
  MotionProblem problem = without_torque_limits();
  problem.spline.knots = SplineOptions::Knots::uniform;  // solved, not the closed form's
  const Solution still = solve(problem);
  ASSERT_EQ(still.status, MotionStatus::solved);
  EXPECT_LT(still.motion.q(0.0, 2).norm(), 1e-6);
  EXPECT_LT(still.motion.q(still.motion.duration(), 2).norm(), 1e-6);
  problem.start.any_acceleration = problem.goal.any_acceleration = true;
  const Solution free = solve(problem);
  ASSERT_EQ(free.status, MotionStatus::solved);
  EXPECT_LT(free.motion.duration(), still.motion.duration());
  EXPECT_GT(free.motion.q(0.0, 2).norm(), 1.0);
  const auto told = [](const std::vector<std::string>& all) {
    return std::count_if(all.begin(), all.end(), [](const std::string& text) {
      return text.find("accelerations at the") == 0;
    });
  };
  EXPECT_EQ(told(remarks(problem, free)), 2);
  EXPECT_EQ(told(remarks(problem, still)), 0);
  problem.limits.jerk.setConstant(infinity);
  problem.start.any_acceleration = problem.goal.any_acceleration = false;
  EXPECT_GT(solve(problem).motion.q(0.0, 2).norm(), 1.0);
}

TEST(ReplannerWithAccelerations, GoesOnWithoutAJumpInThem) {
  const MotionProblem problem = without_torque_limits();
  Replanner replanner(problem);
  ArmState now{*problem.start.q};
  for (int k = 0; k < 20; ++k) {
    VectorXd goal = *problem.goal.q;
    goal[k % 3] += 0.1 * (k % 5) - 0.2;
    const Replan plan = replanner.plan(now, ArmState{goal});
    ASSERT_TRUE(plan.usable && plan.optimal && plan.exact) << k;
    const ArmState begin = plan.at(0.0), end = plan.at(plan.motion.duration());
    EXPECT_LT((begin.q - now.q).norm(), 1e-9);
    if (now.a.size() > 0) {
      EXPECT_LT((begin.v - now.v).norm(), 1e-4);
      EXPECT_LT((begin.a - now.a).norm(), 1e-3);
    }
    EXPECT_LT((end.q - goal).norm(), 1e-9);
    EXPECT_LT(end.a.norm(), 1e-6);
    now = plan.at(0.07 * k * plan.motion.duration() / 2.0);
  }
}

TEST(ReplannerWithAccelerations, MeetsThemBySearchWhereTorquesMatter) {
  MotionProblem problem = without_torque_limits();
  problem.limits.torque_lower = 0.36 * MotionLimits(problem.model).torque_lower;
  problem.limits.torque_upper = 0.36 * MotionLimits(problem.model).torque_upper;
  Replanner replanner(problem);
  const Replan first = replanner.plan(ArmState{*problem.start.q}, ArmState{*problem.goal.q});
  ASSERT_TRUE(first.usable);
  EXPECT_FALSE(first.exact);
  const double t = 0.3 * first.motion.duration();
  const ArmState now = first.at(t);
  ArmState goal{*problem.goal.q, VectorXd::Constant(7, 0.1), VectorXd::Constant(7, -0.2)};
  const Replan next = replanner.plan(now, goal, t);
  ASSERT_TRUE(next.usable);
  EXPECT_LT((next.at(0.0).v - now.v).norm(), 1e-6);
  EXPECT_LT((next.at(0.0).a - now.a).norm(), 1e-5);
  const ArmState end = next.at(next.motion.duration());
  EXPECT_LT((end.v - goal.v).norm(), 1e-6);
  EXPECT_LT((end.a - goal.a).norm(), 1e-5);
}

TEST(ReplannerWithAccelerations, SaysWhichEndIsBeyondWhichLimit) {
  const MotionProblem problem = without_torque_limits();
  Replanner replanner(problem);
  ArmState goal{*problem.goal.q, VectorXd::Zero(7), VectorXd::Zero(7)};
  goal.a[2] = 1.5 * problem.limits.acceleration[2];
  const Replan none = replanner.plan(ArmState{*problem.start.q}, goal);
  ASSERT_TRUE(none.beyond);
  EXPECT_FALSE(none.usable);
  EXPECT_EQ(none.beyond->of.kind, LimitKind::acceleration);
  EXPECT_EQ(none.beyond->of.place, LimitPlace::goal);
  EXPECT_EQ(none.beyond->of.name, problem.model.coordinates()[2].name);
}

}  // namespace alembert::test::exact_motion_test
