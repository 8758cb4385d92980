// What runs in several threads: the same bits for any number of them, and nothing shared that is
// written. `cmake --preset threads` builds this with the thread sanitizer in everything of ours.
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>

#include "alembert/batch.hpp"
#include "alembert/io.hpp"
#include "alembert/motion.hpp"
#include "motion/transcribe.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::threads_test {

Model seven_axis() { return compile(load_robot(ALEMBERT_SOURCE_DIR "/models/seven_axis.yaml")); }

/// Every kind of term: torque, power, effort, energy, jerk, path, distance, pose.
MotionProblem rich_problem() {
  MotionProblem problem(seven_axis());
  const int n = problem.model.dofs();
  problem.start.q = Eigen::VectorXd::Constant(n, 0.1);
  problem.goal.q = Eigen::VectorXd::Constant(n, 0.6);
  problem.minimize = {.time = 1.0,
                      .effort = 1e-4,
                      .energy = 1e-3,
                      .jerk = 1e-7,
                      .path_length = 0.1,
                      .path_frame = problem.model.frame("flange")};
  problem.limits.power.setConstant(n, 300.0);
  problem.clearance.arm.push_back(
      {"hand", problem.model.frame("flange"), Solid::sphere({0.0, 0.0, 0.0}, 0.1)});
  problem.clearance.arm.push_back({"elbow", problem.model.frame("joint4"),
                                   Solid::capsule({0.0, 0.0, -0.1}, {0.0, 0.0, 0.1}, 0.05)});
  problem.clearance.self_pairs = {{0, 1}};
  problem.clearance.obstacles.push_back(
      {"post", Solid::capsule({1.0, 1.0, 0.0}, {1.0, 1.0, 1.0}, 0.1)});
  problem.clearance.obstacles.push_back({"box", Solid::box({0.4, -0.5, 0.3}, {0.2, 0.3, 0.4})});
  return problem;
}

struct Evaluation {
  double objective = 0.0;
  Eigen::VectorXd gradient, constraints, jacobian, hessian;
};

Evaluation evaluate(const Task& task, int threads) {
  MotionProgram program =
      transcribe(task, time_shares(task.problem()), 1.0, std::make_shared<Workers>(threads));
  Random random(5);
  Eigen::VectorXd x = random.values(program.variable_count(), 0.5);
  x[program.time_index(0)] = 1.2;
  const Eigen::VectorXd multipliers = random.values(program.constraint_count());
  Evaluation out;
  out.gradient.resize(x.size());
  out.constraints.resize(program.constraint_count());
  out.jacobian.resize(program.jacobian_pattern().size());
  out.hessian.resize(program.hessian_pattern().size());
  out.objective = program.objective(x);
  program.gradient(x, out.gradient);
  program.constraints(x, out.constraints);
  program.jacobian(x, out.jacobian);
  program.hessian(x, 0.7, multipliers, out.hessian);
  return out;
}

TEST(Threads, NodesGiveTheSameBitsForAnyNumberOfThem) {
  const Task task(rich_problem());
  const Evaluation one = evaluate(task, 1);
  EXPECT_TRUE(one.hessian.allFinite());
  for (const int threads : {2, 3, 7}) {
    const Evaluation many = evaluate(task, threads);
    EXPECT_EQ(many.objective, one.objective) << threads;
    EXPECT_EQ(many.gradient, one.gradient) << threads;
    EXPECT_EQ(many.constraints, one.constraints) << threads;
    EXPECT_EQ(many.jacobian, one.jacobian) << threads;
    EXPECT_EQ(many.hessian, one.hessian) << threads;
  }
}

TEST(Threads, OneTaskIsEvaluatedByManyProgramsAtOnce) {
  const Task task(rich_problem());
  const Evaluation alone = evaluate(task, 1);
  std::vector<Evaluation> found(4);
  std::vector<std::thread> threads;
  for (Evaluation& one : found) threads.emplace_back([&] { one = evaluate(task, 2); });
  for (std::thread& thread : threads) thread.join();
  for (const Evaluation& one : found) EXPECT_EQ(one.hessian, alone.hessian);
}

TEST(Threads, SolvesAtOnceInOneProcessFindWhatEachFindsAlone) {
  MotionProblem problem(seven_axis());
  problem.start.q = (Eigen::VectorXd(7) << 0, -0.8, 0, -2.3, 0, 1.6, 0.8).finished();
  problem.goal.q = (Eigen::VectorXd(7) << 0.5, -0.4, 0.2, -1.9, 0.1, 1.9, 0.3).finished();
  const Solution alone = solve(problem);
  ASSERT_EQ(alone.status, MotionStatus::solved);
  std::vector<Solution> found(3);
  std::vector<std::thread> threads;
  for (Solution& one : found) threads.emplace_back([&] { one = solve(problem); });
  for (std::thread& thread : threads) thread.join();
  for (const Solution& one : found) {
    EXPECT_EQ(one.motion.q.control_points(), alone.motion.q.control_points());
  }
}

TEST(Threads, BatchesGiveTheSameBitsForAnyNumberOfThem) {
  const Model model = seven_axis();
  Random random(6);
  const int samples = 20000, n = model.dofs();  // enough for four threads to be worth waking
  RowMatrix<double> q(samples, n), v(samples, n), a(samples, n), one(samples, n), many;
  for (int k = 0; k < samples; ++k) {
    q.row(k) = random.values(n).transpose();
    v.row(k) = random.values(n).transpose();
    a.row(k) = random.values(n).transpose();
  }
  many = one;
  Batch<double>(model, 1).inverse_dynamics(q, v, a, one);
  Batch<double> batch(model, 4);
  for (int call = 0; call < 3; ++call) {  // the same threads each time
    many.setZero();
    batch.inverse_dynamics(q, v, a, many);
    EXPECT_EQ(one, many);
  }
}

TEST(Workers, AreNoMoreThanAsked) {
  Workers workers(4);
  std::vector<int> by(100, -1);
  for (const int most : {1, 2, 4, 9}) {
    workers.run(100, most,
                [&](int worker, int item) { by[static_cast<std::size_t>(item)] = worker; });
    EXPECT_EQ(by.front(), 0);
    EXPECT_EQ(by.back(), std::min(most, 4) - 1);
  }
}

TEST(Workers, HelpUntilNothingIsLeft) {
  Workers workers(4);
  for (int repeat = 0; repeat < 200; ++repeat) {
    std::vector<int> done(64, 0);
    std::atomic<int> next{0};
    workers.help(4, [&](int) {
      for (int k = next++; k < 64; k = next++) ++done[static_cast<std::size_t>(k)];
    });
    EXPECT_EQ(done, std::vector<int>(64, 1)) << repeat;
  }
}

TEST(Workers, ThrowAgainWhatAJobThrew) {
  Workers workers(3);
  EXPECT_THROW(workers.run(10,
                           [](int, int item) {
                             if (item == 7) throw std::runtime_error("seven");
                           }),
               std::runtime_error);
  std::vector<int> done(10);
  workers.run(10, [&](int, int item) { done[static_cast<std::size_t>(item)] = item; });
  EXPECT_EQ(done.back(), 9);
}

}  // namespace alembert::test::threads_test
