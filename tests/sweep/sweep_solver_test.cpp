// Answers of a sweep: those of each problem by itself, in whatever order.
#include <gtest/gtest.h>

#include "alembert/motion.hpp"
#include "alembert/sweep.hpp"
#include "sweep_bench.hpp"

namespace alembert::testing::sweep_solver_test {

const std::string grid =
    "grid:\n"
    "  - {name: x, set: 'goal.q[0]', values: [0.2, 0.4, 0.8]}\n"
    "  - {name: strength, set: limits.acceleration, values: [2, 4]}\n";

TEST(SweepSolver, AnswersAsEachProblemByItselfDoes) {
  const SweepBench bench;
  SweepSolver solver(Sweep::load(bench.sweep(grid)));
  for (std::uint64_t i = 0; i < solver.sweep().size(); ++i) {
    const SweepRecord record = solver.solve(i);
    const MotionFile file = solver.sweep().motion_file(i);
    const Solution alone = solve(file.problem, file.options);
    EXPECT_EQ(record.status, "solved");
    EXPECT_TRUE(record.proven);
    EXPECT_EQ(record.duration, alone.motion.duration());
    EXPECT_EQ(record.objective, alone.objective);
    EXPECT_FALSE(record.limits.empty());
  }
}

TEST(SweepSolver, NeighboursAreTheSameInAnyOrderAndSayWhereTheyBegan) {
  const SweepBench bench;
  bench.write("problem.yaml",
              "alembert: motion/1\nrobot: " ALEMBERT_SOURCE_DIR
              "/models/two_link.yaml\nstart: {q: [0, 0]}\ngoal: {q: [0.5, 0.3]}\n"
              "minimize: {time: 1, effort: 1e-3}\nlimits: {velocity: 3, torque: [14, 7]}\n"
              "spline: {segments: 6}\n");
  const Sweep sweep = Sweep::load(bench.sweep(
      "neighbours: 3\ngrid: [{name: x, set: 'goal.q[0]', from: 0.2, to: 0.7, count: 6}]\n"));
  SweepSolver forward(sweep), backward(sweep);
  std::vector<SweepRecord> first, last(6);
  for (std::uint64_t i = 0; i < 6; ++i) first.push_back(forward.solve(i));
  for (std::uint64_t i = 6; i-- > 0;) last[i] = backward.solve(i);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(sweep_csv_row(first[i]), sweep_csv_row(last[i]));
    EXPECT_EQ(first[i].warm, i % 3 == 0 ? -1 : static_cast<std::int64_t>(i) - 1);
  }
}

TEST(SweepSolver, NeighboursOfOneThatMakesNoSenseAreTheSameInAnyOrder) {
  const SweepBench bench;
  const Sweep sweep = Sweep::load(bench.sweep(
      "neighbours: 4\ngrid: [{name: m, set: carry.mass, values: [1, 1.1, -1, 1.2, 2, 2.1]}]\n"));
  SweepSolver forward(sweep), backward(sweep);
  std::vector<SweepRecord> first, last(6);
  for (std::uint64_t i = 0; i < 6; ++i) first.push_back(forward.solve(i));
  for (std::uint64_t i = 6; i-- > 0;) last[i] = backward.solve(i);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(sweep_csv_row(first[i]), sweep_csv_row(last[i]));
  EXPECT_EQ(first[2].status, "error");
  EXPECT_EQ(first[3].warm, 1);
}

TEST(SweepSolver, ValuesThatMakeNoSenseAreRecordsNotErrors) {
  const SweepBench bench;
  SweepSolver solver(
      Sweep::load(bench.sweep("grid: [{name: m, set: carry.mass, values: [1, -1, 2]}]\n")));
  const SweepRecord record = solver.solve(1);
  EXPECT_EQ(record.status, "error");
  EXPECT_FALSE(record.good);
  EXPECT_NE(record.message.find("mass"), std::string::npos);
  EXPECT_TRUE(solver.solve(2).good);
}

TEST(SweepSolver, GivenMotionsAreProvenOnEveryRobot) {
  const SweepBench bench;
  bench.write("problem.yaml",
              "alembert: motion/1\nrobot: " ALEMBERT_SOURCE_DIR
              "/models/two_link.yaml\nstart: {q: [0, 0]}\ngoal: {q: [0.5, 0.3]}\n"
              "limits: {velocity: 1, acceleration: 4, jerk: 40, torque: [1000, 1000]}\n");
  SweepSolver solver(Sweep::load(bench.sweep(
      "motion: base\ngrid: [{name: t, set: 'limits.torque[0]', values: [1000, 0.01, 900]}]\n")));
  EXPECT_EQ(solver.solve(0).status, "holds");
  const SweepRecord weak = solver.solve(1);
  EXPECT_EQ(weak.status, "violated");
  EXPECT_EQ(weak.cause, "torque of joint1");
  EXPECT_GT(weak.violation, 0.0);
  EXPECT_EQ(solver.solve(2).status, "holds");
}

}  // namespace alembert::testing::sweep_solver_test
