// Sweep files: what they vary, and what is refused before anything runs.
#include <gtest/gtest.h>

#include "alembert/error.hpp"
#include "alembert/sweep.hpp"
#include "sweep_bench.hpp"

namespace alembert::testing::sweep_file_test {

/// The Error of a file that must not be taken; its line is that of `at`.
void refused(const std::string& rest, const std::string& words, int line) {
  const SweepBench bench;
  const std::string file = bench.sweep(rest);
  try {
    Sweep::load(file);
    FAIL() << "taken: " << rest;
  } catch (const Error& bad) {
    EXPECT_NE(bad.reason().find(words), std::string::npos) << bad.what();
    EXPECT_EQ(bad.where().file, file);
    EXPECT_EQ(bad.where().line, line) << bad.what();
    EXPECT_FALSE(bad.fix().empty());
  }
}

TEST(SweepFile, GridsGoThroughEveryCombinationTheLastFastest) {
  const SweepBench bench;
  const Sweep sweep = Sweep::load(
      bench.sweep("grid:\n"
                  "  - {name: x, set: 'goal.q[0]', values: [0.1, 0.2]}\n"
                  "  - {name: speed, set: limits.velocity, from: 0.5, to: 1.5, step: 0.5}\n"));
  ASSERT_EQ(sweep.size(), 6u);
  EXPECT_EQ(sweep.values(0), (std::vector<double>{0.1, 0.5}));
  EXPECT_EQ(sweep.values(1), (std::vector<double>{0.1, 1.0}));
  EXPECT_EQ(sweep.values(5), (std::vector<double>{0.2, 1.5}));
  EXPECT_NE(sweep.problem(5).text.find("goal: {q: [0.2, 20 deg]}"), std::string::npos);
  EXPECT_EQ(sweep.motion_file(5).problem.limits.velocity[0], 1.5);
}

TEST(SweepFile, FactorsMultiplyAndUnitsStay) {
  const SweepBench bench;
  const Sweep sweep = Sweep::load(
      bench.sweep("grid:\n"
                  "  - {name: f, set: ['goal.q[1]', 'carry.mass'], values: [2], times: true}\n"
                  "  - {name: x, set: 'goal.q[0]', values: [10], unit: deg}\n"));
  const MotionFile file = sweep.motion_file(0);
  EXPECT_NEAR((*file.problem.goal.q)[1], 40.0 * M_PI / 180.0, 1e-15);
  EXPECT_NEAR((*file.problem.goal.q)[0], 10.0 * M_PI / 180.0, 1e-15);
  EXPECT_EQ(file.problem.carried.at(0).inertia.mass, 3.0);
}

TEST(SweepFile, NumbersOfTheRobotAreSet) {
  const SweepBench bench;
  const Sweep sweep = Sweep::load(bench.sweep(
      "samples: {count: 3, of: [{name: m, set: {robot: 'joints[joint2].link.mass'}, from: 2, to: "
      "3}]}\n"));
  for (std::uint64_t i = 0; i < 3; ++i) {
    const MotionFile file = sweep.motion_file(i);
    bool found = false;
    for (const Link& link : file.robot.links) {
      found = found || (link.inertia && link.inertia->mass == sweep.values(i)[0]);
    }
    EXPECT_TRUE(found) << sweep.values(i)[0];
  }
  EXPECT_NE(sweep.problem(0).key, sweep.problem(1).key);
}

TEST(SweepFile, TablesGiveARowAProblem) {
  const SweepBench bench;
  bench.write("points.csv", "a,b\n0.1,1\n0.2,2\n");
  const Sweep sweep = Sweep::load(
      bench.sweep("table: {file: points.csv, columns: [{name: x, column: a, set: 'goal.q[0]'}]}\n"
                  "grid: [{name: v, set: limits.velocity, values: [1, 2]}]\n"));
  ASSERT_EQ(sweep.size(), 4u);
  EXPECT_EQ(sweep.values(1), (std::vector<double>{0.1, 2}));
  EXPECT_EQ(sweep.values(2), (std::vector<double>{0.2, 1}));
}

TEST(SweepFile, APathThatNamesNothingIsAnErrorWithItsLine) {
  refused("grid:\n  - {name: x, set: goal.pose.xyz, values: [1]}\n", "names nothing", 4);
  refused("grid:\n  - {name: x, set: 'goal.q[7]', values: [1]}\n", "names nothing", 4);
  refused("grid:\n  - {name: x, set: {robot: 'joints[elbow].link.mass'}, values: [1]}\n",
          "names nothing", 4);
  refused("grid:\n  - {name: x, set: goal.q, values: [1]}\n", "no single value", 4);
  refused("grid:\n  - {name: x, set: carry.name, values: [1]}\n", "no number", 4);
  refused("grid:\n  - {name: x, set: 'goal..q', values: [1]}\n", "cannot be read", 4);
}

TEST(SweepFile, RangesOfNoLengthAreErrors) {
  refused("grid:\n  - {name: x, set: 'goal.q[0]', from: 1, to: 1, count: 5}\n", "no length", 4);
  refused("grid:\n  - {name: x, set: 'goal.q[0]', from: 2, to: 1, count: 5}\n", "no length", 4);
  refused("grid:\n  - {name: x, set: 'goal.q[0]', from: 0, to: 1, step: 0.3}\n", "whole steps", 4);
  refused("grid:\n  - {name: x, set: 'goal.q[0]', values: []}\n", "is empty", 4);
  refused("samples: {count: 5, of: [{name: x, set: 'goal.q[0]', from: 3, to: 3}]}\n", "no length",
          3);
}

TEST(SweepFile, ContradictionsAreErrors) {
  refused(
      "grid:\n  - {name: x, set: 'goal.q[0]', values: [1]}\n"
      "  - {name: y, set: 'goal.q[0]', values: [1]}\n",
      "two parameters", 5);
  refused(
      "grid:\n  - {name: x, set: 'goal.q[0]', values: [1]}\n"
      "  - {name: x, set: 'goal.q[1]', values: [1]}\n",
      "two parameters are 'x'", 5);
  refused("grid:\n  - {name: status, set: 'goal.q[0]', values: [1]}\n", "every table", 4);
  refused("motion: base\nneighbours: 4\ngrid: [{name: x, set: 'goal.q[0]', values: [1]}]\n",
          "searched", 4);
}

TEST(SweepFile, HashesAndKeysFollowWhatAnswersDependOn) {
  const SweepBench bench;
  const std::string grid = "grid: [{name: x, set: 'goal.q[0]', values: [0.1, 0.2]}]\n";
  const Sweep one = Sweep::load(bench.sweep(grid, "one.yaml"));
  const Sweep same = Sweep::load(bench.sweep("# a remark\n" + grid, "same.yaml"));
  EXPECT_EQ(one.hash(), same.hash());
  EXPECT_EQ(one.problem(1).key, same.problem(1).key);
  const Sweep hasty = Sweep::load(bench.path("one.yaml"), {.max_seconds = 1.0});
  EXPECT_NE(one.hash(), hasty.hash());
  EXPECT_NE(one.problem(1).key, hasty.problem(1).key);
}

}  // namespace alembert::testing::sweep_file_test
