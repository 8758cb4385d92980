// The structured method on programs of motions: Ipopt's optimum, a band, and one answer after the
// other.
#include <gtest/gtest.h>

#include "alembert/io.hpp"
#include "alembert/replanner.hpp"
#include "motion/guess.hpp"
#include "motion/interior_point/interior_point.hpp"
#include "motion/ipopt_solver.hpp"

namespace alembert::test {
namespace {

MotionProblem reach() {
  MotionProblem problem(
      compile(load_robot(std::string(ALEMBERT_SOURCE_DIR "/models/seven_axis.yaml"))));
  problem.spline.segments = 20;
  problem.spline.knots = SplineOptions::Knots::uniform;
  problem.start.q = Eigen::VectorXd::Constant(7, -0.2);
  problem.goal.q = Eigen::VectorXd::LinSpaced(7, 0.1, 0.7);
  return problem;
}

TEST(InteriorPointOnMotions, EndsAtIpoptsOptimumInABand) {
  const Task task(reach());
  const GuessedPlaces places = guess_places(task);
  const double duration = guess_duration(task.problem(), places);
  MotionProgram program =
      transcribe(task, time_shares(task.problem()), duration, std::make_shared<Workers>(1));
  EXPECT_EQ(UnknownOrder(program).bandwidth, 4 * 7 - 1);
  Eigen::VectorXd x = guess_unknowns(task.problem(), places, program, duration, 0.0, 1);
  slow_down(task.problem(), program, x, 1.0);
  const NlpPoint from{x, {}, {}, {}};
  const NlpResult own = InteriorPoint(program).solve(from, NlpStart::cold, {});
  const NlpResult ipopt = solve_with_ipopt(program, from, NlpStart::cold, {});
  EXPECT_EQ(own.status, NlpResult::Status::solved);
  EXPECT_EQ(own.method, SolverMethod::structured);
  EXPECT_NEAR(own.objective, ipopt.objective, 1e-5 * ipopt.objective);
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

}  // namespace
}  // namespace alembert::test
