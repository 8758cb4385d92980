// Arms that bend from the command line: modes, simulate, predict, verify, and what they refuse.
#include <gtest/gtest.h>

#include "program.hpp"

namespace alembert::testing::bending_test {

const std::string two_link = ALEMBERT_SOURCE_DIR "/models/flexible_two_link.yaml";
const std::string planned = ALEMBERT_SOURCE_DIR "/examples/flexible_two_link.yaml";

std::string bending_problem(const std::string& more) {
  return "alembert: motion/1\nrobot: " + two_link + "\nstart: {q: [0, 0]}\n" + more;
}

TEST(Modes, GivesFrequenciesAndShapesOfTheHeldArm) {
  const Workbench bench;
  const Outcome text = bench.run({"modes", two_link, "--lock", "all"});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_TRUE(contains(text.out, "upper.bending_y.1 1.00"));
  const Json document = bench.run({"modes", two_link, "--lock", "all", "--json"}).json();
  ASSERT_EQ(document.at("frequencies_hz").size(), 4u);
  EXPECT_NEAR(document.at("frequencies_hz")[0].get<double>(), 1.27546, 1e-5);
  // With its joints free the arm has two motions that nothing resists.
  const Json free = bench.run({"modes", two_link, "--at", "0.3,0.4", "--json"}).json();
  EXPECT_EQ(free.at("frequencies_hz").size(), 4u);
  EXPECT_GT(free.at("frequencies_hz")[0].get<double>(), 10.0);
  EXPECT_EQ(free.at("rigid_motions"), 2);
}

TEST(Modes, OfAStiffArmThatNothingResistsAreNone) {
  const Workbench bench;
  const std::string scara = std::string(ALEMBERT_SOURCE_DIR) + "/models/scara.yaml";
  const Json free = bench.run({"modes", scara, "--json"}).json();
  EXPECT_EQ(free.at("frequencies_hz").size(), 0u);
  EXPECT_EQ(free.at("rigid_motions"), 4);
  const Outcome held = bench.run({"modes", scara, "--lock", "all"});
  EXPECT_EQ(held.code, 0) << held.err;
}

TEST(Modes, RefusesWhatIsNoJointAndWhatDoesNotBend) {
  const Workbench bench;
  const Outcome unknown = bench.run({"modes", two_link, "--lock", "wrist"});
  EXPECT_NE(unknown.code, 0);
  EXPECT_TRUE(contains(unknown.err, "wrist"));
  EXPECT_NE(bench.run({"modes", two_link, "--at", "1"}).code, 0);
}

TEST(SimulateBending, TellsWhatEveryLinkDoesAndWritesIt) {
  const Workbench bench;
  const Outcome outcome =
      bench.run({"simulate", two_link, "--to", "1,0.5", "--move", "1.5", "--hold", "2", "--perfect",
                 "--csv", "swing.csv", "--plot", "swing.svg", "--json"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const Json document = outcome.json();
  EXPECT_EQ(document.at("valid"), true);
  EXPECT_LT(document.at("energy_error").get<double>(), 1e-6);
  EXPECT_NEAR(document.at("residual").get<double>(), 0.0130, 5e-4);
  EXPECT_TRUE(starts_with(bench.read("swing.csv"), "t,z.shoulder,z.elbow,z.upper.bending_y.1"));
  EXPECT_TRUE(contains(bench.read("swing.svg"), "Amplitudes"));
  const Outcome shaped = bench.run({"simulate", two_link, "--to", "1,0.5", "--move", "1.5",
                                    "--hold", "2", "--perfect", "--shaper", "zv", "--json"});
  EXPECT_LT(shaped.json().at("residual").get<double>(), 0.006);
}

TEST(SimulateBending, EndsWithThreeWhereTheModelEnds) {
  const Workbench bench;
  const Outcome outcome =
      bench.run({"simulate", two_link, "--to", "3,1.5", "--move", "0.4", "--perfect"});
  EXPECT_EQ(outcome.code, 3) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "more than"));
}

TEST(PredictBending, LeavesATenthOfTheVibrationInTheSameTime) {
  const Workbench bench;
  const Outcome outcome = bench.run({"predict", planned, "--output", "quiet"});
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "proven: every limit holds at every instant"));
  EXPECT_TRUE(contains(outcome.out, "verified with its joints led as planned"));
  const Json document = Json::parse(bench.read("quiet/motion.json"));
  EXPECT_EQ(document.at("status"), "solved");
  EXPECT_NEAR(document.at("duration").get<double>(), 1.5, 1e-9);
  EXPECT_EQ(document.at("verification").back().at("mode"), "joints_led");
  EXPECT_LT(document.at("verification").back().at("swing").get<double>(), 0.0013);
  // The same from its file: joints led on the arm that bends.
  const Outcome led = bench.run({"simulate", "quiet", "--perfect", "--hold", "2", "--json"});
  EXPECT_EQ(led.code, 0) << led.err;
  EXPECT_LT(led.json().at("residual").get<double>(), 0.0013);
  EXPECT_LT(led.json().at("largest_joint_error").get<double>(), 1e-9);
  const Outcome again = bench.run({"verify", "quiet", "--json", "--tolerance", "1e-4"});
  EXPECT_EQ(again.json().at("verification").back().at("mode"), "joints_led");
}

TEST(SimulateBending, LeadsTheArmByAPlanForStiffLinks) {
  const Workbench bench;
  ASSERT_EQ(bench.run({"convert", two_link, "stiff.yaml", "--rigid"}).code, 0);
  bench.write("stiff_plan.yaml",
              "alembert: motion/1\nrobot: stiff.yaml\nstart: {q: [0, 0]}\ngoal: {q: [1, 0.5]}\n"
              "duration: 1.5\nminimize: jerk\n");
  ASSERT_EQ(bench.run({"predict", "stiff_plan.yaml", "--output", "stiff"}).code, 0);
  const Outcome outcome =
      bench.run({"simulate", "stiff", "--on", two_link, "--perfect", "--hold", "2", "--json"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_GT(outcome.json().at("residual").get<double>(), 0.005);
  const Outcome other = bench.run(
      {"simulate", "stiff", "--on", ALEMBERT_SOURCE_DIR "/models/space_arm.yaml", "--perfect"});
  EXPECT_EQ(other.code, 1);
  EXPECT_TRUE(contains(other.err, "shoulder_yaw"));
}

TEST(PredictBending, RefusesWhatIsNotKnownOfArmsThatBend) {
  const Workbench bench;
  const auto refused = [&](const std::string& more, const std::string& why) {
    bench.write("bad.yaml", bending_problem(more));
    const Outcome outcome = bench.run({"predict", "bad.yaml"});
    EXPECT_EQ(outcome.code, 1) << more;
    EXPECT_TRUE(contains(outcome.err, why));
  };
  refused("goal: {q: [1]}\n", "entries");
  refused("goal: {q: [1, 0.5]}\nfloating_base: true\n", "floating base");
  refused("goal: {q: [1, 0.5]}\nspline: {knots: free}\n", "free knots");
  refused("goal: {q: [1, 0.5]}\nlimits: {deflection: 0}\n", "bad.yaml:5");
  refused("goal: {q: [1, 0.5]}\nlimits: {deflection: {hand: 1 mm}}\n", "hand");
  refused("goal: {q: [1, 0.5]}\nlimits: {vibration: -1}\n", "vibration");
  refused("goal: {q: [1, 0.5]}\nminimize: {path_length: {frame: tool}}\nduration: 1\n",
          "path length");
}

TEST(BendingElsewhere, SaysWhatToUseInstead) {
  const Workbench bench;
  const Outcome torques = bench.run({"id", two_link, "--q", "0,0"});
  EXPECT_EQ(torques.code, 1);
  EXPECT_TRUE(contains(torques.err, "alembert convert --rigid"));
  const Outcome count = bench.run({"count", two_link});
  EXPECT_EQ(count.code, 0) << count.err;
  EXPECT_FALSE(contains(count.out, "one inverse dynamics"));
  EXPECT_TRUE(contains(count.out, "of an arm that bends"));
}

}  // namespace alembert::testing::bending_test
