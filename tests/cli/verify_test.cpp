// verify: exit codes, what it writes back, and what it says of motions that run away.
#include <gtest/gtest.h>

#include "program.hpp"

namespace alembert::testing::verify_test {

const std::string xiang_1 = ALEMBERT_SOURCE_DIR "/examples/xiang_1.yaml";

TEST(Verify, FillsInTheVerificationOfMotionJsonAndNothingElse) {
  const Workbench bench;
  ASSERT_EQ(bench.run({"predict", xiang_1, "--output", "out"}).code, 0);
  Json before = Json::parse(bench.read("out/motion.json"));
  const Outcome outcome = bench.run({"verify", "out"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(starts_with(outcome.out, "xiang_1: the motion of 0.393"));
  EXPECT_TRUE(contains(outcome.out, "MuJoCo RK4"));
  Json after = Json::parse(bench.read("out/motion.json"));
  const Json checks = after.at("verification");
  ASSERT_EQ(checks.size(), 2u);
  for (const Json& check : checks) {
    EXPECT_EQ(check.at("finished"), true);
    EXPECT_LE(check.at("position_error").get<double>(), 1e-6);
    EXPECT_EQ(check.at("joint_errors").size(), 2u);
  }
  before.erase("verification");
  after.erase("verification");
  EXPECT_EQ(before, after);
}

TEST(Verify, IsDoneByPredictUnlessAskedNotTo) {
  const Workbench bench;
  const Outcome told = bench.run({"predict", xiang_1, "--output", "out"});
  EXPECT_TRUE(contains(told.out, "\nverified: forward simulation reproduces the plan"));
  const Json checks = Json::parse(bench.read("out/motion.json")).at("verification");
  ASSERT_EQ(checks.size(), 1u);
  EXPECT_LE(checks[0].at("position_error").get<double>(), 1e-6);
  const Outcome not_told = bench.run({"predict", xiang_1, "--json", "--no-verify"});
  EXPECT_TRUE(not_told.json().at("verification").is_null());
}

TEST(Verify, OfAnArmThatFallsWithoutControlIsFromKnotToKnot) {
  const Workbench bench;
  const std::string upright = bench.write("upright.yaml",
                                          "alembert: motion/1\n"
                                          "robot: " ALEMBERT_SOURCE_DIR
                                          "/models/two_link.yaml\n"
                                          "gravity: [0, -9.81, 0]\n"
                                          "start: {q: [1.5, 0.2]}\n"
                                          "goal: {q: [1.7, -0.2]}\n"
                                          "duration: 12\n"
                                          "minimize: effort\n");
  const Outcome told = bench.run({"predict", upright, "--output", "out"});
  EXPECT_EQ(told.code, 0) << told.err;
  EXPECT_TRUE(contains(told.out, "\nverified from knot to knot: forward simulation"));
  EXPECT_TRUE(contains(told.out, "\nwithout control the arm runs away from small errors"));
  EXPECT_EQ(bench.run({"verify", "out"}).code, 3);
  EXPECT_EQ(bench.run({"verify", "out", "--restart"}).code, 0);
}

TEST(Verify, LeavesTheFileAloneWhenAsked) {
  const Workbench bench;
  ASSERT_EQ(bench.run({"predict", xiang_1, "--output", "out"}).code, 0);
  const std::string before = bench.read("out/motion.json");
  EXPECT_EQ(bench.run({"verify", "out/motion.json", "--no-write"}).code, 0);
  EXPECT_EQ(bench.read("out/motion.json"), before);
}

TEST(Verify, EndsWithThreeWhenTheErrorIsLarger) {
  const Workbench bench;
  EXPECT_EQ(bench.run({"verify", xiang_1, "--tolerance", "1e-15"}).code, 3);
  const Outcome coarse = bench.run({"verify", xiang_1, "--torque-table", "21", "--json"});
  EXPECT_EQ(coarse.code, 3);
  const Json document = coarse.json();
  EXPECT_EQ(document.at("within"), false);
  // Both integrate the same wrong torque.
  const Json& checks = document.at("verification");
  EXPECT_GT(checks[0].at("position_error").get<double>(), 1e-4);
  EXPECT_NEAR(checks[0].at("position_error").get<double>(),
              checks[1].at("position_error").get<double>(), 1e-6);
}

TEST(Verify, TellsHowFarALoopOpens) {
  const Workbench bench;
  const Outcome outcome =
      bench.run({"verify", ALEMBERT_SOURCE_DIR "/examples/four_bar.yaml", "--json"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const Json document = outcome.json();
  for (const Json& check : document.at("verification")) {
    EXPECT_GT(check.at("loop_gap").get<double>(), 0.0);
    EXPECT_LT(check.at("loop_gap").get<double>(), 1e-6);
  }
}

TEST(Verify, ReadsAMotionFromStandardInput) {
  const Workbench bench;
  const Outcome predicted = bench.run({"predict", xiang_1, "--json"});
  ASSERT_EQ(predicted.code, 0);
  const Outcome outcome = bench.run({"verify", "-", "--json"}, predicted.out);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.json().at("within"), true);
}

TEST(Verify, AnswersWhatIsNoMotionWithOne) {
  const Workbench bench;
  EXPECT_EQ(bench.run({"verify", "absent"}).code, 1);
  EXPECT_EQ(bench.run({"verify", bench.write("x.json", "{\"alembert\": \"robot/1\"}")}).code, 1);
  EXPECT_EQ(bench.run({"verify", xiang_1, "--tolerance", "0"}).code, 2);
}

}  // namespace alembert::testing::verify_test
