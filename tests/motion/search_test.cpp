// How answers are found: warm starts, several starts, instants that move, ends that repeat.
#include <gtest/gtest.h>

#include <numbers>

#include "alembert/formulation.hpp"
#include "alembert/io.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/motion.hpp"
#include "alembert/motion_file.hpp"
#include "alembert/report.hpp"
#include "alembert/task.hpp"
#include "support/compare.hpp"

namespace alembert::test::search_test {

Model model_of(const char* file) {
  return compile(load_robot(std::string(ALEMBERT_SOURCE_DIR "/models/") + file));
}

MotionProblem lift() {
  MotionProblem problem(model_of("two_link.yaml"));
  problem.start.q = Eigen::Vector2d(-1.2, 0.3);
  problem.goal.q = Eigen::Vector2d(0.4, -1.4);
  return problem;
}

TEST(WarmStart, FromTheAnswerTakesFewerIterationsAndKeepsIt) {
  for (const auto knots : {SplineOptions::Knots::uniform, SplineOptions::Knots::phases}) {
    MotionProblem problem = lift();
    problem.spline.knots = knots;
    problem.waypoints = {{"high", 0.5, {.q = Eigen::Vector2d(1.0, -0.5)}}};
    const Solution cold = solve(problem);
    ASSERT_EQ(cold.status, MotionStatus::solved) << summary(cold);
    SolveOptions options;
    options.initial = cold.motion;
    const Solution warm = solve(problem, options);
    EXPECT_EQ(warm.status, MotionStatus::solved) << summary(warm);
    EXPECT_LT(warm.iterations, cold.iterations);
    EXPECT_NEAR(warm.objective, cold.objective, 1e-4 * cold.objective);
  }
}

TEST(WarmStart, FromAMotionElsewhereStillSolves) {
  MotionProblem problem = lift();
  SolveOptions options;
  options.initial = solve(problem).motion;
  problem.goal.q = Eigen::Vector2d(1.5, 0.5);
  problem.spline.segments = 30;
  EXPECT_EQ(solve(problem, options).status, MotionStatus::solved);
}

// The searches are asked to end after the first answers; what they had by then is not lost.
TEST(WarmStart, OfALoopFromAMotionOfOtherStagesStillSolves) {
  const MotionFile file = load_motion_problem(ALEMBERT_SOURCE_DIR "/examples/four_bar.yaml");
  std::vector<MotionProblem> problems(4, file.problem);
  const Load push{.frame = file.problem.cut_joints.front().frame_b, .force = {0.5, 0.0, 0.0}};
  problems[1].loads = {{push, {0.25, 0.5}}};
  problems[2].loads = {{push, {0.75, 1.0}}};
  problems[3].loads = {{push, {0.5, 1.0}}};
  std::vector<Solution> cold;
  for (const MotionProblem& problem : problems) {
    cold.push_back(solve(problem, file.options));
    ASSERT_EQ(cold.back().status, MotionStatus::solved) << summary(cold.back());
    EXPECT_EQ(cold.back().motion.forces.size(), Task(problem, cold.back().motion).stages().size());
  }
  for (std::size_t to = 0; to < problems.size(); ++to) {
    for (const Solution& from : cold) {
      SolveOptions options = file.options;
      options.initial = from.motion;
      const Solution warm = solve(problems[to], options);
      ASSERT_EQ(warm.status, MotionStatus::solved) << summary(warm);
      EXPECT_NEAR(warm.objective, cold[to].objective, 1e-4 * cold[to].objective);
    }
  }
}

TEST(Starts, StoppedEarlyKeepTheBestThatWasFound) {
  MotionProblem problem = lift();
  const Solution whole = solve(problem);
  SolveOptions options;
  options.starts = 400;
  int finished = 0;
  options.on_progress = [&](const MotionProgress& progress) {
    finished = progress.iteration;
    return finished < 3;
  };
  const Solution stopped = solve(problem, options);
  EXPECT_LT(finished, 400);
  EXPECT_EQ(stopped.status, MotionStatus::interrupted);
  EXPECT_LE(stopped.largest_violation, 1e-4) << summary(stopped);
  EXPECT_LE(stopped.objective, whole.objective * (1.0 + 1e-6));
  EXPECT_NE(message(stopped).find("limits checked at"), std::string::npos) << message(stopped);
}

/// Last first, as a caller's own executor may choose.
class Backwards : public Executor {
 public:
  int width() const override { return 3; }
  std::vector<Answer> run(int count, const Job& job, const Watch& watch) override {
    std::vector<Answer> answers(static_cast<std::size_t>(count));
    for (int i = count; i-- > 0;) {
      answers[static_cast<std::size_t>(i)] = job(i, [] { return true; });
      watch(answers);
    }
    return answers;
  }
};

TEST(Starts, AreReproducibleBitForBitWhateverRunsThem) {
  MotionProblem problem = lift();
  SolveOptions options;
  options.starts = 4;
  const Solution in_turn = solve(problem, options);
  options.executor = std::make_shared<Backwards>();
  options.threads = 3;
  const Solution backwards = solve(problem, options);
  EXPECT_EQ(in_turn.start, backwards.start);
  EXPECT_EQ(in_turn.motion.q.control_points(), backwards.motion.q.control_points());
  EXPECT_EQ(in_turn.history.size(), backwards.history.size());
  ASSERT_EQ(in_turn.starts.size(), 4u);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(in_turn.starts[k].objective, backwards.starts[k].objective);
    if (!in_turn.starts[k].solved) continue;
    EXPECT_GE(in_turn.starts[k].objective,
              in_turn.starts[static_cast<std::size_t>(in_turn.start)].objective);
  }
}

TEST(Phases, FindABetterInstantForAWaypoint) {
  MotionProblem problem = lift();
  Waypoint near_start{"near", 0.5, {.q = Eigen::Vector2d(-1.0, 0.2)}};
  near_start.condition.v = Eigen::Vector2d::Zero();
  problem.waypoints = {near_start};
  const Solution even = solve(problem);
  problem.spline.knots = SplineOptions::Knots::phases;
  const Solution own = solve(problem);
  ASSERT_EQ(even.status, MotionStatus::solved) << summary(even);
  ASSERT_EQ(own.status, MotionStatus::solved) << summary(own);
  EXPECT_LT(own.objective, 0.8 * even.objective);
  const double instant = own.motion.q.knots()[3 + 10];
  EXPECT_LT(instant, 0.4 * own.motion.duration());
  EXPECT_LT((own.motion.q(instant) - *near_start.condition.q).norm(), 1e-6);
  EXPECT_LT(own.motion.q(instant, 1).norm(), 1e-5);
}

TEST(Repetition, AHalfStepEndsWithItsSidesSwapped) {
  MotionProblem problem = lift();
  problem.goal = {};
  problem.repetition = Repetition{{1, 0}, Eigen::Vector2d(1.0, -1.0)};
  problem.start.q = Eigen::Vector2d(-1.2, 0.3);
  problem.start.any_velocity = true;
  problem.duration = {0.8, 0.8, {}};
  problem.minimize = {.time = 0.0, .effort = 1.0};
  const Solution solution = solve(problem);
  ASSERT_EQ(solution.status, MotionStatus::solved) << summary(solution);
  for (int order = 0; order < 3; ++order) {
    const Eigen::VectorXd begin = solution.motion.q(0.0, order);
    const Eigen::VectorXd end = solution.motion.q(solution.motion.q.end(), order);
    EXPECT_NEAR(end[0], begin[1], 1e-5) << order;
    EXPECT_NEAR(end[1], -begin[0], 1e-5) << order;
  }
}

TEST(Limits, OnPowerAndJerkHoldEverywhereAndCostTime) {
  MotionProblem problem = lift();
  const double unlimited = solve(problem).objective;
  problem.limits.power.setConstant(12.0);
  problem.limits.jerk.setConstant(400.0);
  const Solution solution = solve(problem);
  ASSERT_EQ(solution.status, MotionStatus::solved) << summary(solution);
  EXPECT_GT(solution.objective, 1.02 * unlimited);
  const auto& kane = Formulations::get("kane");
  const BSpline& q = solution.motion.q;
  Eigen::VectorXd tau(2);
  double power = 0.0, jerk = 0.0;
  for (int i = 0; i <= 4000; ++i) {
    const double t = q.duration() * i / 4000;
    kane(problem.model, q(t), q(t, 1), q(t, 2), tau);
    raise(power, largest(tau.cwiseProduct(q(t, 1))));
    raise(jerk, largest(q(t, 3)));
  }
  EXPECT_LE(power, 12.0 * 1.0001);
  EXPECT_LE(jerk, 400.0 * 1.00001);
  EXPECT_GE(power, 12.0 * 0.99);  // both bite
  EXPECT_GE(jerk, 400.0 * 0.99);
}

TEST(Orientation, AloneIsReachedToAMillionth) {
  MotionProblem problem(model_of("seven_axis.yaml"));
  problem.start.q = (Eigen::VectorXd(7) << 0, -0.8, 0, -2.3, 0, 1.6, 0.8).finished();
  for (const Eigen::Vector3d& axis :
       {Eigen::Vector3d(1, 0, 0), Eigen::Vector3d(0, 1, 0), Eigen::Vector3d(0.6, 0, 0.8)}) {
    const Eigen::Matrix3d target = (Eigen::AngleAxisd(1.8, axis) *
                                    Eigen::AngleAxisd(std::numbers::pi, Eigen::Vector3d::UnitX()))
                                       .toRotationMatrix();
    problem.goal.pose = FrameTarget{problem.model.frame("flange"), {}, target};
    const Solution solution = solve(problem);
    ASSERT_EQ(solution.status, MotionStatus::solved) << summary(solution);
    Kinematics kinematics(problem.model);
    kinematics.update(solution.motion.q(solution.motion.q.end()));
    const Eigen::Matrix3d R = kinematics.pose(problem.model.frame("flange")).linear();
    EXPECT_LT(largest_difference(R, target), 1e-6);
  }
}

TEST(Duration, OfAMotionThatTakesNoTimeIsExplained) {
  MotionProblem problem = lift();
  problem.goal.q = problem.start.q;
  const Solution solution = solve(problem);
  EXPECT_EQ(solution.status, MotionStatus::solved);
  EXPECT_NE(message(solution).find("nothing on the way takes time"), std::string::npos)
      << message(solution);
}

}  // namespace alembert::test::search_test
