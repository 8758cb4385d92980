// The structured method on programs of motions: Ipopt's optimum, a band, and one answer after the
// other.
#include <gtest/gtest.h>

#include <algorithm>

#include "alembert/formulation.hpp"
#include "alembert/io.hpp"
#include "alembert/motion.hpp"
#include "alembert/motion_file.hpp"
#include "alembert/replanner.hpp"
#include "motion/guess.hpp"
#include "motion/interior_point/interior_point.hpp"
#include "motion/ipopt_solver.hpp"

namespace alembert::test::interior_point_motion_test {

MotionProblem reach() {
  MotionProblem problem(
      compile(load_robot(std::string(ALEMBERT_SOURCE_DIR "/models/seven_axis.yaml"))));
  problem.spline.segments = 20;
  problem.spline.knots = SplineOptions::Knots::uniform;
  problem.start.q = Eigen::VectorXd::Constant(7, -0.2);
  (*problem.start.q)[5] = 0.2;  // the wrist bends one way only, and so does the elbow
  problem.goal.q = Eigen::VectorXd::LinSpaced(7, 0.1, 0.7);
  (*problem.goal.q)[3] = -0.9;
  return problem;
}

TEST(InteriorPointOnMotions, EndsAtIpoptsOptimumInABand) {
  if (!ipopt_is_there()) GTEST_SKIP() << "this build has no Ipopt to compare with";
  const Task task(reach());
  const GuessedPlaces places = guess_places(task);
  const double duration = guess_duration(task.problem(), places);
  MotionProgram program =
      transcribe(task, time_shares(task.problem()), duration, std::make_shared<Workers>(1));
  EXPECT_EQ(UnknownOrder(program).bandwidth, 4 * 7 - 1);
  Eigen::VectorXd x = guess_unknowns(places, program, duration, 0.0, 1);
  slow_down(program, x, 1.0);
  const NlpPoint from{x, {}, {}, {}};
  const NlpResult own = InteriorPoint(program).solve(from, NlpStart::cold, {});
  const NlpResult ipopt = solve_with_ipopt(program, from, NlpStart::cold, {});
  EXPECT_EQ(own.status, NlpResult::Status::solved);
  EXPECT_EQ(own.method, SolverMethod::structured);
  EXPECT_NEAR(own.objective, ipopt.objective, 1e-5 * ipopt.objective);
}

TEST(InteriorPointOnMotions, ALoopHasOneOptimumWithItsEquationsCondensedAndKept) {
  const Task task(
      load_motion_problem(std::string(ALEMBERT_SOURCE_DIR "/examples/four_bar.yaml")).problem);
  const GuessedPlaces places = guess_places(task);
  const double duration = guess_duration(task.problem(), places);
  MotionProgram program =
      transcribe(task, time_shares(task.problem()), duration, std::make_shared<Workers>(1));
  Eigen::VectorXd x = guess_unknowns(places, program, duration, 0.0, 1);
  slow_down(program, x, 1.0);
  NlpOptions options;
  options.equations = EquationFactor::condensed;
  const NlpResult condensed =
      InteriorPoint(program).solve({x, {}, {}, {}}, NlpStart::cold, options);
  options.equations = EquationFactor::kept;
  const NlpResult kept = InteriorPoint(program).solve({x, {}, {}, {}}, NlpStart::cold, options);
  EXPECT_EQ(condensed.status, NlpResult::Status::solved);
  EXPECT_EQ(kept.status, NlpResult::Status::solved);
  EXPECT_NEAR(kept.objective, condensed.objective, 1e-9 * condensed.objective);
}

TEST(Solve, StopsInTimeWithTheBestSoFar) {
  SolveOptions options;
  options.max_seconds = 1e-6;
  const Solution cut = solve(reach(), options);
  EXPECT_EQ(cut.status, MotionStatus::interrupted);
  options.max_seconds = 60.0;
  EXPECT_EQ(solve(reach(), options).status, MotionStatus::solved);
}

/// The largest share of a torque or velocity limit, by another formulation.
double largest_share(const MotionProblem& problem, const Trajectory& motion) {
  const auto& kane = Formulations::get("kane");
  Eigen::VectorXd tau(motion.q.dofs());
  double worst = 0.0;
  for (int i = 0; i <= 1000; ++i) {
    const double t = motion.duration() * i / 1000;
    kane(problem.model, motion.q(t), motion.q(t, 1), motion.q(t, 2), tau);
    worst = std::max({worst, tau.cwiseAbs().cwiseQuotient(problem.limits.torque_upper).maxCoeff(),
                      motion.q(t, 1).cwiseAbs().cwiseQuotient(problem.limits.velocity).maxCoeff()});
  }
  return worst;
}

TEST(Replanner, GoesOnFromAMovingStateToAGoalThatMoved) {
  const MotionProblem problem = reach();
  Replanner replanner(problem);
  Eigen::VectorXd goal = *problem.goal.q;
  ArmState now{*problem.start.q, Eigen::VectorXd::Zero(7)};
  double elapsed = 0.0;
  for (int k = 0; k < 5; ++k) {
    const Replan plan = replanner.plan(now, goal, elapsed);
    ASSERT_TRUE(plan.optimal) << k;
    EXPECT_EQ(plan.warm, k > 0 && !plan.exact);
    const Trajectory& motion = plan.motion;
    EXPECT_LT((motion.q(0.0) - now.q).norm(), 1e-9);
    EXPECT_LT((motion.q(0.0, 1) - now.v).norm(), 1e-6);
    EXPECT_LT((motion.q(motion.duration()) - goal).norm(), 1e-9);
    EXPECT_LT(motion.q(motion.duration(), 1).norm(), 1e-9);
    // At nodes limits hold; between them nearly.
    EXPECT_LT(largest_share(problem, motion), 1.1);
    replanner.forget();
    const Replan cold = replanner.plan(now, goal);
    ASSERT_TRUE(cold.optimal) << k;
    EXPECT_NEAR(cold.objective, plan.objective, 1e-4 * cold.objective) << k;
    elapsed = 0.15 * cold.motion.duration();
    now = {cold.motion.q(elapsed), cold.motion.q(elapsed, 1)};
    goal[k] += 0.05;
  }
}

TEST(Solve, BeginsAndEndsAtItsVelocityLimits) {
  MotionProblem problem = reach();
  problem.start.v = Eigen::VectorXd::Zero(7);
  problem.goal.v = Eigen::VectorXd::Zero(7);
  for (int j : {0, 3}) {
    const double sign = (*problem.goal.q)[j] < (*problem.start.q)[j] ? -1.0 : 1.0;
    (*problem.start.v)[j] = (*problem.goal.v)[j] = sign * problem.limits.velocity[j];
  }
  const Solution solution = solve(problem);
  ASSERT_EQ(solution.status, MotionStatus::solved);
  EXPECT_EQ(solution.certificate.method, MotionCertificate::Method::proven);
  const Trajectory& motion = solution.motion;
  // On the limit means this little inside it.
  EXPECT_LT((motion.q(0.0, 1) - *problem.start.v).norm(), 2e-5);
  EXPECT_LT((motion.q(motion.duration(), 1) - *problem.goal.v).norm(), 2e-5);
}

TEST(Replanner, SlowsDownFromAStateBeyondItsVelocityLimit) {
  const MotionProblem problem = reach();
  Replanner replanner(problem);
  ArmState now{*problem.start.q, Eigen::VectorXd::Zero(7)};
  now.v[0] = 1.01 * problem.limits.velocity[0];
  const Replan plan = replanner.plan(now, *problem.goal.q);
  EXPECT_FALSE(plan.usable);
  EXPECT_FALSE(plan.optimal);
  ASSERT_TRUE(plan.beyond);
  EXPECT_EQ(plan.beyond->of.kind, LimitKind::velocity);
  EXPECT_EQ(plan.beyond->of.place, LimitPlace::start);
  EXPECT_EQ(plan.beyond->of.name, problem.model.coordinates()[0].name);
  EXPECT_NEAR(plan.beyond->violation, 0.01, 1e-12);
  EXPECT_NEAR(plan.motion.q(0.0, 1)[0], now.v[0], 1e-6);
  EXPECT_LE(plan.motion.q(0.1 * plan.motion.duration(), 1)[0], problem.limits.velocity[0]);
}

TEST(Replanner, NothingIsUsableAtTwiceTheVelocityLimitOrBeyondPositions) {
  const MotionProblem problem = reach();
  const ArmState rest{*problem.start.q, Eigen::VectorXd::Zero(7)};
  ArmState fast = rest, outside = rest;
  fast.v[2] = -2.0 * problem.limits.velocity[2];
  outside.q[4] = problem.limits.upper[4] + 0.1;
  for (const ArmState& now : {fast, outside}) {
    Replanner replanner(problem);
    const Replan plan = replanner.plan(now, *problem.goal.q);
    EXPECT_FALSE(plan.usable);
    EXPECT_FALSE(plan.optimal);
    ASSERT_TRUE(plan.beyond);
    EXPECT_EQ(plan.beyond->of.place, LimitPlace::start);
  }
  Eigen::VectorXd goal = *problem.goal.q;
  goal[1] = problem.limits.upper[1] + 1e-3;
  Replanner replanner(problem);
  const Replan none = replanner.plan(rest, goal);
  EXPECT_FALSE(none.usable);
  EXPECT_FALSE(none.optimal);
  EXPECT_EQ(none.motion.q.dofs(), 0);
  ASSERT_TRUE(none.beyond);
  EXPECT_EQ(none.beyond->of.kind, LimitKind::position);
  EXPECT_EQ(none.beyond->of.place, LimitPlace::goal);
  EXPECT_EQ(none.beyond->value, goal[1]);
  EXPECT_EQ(none.beyond->bound, problem.limits.upper[1]);
  // On a limit is within it, and the replanner goes on after what it could not do.
  goal[1] = problem.limits.upper[1];
  EXPECT_FALSE(replanner.plan(rest, goal).beyond);
  EXPECT_TRUE(replanner.plan(rest, *problem.goal.q).usable);
}

TEST(Replanner, WithoutTimeItSaysThatItHasNothing) {
  const MotionProblem problem = reach();
  Replanner replanner(problem, {.max_seconds = 0.0});
  const Replan none = replanner.plan({*problem.start.q, Eigen::VectorXd::Zero(7)}, *problem.goal.q);
  EXPECT_FALSE(none.optimal);
  EXPECT_LE(none.iterations, 1);
}

TEST(Replanner, RefusesWhatItDoesNotKnow) {
  MotionProblem problem = reach();
  EXPECT_THROW(Replanner(problem).plan({Eigen::VectorXd::Zero(2), Eigen::VectorXd::Zero(7)},
                                       *problem.goal.q),
               Error);
  problem.waypoints.emplace_back();
  problem.waypoints.back().condition.q = *problem.goal.q;
  EXPECT_THROW(Replanner{problem}, Error);
}

}  // namespace alembert::test::interior_point_motion_test
