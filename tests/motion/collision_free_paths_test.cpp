// Ways around obstacles: of each leg alone, given up when told to, and not found is not clear.
#include "motion/collision_free_paths.hpp"

#include <gtest/gtest.h>

#include <chrono>

#include "alembert/motion.hpp"
#include "motion/guess.hpp"
#include "support/planar_arms.hpp"

namespace alembert::test::collision_free_paths_test {

using Eigen::Vector2d;
using Eigen::VectorXd;

/// Two links of a metre in the plane, and a post beside them.
MotionProblem around_a_post() {
  MotionProblem problem(with_gravity(elbow_arm(1.0, 1.0), Eigen::Vector3d::Zero()));
  problem.limits.velocity.setConstant(2.0);
  problem.limits.acceleration.setConstant(8.0);
  for (const char* link : {"link1", "link2"}) {
    problem.clearance.arm.push_back(
        {link, problem.model.frame(link), Solid::capsule({0.1, 0, 0}, {1, 0, 0}, 0.02)});
  }
  problem.clearance.obstacles = {{"post", Solid::sphere({1.5, 0.0, 0.0}, 0.1)}};
  problem.start.q = Vector2d(-0.6, 0.0);
  problem.goal.q = Vector2d(0.6, 0.0);
  return problem;
}

/// The post is a wall from end to end: no way leads past it.
MotionProblem before_a_wall() {
  MotionProblem problem = around_a_post();
  problem.clearance.obstacles = {
      {"wall", Solid::box({0.15, 0.0, 0.0}, {0.02, 0.001, 1.0})},
      {"rest of the wall", Solid::box({1.1, 0.0, 0.0}, {1.9, 0.001, 1.0})}};
  problem.limits.lower.setConstant(-1.5);
  problem.limits.upper.setConstant(1.5);
  return problem;
}

TEST(CollisionFreePaths, OfALegDoNotDependOnTheLegBefore) {
  const Task task(around_a_post());
  const VectorXd start = *task.problem().start.q, goal = *task.problem().goal.q;
  const VectorXd far = Vector2d(40.0, 40.0), farther = Vector2d(45.0, 41.0);
  CollisionFreePaths fresh(task), used(task);
  const auto first = fresh.find(start, goal, 7);
  ASSERT_TRUE(first);
  used.find(far, farther, 3);  // joints without limits: the next leg is elsewhere
  const auto second = used.find(start, goal, 7);
  ASSERT_TRUE(second);
  EXPECT_EQ(*first, *second);
}

TEST(CollisionFreePaths, StraightIsStraightAfterASearchToo) {
  const Task task(around_a_post());
  // Past the post at half the slack that a search keeps.
  const double beside = std::asin((0.1 + 0.02 + 0.005) / 1.5);
  const VectorXd from = Vector2d(-1.0, 0.0), to = Vector2d(-beside, 0.0);
  CollisionFreePaths clear(task);
  EXPECT_TRUE(clear.straight(from, to));
  clear.find(*task.problem().start.q, *task.problem().goal.q, 1);
  EXPECT_TRUE(clear.straight(from, to));
}

TEST(CollisionFreePaths, NotFoundIsNotClear) {
  const Task task(before_a_wall());
  const GuessedPlaces places = guess_places(task);
  EXPECT_FALSE(straight_lines_are_clear(task, places));
  EXPECT_FALSE(by_collision_free_paths(task, places, 1, nullptr));
  EXPECT_FALSE(straight_lines_are_clear(Task(around_a_post()), places));
  EXPECT_TRUE(by_collision_free_paths(Task(around_a_post()), places, 1, nullptr));
}

TEST(CollisionFreePaths, AreGivenUpWhenToldTo) {
  const Task task(before_a_wall());
  int asked = 0;
  CollisionFreePaths clear(task, [&] { return ++asked < 5; });
  EXPECT_FALSE(clear.find(*task.problem().start.q, *task.problem().goal.q, 1));
  EXPECT_EQ(asked, 5);
}

TEST(CollisionFreePaths, MaxSecondsCheckpointsAndListenersAreHeardWhileOneIsLookedFor) {
  struct Enough {};
  const MotionProblem problem = before_a_wall();
  int iteration = 0, between = 0;
  SolveOptions options;
  options.on_progress = [&](const MotionProgress& now) {
    if (now.iteration == iteration) ++between;
    iteration = now.iteration;
    return true;
  };
  const Solution whole = solve(problem, options);
  EXPECT_NE(whole.status, MotionStatus::solved);
  EXPECT_GT(between, 0) << "nobody was asked between iterations";

  options.on_progress = [&, last = -1](const MotionProgress& now) mutable {
    const bool again = now.iteration == last;  // of no solver
    last = now.iteration;
    return !again;
  };
  EXPECT_EQ(solve(problem, options).status, MotionStatus::interrupted);

  options.on_progress = nullptr;
  options.checkpoint = [] { throw Enough{}; };
  EXPECT_THROW((void)solve(problem, options), Enough);
}

}  // namespace alembert::test::collision_free_paths_test
