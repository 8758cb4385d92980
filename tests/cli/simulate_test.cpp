// simulate: exit codes, files, several runs.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "program.hpp"

namespace alembert::testing::simulate_test {

const std::string lift = ALEMBERT_SOURCE_DIR "/examples/xiang_2.yaml";

TEST(Simulate, TellsHowEveryJointTracks) {
  const Workbench bench;
  const Outcome outcome = bench.run({"simulate", lift});
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  EXPECT_TRUE(starts_with(outcome.out, "xiang_2: the plan survives\ncomputed torque at 1000 Hz"));
  EXPECT_TRUE(contains(outcome.out, "\njoint2 "));
  EXPECT_EQ(outcome.err, "");
}

TEST(Simulate, EndsWithThreeWhereThePlanDoesNotSurvive) {
  const Workbench bench;
  const Outcome far =
      bench.run({"simulate", lift, "--controller", "feed-forward", "--model-error", "5", "--json"});
  EXPECT_EQ(far.code, 3);
  EXPECT_EQ(far.json().at("survives"), false);
  EXPECT_EQ(far.json().at("diverged"), false);
  const Outcome lost = bench.run(
      {"simulate", lift, "--delay", "0.1", "--hold", "9", "--no-torque-limits", "--json"});
  EXPECT_EQ(lost.code, 3);
  EXPECT_EQ(lost.json().at("diverged"), true);
}

TEST(Simulate, RepeatsItselfByteForByteAndNotWithAnotherSeed) {
  const Workbench bench;
  const std::vector<std::string> command = {"simulate", lift,    "--position-noise", "1e-4",
                                            "--csv",    "a.csv", "--json",           "--seed"};
  std::vector<std::string> answers, tables;
  for (const char* seed : {"5", "5", "6"}) {
    std::vector<std::string> arguments = command;
    arguments.push_back(seed);
    answers.push_back(bench.run(arguments).out);
    tables.push_back(bench.read("a.csv"));
  }
  EXPECT_EQ(answers[0], answers[1]);
  EXPECT_EQ(tables[0], tables[1]);
  EXPECT_NE(answers[0], answers[2]);
}

TEST(Simulate, SeveralRunsShowTheWorst) {
  const Workbench bench;
  const Outcome outcome = bench.run({"simulate", lift, "--model-error", "3", "--runs", "5",
                                     "--threshold", "0.5", "--plot", "worst.svg", "--json"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const Json document = outcome.json();
  ASSERT_EQ(document.at("runs").size(), 5u);
  std::vector<double> errors;
  for (const Json& run : document.at("runs")) errors.push_back(run.at("largest_error"));
  std::sort(errors.begin(), errors.end());
  EXPECT_EQ(document.at("worst_error"), errors[4]);
  EXPECT_EQ(document.at("median_error"), errors[2]);
  EXPECT_LT(errors[0], errors[4]);
  EXPECT_TRUE(contains(bench.read("worst.svg"),
                       "seed " + std::to_string(document.at("worst_seed").get<int>())));
  // The seed alone gives that run again.
  const Json alone = bench
                         .run({"simulate", lift, "--model-error", "3", "--threshold", "0.5",
                               "--seed", document.at("worst_seed").dump(), "--json"})
                         .json();
  EXPECT_EQ(alone.at("largest_error"), document.at("worst_error"));
}

TEST(Simulate, WritesTheRunAsATable) {
  const Workbench bench;
  ASSERT_EQ(
      bench.run({"simulate", lift, "--rate", "100", "--threshold", "1", "--csv", "run.csv"}).code,
      0);
  std::istringstream rows(bench.read("run.csv"));
  std::string header, first;
  std::getline(rows, header);
  std::getline(rows, first);
  EXPECT_EQ(header,
            "t,q.joint1,q.joint2,v.joint1,v.joint2,tau.joint1,tau.joint2,planned_q.joint1,"
            "planned_q.joint2,planned_v.joint1,planned_v.joint2,planned_tau.joint1,"
            "planned_tau.joint2");
  std::istringstream values(first);
  char comma;
  double t, q1, q2;
  values >> t >> comma >> q1 >> comma >> q2;
  EXPECT_EQ(t, 0.0);
  EXPECT_NEAR(q1, 1.32, 1e-15);
  EXPECT_NEAR(q2, -2.37, 1e-15);
}

TEST(Simulate, RefusesWhatMakesNoSense) {
  const Workbench bench;
  EXPECT_EQ(bench.run({"simulate", lift, "--controller", "magic"}).code, 2);
  EXPECT_EQ(bench.run({"simulate", lift, "--payload", "1", "--payload-frame", "nose"}).code, 1);
  EXPECT_EQ(bench.run({"simulate", ALEMBERT_SOURCE_DIR "/examples/four_bar.yaml"}).code, 1);
}

}  // namespace alembert::testing::simulate_test
