// A motion is looked at on its own grid, or not at all: every entry point is handed motions of
// other segments, degrees, coordinates and forces than its task's.
#include <gtest/gtest.h>

#include <functional>
#include <numbers>

#include "alembert/constant_rate.hpp"
#include "alembert/error.hpp"
#include "alembert/io.hpp"
#include "alembert/motion.hpp"
#include "alembert/motion_file.hpp"
#include "alembert/report.hpp"
#include "alembert/simulate.hpp"
#include "alembert/verify.hpp"
#include "motion/search_answer.hpp"
#include "support/planar_arms.hpp"
#include "support/random_mechanism.hpp"

namespace alembert::test::own_grid_test {

/// Two links; only the torque of the first joint is limited.
MotionProblem elbow(int segments) {
  MotionProblem problem(elbow_arm(1.0, 1.0));
  problem.start.q = Eigen::Vector2d(0.0, 0.0);
  problem.goal.q = Eigen::Vector2d(1.0, 0.5);
  problem.limits.torque_upper = Eigen::Vector2d(60.0, infinity);
  problem.limits.torque_lower = -problem.limits.torque_upper;
  problem.spline.segments = segments;
  return problem;
}

/// At rest, but for a jerk of the first joint late in the motion.
Trajectory late_jerk(int segments, int degree, double size) {
  Eigen::MatrixXd points = Eigen::MatrixXd::Zero(segments + degree, 2);
  points(std::max(2, segments - 2), 0) = size;  // ends stay at rest
  const Eigen::VectorXd knots = BSpline::clamped_knots(degree, segments, 1.0);
  return {BSpline(degree, knots, points)};
}

/// As the task of the motion itself sees it.
double largest_torque(const MotionProblem& problem, const Trajectory& motion) {
  double most = 0.0;
  for (const MotionSample& at : sample(Task(problem, motion), motion, 20'001)) {
    most = std::max(most, std::abs(at.tau[0]));
  }
  return most;
}

TEST(OwnGrid, ProofsSeeTheWholeMotionWhateverTheTasksGrid) {
  for (const int asked : {2, 7, 20, 90}) {
    for (const auto& [segments, degree] : {std::pair{40, 3}, {40, 5}, {5, 4}, {1, 5}, {20, 2}}) {
      const MotionProblem problem = elbow(asked);
      const Trajectory motion = late_jerk(segments, degree, 0.05);
      const double most = largest_torque(problem, motion);
      for (const double share : {1.001, 0.999}) {
        MotionProblem limited = problem;
        limited.limits.torque_upper[0] = share * most;
        limited.limits.torque_lower[0] = -share * most;
        EXPECT_EQ(prove(Task(limited), motion).holds(), share > 1.0)
            << asked << " segments asked, " << segments << " of degree " << degree;
      }
    }
  }
}

TEST(OwnGrid, SamplesVerificationSetPointsAndSimulationFollowTheMotion) {
  const Trajectory motion = late_jerk(40, 5, 0.05);
  const Task other(elbow(12)), own(elbow(12), motion);
  EXPECT_EQ(own.problem().spline.segments, 40);
  EXPECT_EQ(own.problem().spline.degree, 5);
  const auto torques = [&](const std::vector<MotionSample>& samples) {
    Eigen::VectorXd all(static_cast<Eigen::Index>(samples.size()));
    for (std::size_t i = 0; i < samples.size(); ++i) {
      all[static_cast<Eigen::Index>(i)] = samples[i].tau[0];
    }
    return all;
  };
  EXPECT_EQ(torques(sample(other, motion, 301)), torques(sample(own, motion, 301)));
  EXPECT_EQ(torques(at_constant_rate(other, motion, 500.0)),
            torques(at_constant_rate(own, motion, 500.0)));
  EXPECT_LT(verify(other, motion).position_error, 1e-9);
  EXPECT_LT(verify(elbow(3), motion).position_error, 1e-9);
  const Simulation run = simulate(elbow(12), motion);
  EXPECT_FALSE(run.diverged);
  EXPECT_NEAR(run.end, 1.0, 1e-12);
}

/// What is in hand in the second half is in hand there on any grid.
TEST(OwnGrid, StagesAreThoseOfTheMotionsSegments) {
  MotionProblem problem = elbow(7);
  Inertia body;
  body.mass = 2.0;
  problem.carried.push_back({.name = "part",
                             .frame = problem.model.frame("link2"),
                             .inertia = body,
                             .during = {0.5, 1.0}});
  const Trajectory motion = late_jerk(40, 3, 0.0);
  const std::vector<MotionSample> samples = sample(Task(problem), motion, 101);
  EXPECT_LT(samples[49].tau[0], samples[51].tau[0] - 1.0);
  EXPECT_EQ(samples[2].tau[0], samples[49].tau[0]);
  EXPECT_LT(verify(problem, motion, {.restart = true}).position_error, 1e-9);
  EXPECT_FALSE(simulate(problem, motion, {.control = {.rate = 1000.0}}).diverged);
}

void expect_refused(const std::function<void()>& call, const std::string& words) {
  try {
    call();
    ADD_FAILURE() << "nothing was refused: " << words;
  } catch (const Error& error) {
    EXPECT_NE(error.reason().find(words), std::string::npos) << error.reason();
  }
}

void expect_refused_everywhere(const MotionProblem& problem, const Trajectory& motion,
                               const std::string& words) {
  const Task task(problem);
  expect_refused([&] { (void)prove(task, motion); }, words);
  expect_refused([&] { sample(task, motion, 10); }, words);
  expect_refused([&] { sample(problem, motion, 10); }, words);
  expect_refused([&] { (void)verify(task, motion); }, words);
  expect_refused([&] { (void)verify(problem, motion); }, words);
  expect_refused([&] { at_constant_rate(task, motion, 100.0); }, words);
  expect_refused([&] { Task(problem, motion); }, words);
  if (problem.cut_joints.empty()) expect_refused([&] { (void)simulate(problem, motion); }, words);
}

TEST(OwnGrid, MotionsOfAnotherRobotAreRefused) {
  const Eigen::VectorXd knots = BSpline::clamped_knots(3, 20, 1.0);
  const BSpline three(3, knots, Eigen::MatrixXd::Zero(23, 3));
  expect_refused_everywhere(elbow(20), {three}, "3 coordinates, the robot 2");
  expect_refused_everywhere(elbow(20), {BSpline()}, "empty");
}

TEST(OwnGrid, LoopsWithoutTheirForcesAreRefusedAndTreesWithForces) {
  const MotionFile file = load_motion_problem(ALEMBERT_SOURCE_DIR "/examples/four_bar.yaml");
  const Solution solution = solve(file.problem, file.options);
  ASSERT_EQ(solution.status, MotionStatus::solved) << summary(solution);
  ASSERT_EQ(solution.motion.forces.size(), 1u);
  const BSpline& forces = solution.motion.forces.front();
  expect_refused_everywhere(file.problem, {solution.motion.q, {}}, "stage by stage: none; the");
  const Eigen::MatrixXd fewer = forces.control_points().leftCols(1);
  expect_refused_everywhere(file.problem,
                            {solution.motion.q, {BSpline(forces.degree(), forces.knots(), fewer)}},
                            "stage by stage: 1; the problem: 2");
  expect_refused_everywhere(
      file.problem,
      {solution.motion.q,
       {BSpline(forces.degree(), 2.0 * forces.knots(), forces.control_points())}},
      "other knots");
  MotionProblem tree = file.problem;
  tree.cut_joints.clear();
  expect_refused_everywhere(tree, solution.motion, "the problem: 0");
}

// Answers of searches that changed their grid.

/// Every limit, by dynamics that share nothing with the library.
void expect_true(const RandomProblem& made, const Solution& solution, int samples = 4000) {
  if (solution.status != MotionStatus::solved) return;
  DenseCheck check(made.robot, made.problem, solution.motion);
  for (const DenseFinding& finding : check.limits(samples)) {
    EXPECT_FALSE(finding.broken())
        << "seed " << made.seed << ", " << made.arm << ": " << finding.what << " " << finding.of
        << " by " << finding.excess << " of " << finding.limit << " at " << finding.time;
  }
}

/// A limit a hair below what the motion needs is seen to be passed, wherever that is.
void expect_seen_everywhere(const RandomProblem& made, const Solution& solution) {
  const std::vector<MotionSample> samples = sample(made.problem, solution.motion, 2001);
  for (int j = 0; j < made.problem.model.dofs(); ++j) {
    double most = 0.0;
    for (const MotionSample& at : samples) most = std::max(most, at.tau[j]);
    MotionProblem tight = made.problem;
    tight.limits.torque_upper[j] = 0.999 * most;
    if (most < 1e-3 || tight.limits.torque_upper[j] <= tight.limits.torque_lower[j]) continue;
    EXPECT_FALSE(prove(Task(tight), solution.motion).holds()) << "seed " << made.seed;
  }
}

TEST(OwnGrid, HeldJointsAreProvenOnTheGridTheyWereFoundOn) {
  int held = 0, finer = 0;
  for (unsigned seed = 6; seed < 60; seed += 6) {
    RandomProblem made = MechanismMaker(seed).large_tree();
    made.problem.spline.segments = 3;
    // Every joint has a profile of its own, and three segments cannot follow them all.
    for (int j = 0; j < made.problem.model.dofs(); ++j) {
      made.problem.limits.velocity[j] = 0.2 + 0.1 * (j % 4);
      made.problem.limits.acceleration[j] = 2.0 + 3.0 * (j % 3);
    }
    const Solution solution = solve(made.problem);
    if (solution.status != MotionStatus::solved) continue;
    held += solution.held_still.empty() ? 0 : 1;
    finer += solution.motion.q.segments() > 3 ? 1 : 0;
    expect_true(made, solution);
    expect_seen_everywhere(made, solution);
  }
  EXPECT_GE(held, 3);
  EXPECT_GE(finer, 3);
}

TEST(OwnGrid, OfSeveralStartsTheBestIsHandedOutOnItsOwnGrid) {
  int finer = 0;
  for (unsigned seed = 1; seed < 9; ++seed) {
    RandomProblem made =
        random_problem(seed, {.models = ALEMBERT_SOURCE_DIR "/models", .only_profiles = true});
    made.problem.spline.segments = 6;
    for (const int rounds : {SolveOptions().max_rounds, 0}) {
      SolveOptions options;
      options.starts = 2;
      options.max_rounds = rounds;
      const Solution solution = solve(made.problem, options);
      if (solution.status != MotionStatus::solved) continue;
      finer += solution.motion.q.segments() != 6 ? 1 : 0;
      expect_true(made, solution);
      expect_seen_everywhere(made, solution);
    }
  }
  EXPECT_GE(finer, 4);
}

TEST(OwnGrid, AnAcrobotOfSeveralStartsIsNoControlPointLong) {
  MotionProblem problem(compile(load_robot(ALEMBERT_SOURCE_DIR "/models/two_link.yaml")));
  problem.limits.torque_lower[0] = problem.limits.torque_upper[0] = 0.0;
  problem.limits.velocity.setConstant(20.0);
  problem.start.q = Eigen::Vector2d(-std::numbers::pi / 2, 0.0);
  problem.goal.q = Eigen::Vector2d(std::numbers::pi / 2, 0.0);
  problem.minimize.effort = 0.01;
  SolveOptions options;
  options.starts = 2;
  const Solution one = solve(problem), two = solve(problem, options);
  ASSERT_EQ(one.status, MotionStatus::solved) << summary(one);
  EXPECT_EQ(two.status, MotionStatus::solved) << summary(two);
  EXPECT_EQ(two.motion.q.degree(), one.motion.q.degree());
  EXPECT_LE(two.objective, one.objective * (1.0 + 1e-9));
  EXPECT_LT(verify(problem, two.motion, {.restart = true}).position_error, 1e-4);
}

TEST(SearchAnswer, ComesBackToTheLastBitAndRefusesAPartOfItself) {
  SearchAnswer answer;
  answer.status = NlpResult::Status::acceptable;
  answer.method = SolverMethod::ipopt;
  answer.objective = 1.0 / 3.0;
  answer.shortfall = infinity;
  answer.spline = {.degree = 5, .segments = 2, .knots = SplineOptions::Knots::phases};
  answer.shares = Eigen::MatrixXd::Constant(2, 1, 0.5);
  answer.x = Eigen::Vector3d(1e-300, -0.1, std::nextafter(2.0, 3.0));
  answer.history = {{1, 2, 3.5, infinity}};
  const std::string text = write_answer(answer);
  const SearchAnswer again = read_answer(text);
  EXPECT_EQ(write_answer(again), text);
  EXPECT_EQ(again.x, answer.x);
  EXPECT_EQ(again.shortfall, infinity);
  EXPECT_EQ(again.spline.degree, 5);
  EXPECT_EQ(again.history.at(0).violation, infinity);
  for (std::size_t size = 0; size < text.size(); size += 7) {
    EXPECT_THROW(read_answer(text.substr(0, size)), Error) << size;
  }
  EXPECT_THROW(read_answer(text + "x"), Error);
}

}  // namespace alembert::test::own_grid_test
