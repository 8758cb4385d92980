// How the best objective changes with numbers of a problem.
#include "alembert/sensitivity.hpp"

#include <gtest/gtest.h>

#include "alembert/error.hpp"
#include "alembert/io.hpp"
#include "alembert/motion.hpp"
#include "alembert/motion_file.hpp"

namespace alembert::test::sensitivity_test {

const std::string folder = ALEMBERT_SOURCE_DIR;

MotionProblem example(const std::string& name) {
  return load_motion_problem(folder + "/examples/" + name).problem;
}

Solution solved(const MotionProblem& problem, const SolveOptions& options = {}) {
  Solution found = solve(problem, options);
  EXPECT_EQ(found.status, MotionStatus::solved) << found.largest_violation;
  return found;
}

template <typename Change>
ChangedProblem changed(const MotionProblem& problem, double step, const Change& change) {
  ChangedProblem out{problem, problem, step};
  change(out.less, -step);
  change(out.more, step);
  return out;
}

/// Without gravity a motion s times as fast takes s^2 the torque: T goes as 1 / sqrt(strength).
TEST(Sensitivity, OfTheFastestTimeToStrengthIsWhatScalingSays) {
  MotionProblem problem(
      compile(load_robot(folder + "/models/two_link.yaml"), {.gravity = Eigen::Vector3d::Zero()}));
  problem.start.q = Eigen::Vector2d(0.0, -2.0);
  problem.goal.q = Eigen::Vector2d(1.0, -1.0);
  problem.spline.knots = SplineOptions::Knots::uniform;
  const Solution found = solved(problem);
  const auto stronger = [](MotionProblem& of, double by) {
    of.limits.torque_lower *= 1.0 + by;
    of.limits.torque_upper *= 1.0 + by;
  };
  const Sensitivity slope = sensitivity(problem, found.motion, {changed(problem, 1e-4, stronger)});
  ASSERT_TRUE(slope.found);
  EXPECT_NEAR(slope.objective, found.motion.duration(), 1e-4);
  EXPECT_NEAR(slope.slopes[0], -0.5 * slope.objective, 1e-6);
  EXPECT_NEAR(slope.by_limit[0], slope.slopes[0], 1e-12) << "time itself knows no strength";
}

/// Against the best motions of other numbers, on the same knots and nodes.
template <typename... Changes>
void expect_differences(const MotionProblem& problem, double step, const Changes&... changes) {
  const Solution found = solved(problem);
  const Sensitivity slope = sensitivity(problem, found.motion, {changed(problem, step, changes)...},
                                        {.by_differences = true});
  ASSERT_TRUE(slope.found);
  for (Eigen::Index k = 0; k < slope.slopes.size(); ++k) {
    EXPECT_GT(std::abs(slope.slopes[k]), 1e-3) << k;
    EXPECT_NEAR(slope.slopes[k], slope.differences[k], 1e-5) << k;
  }
}

TEST(Sensitivity, ToAGoalAWeightAndALimitAgreesWithDifferences) {
  MotionProblem problem = example("xiang_1.yaml");
  expect_differences(
      problem, 1e-4, [](MotionProblem& of, double by) { (*of.goal.q)[0] += by; },
      [](MotionProblem& of, double by) { of.minimize.time *= 1.0 + by; },
      [](MotionProblem& of, double by) { of.limits.torque_upper[0] *= 1.0 + by; });
}

TEST(Sensitivity, ToALoadAndAnObstacleAgreesWithDifferences) {
  MotionProblem problem = example("pick_and_place.yaml");
  ASSERT_FALSE(problem.clearance.obstacles.empty());
  expect_differences(
      problem, 1e-3, [](MotionProblem& of, double by) { of.limits.velocity *= 1.0 + by; },
      [](MotionProblem& of, double by) {
        for (Obstacle& obstacle : of.clearance.obstacles) obstacle.solid.corner.z() += by;
      });
}

TEST(Sensitivity, OfAStepToItsDurationAgreesWithDifferences) {
  expect_differences(example("step_anywhere.yaml"), 1e-3, [](MotionProblem& of, double by) {
    of.duration.shortest += by;
    of.duration.longest += by;
  });
}

TEST(Sensitivity, ToWhatChangesTheShapeOfAProblemIsRefused) {
  MotionProblem problem = example("xiang_1.yaml");
  const Solution found = solved(problem);
  ChangedProblem other{problem, problem, 1e-4};
  other.more.limits.torque_upper[0] = infinity;
  other.more.limits.torque_lower[0] = -infinity;
  EXPECT_THROW(sensitivity(problem, found.motion, {other}), Error);
}

}  // namespace alembert::test::sensitivity_test
