// check, info and convert: the verbs about the robot itself.
#include <gtest/gtest.h>

#include "program.hpp"

namespace alembert::testing::robot_verbs_test {

constexpr const char* negative_mass = R"(<robot name="r"><link name="a"/><link name="b">
<inertial><mass value="-1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
</link><joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint></robot>)";

TEST(Check, CallsASoundRobotHealthy) {
  const Outcome outcome = Workbench().run({"check", "arm.urdf"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(contains(outcome.out, "arm.urdf: healthy: 4 joints, 3 coordinates"));
}

TEST(Check, FailsOnAnErrorAndSaysWhereAndWhatToDo) {
  const Workbench bench;
  bench.write("bad.urdf", negative_mass);
  const Outcome outcome = bench.run({"check", "bad.urdf"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(starts_with(outcome.out, "bad.urdf:"));
  EXPECT_TRUE(contains(outcome.out, "error: "));
  EXPECT_TRUE(contains(outcome.out, "  fix: "));
  EXPECT_TRUE(contains(outcome.out, "\nbad.urdf: 1 error"));
}

TEST(Check, AnswersInJsonEvenIfTheFileCannotBeRead) {
  const Workbench bench;
  const Json sound = bench.run({"check", "arm.urdf", "--json"}).json();
  EXPECT_EQ(sound.at("robot"), "arm.urdf");
  EXPECT_EQ(sound.at("ok"), true);
  bench.write("broken.urdf", "<robot name='r'>\n<link name='a'>\n</robot>");
  const Outcome outcome = bench.run({"check", "broken.urdf", "--json"});
  EXPECT_EQ(outcome.code, 1);
  const Json broken = outcome.json();
  EXPECT_EQ(broken.at("ok"), false);
  ASSERT_EQ(broken.at("findings").size(), 1);
  const Json& finding = broken.at("findings")[0];
  EXPECT_EQ(finding.at("severity"), "error");
  EXPECT_EQ(finding.at("file"), "broken.urdf");
  EXPECT_GT(finding.at("line"), 0);
  EXPECT_NE(finding.at("reason"), "");
  EXPECT_NE(finding.at("fix"), "");
}

TEST(Check, TakesSeveralFilesAndFailsIfOneDoes) {
  const Workbench bench;
  const Outcome outcome = bench.run({"check", "arm.urdf", "absent.urdf", "--json"});
  EXPECT_EQ(outcome.code, 1);
  const Json document = outcome.json();
  EXPECT_EQ(document.at("ok"), false);
  EXPECT_EQ(document.at("robots")[0].at("ok"), true);
  EXPECT_EQ(document.at("robots")[1].at("ok"), false);
}

TEST(Check, LooksAtTheRobotWithJointsHeld) {
  const Workbench bench;
  EXPECT_EQ(bench.run({"check", "massless.urdf"}).code, 1);
  const Outcome held = bench.run({"check", "massless.urdf", "--lock", "j2=0.1"});
  EXPECT_EQ(held.code, 0) << held.out;
  EXPECT_TRUE(contains(held.out, "2 joints, 1 coordinate")) << held.out;
  const Outcome unknown = bench.run({"check", "arm.urdf", "--lock", "middle=0"});
  EXPECT_EQ(unknown.code, 1);
  EXPECT_TRUE(contains(unknown.out, "no joint named 'middle' to lock")) << unknown.out;
  const Outcome rigid =
      bench.run({"check", "arm.urdf", "--lock", "j1=0", "--lock", "j2=0", "--lock", "j3=0"});
  EXPECT_EQ(rigid.code, 1);
  EXPECT_TRUE(contains(rigid.out, "every joint of robot 'arm' is locked")) << rigid.out;
}

TEST(Check, StrictFailsOnWarnings) {
  const Workbench bench;
  std::string text = bench.read("arm.urdf");
  text.replace(text.find("<dynamics damping"), 17, "<dynamics stickiness=\"3\" damping");
  bench.write("odd.urdf", text);
  const Outcome lenient = bench.run({"check", "odd.urdf"});
  EXPECT_EQ(lenient.code, 0);
  EXPECT_TRUE(contains(lenient.out, "odd.urdf: 1 warning"));
  EXPECT_EQ(bench.run({"check", "odd.urdf", "--strict"}).code, 1);
}

TEST(Findings, OfOtherVerbsGoToStandardErrorAsWarnings) {
  const Workbench bench;
  std::string text = bench.read("arm.urdf");
  const std::string fine = R"(ixx="0.002" iyy="0.002" izz="0.003")";
  text.replace(text.find(fine), fine.size(), R"(ixx="0.002" iyy="0.002" izz="0.9")");
  bench.write("odd.urdf", text);
  const Outcome outcome = bench.run({"id", "odd.urdf", "--q", "0,0,0", "--json"});
  EXPECT_EQ(outcome.code, 0);
  outcome.json();
  EXPECT_TRUE(contains(outcome.err, "odd.urdf:7: warning: "));
  EXPECT_TRUE(contains(outcome.err, "triangle"));
}

TEST(Info, DrawsTheTreeAndListsCoordinatesInOrder) {
  const Outcome outcome = Workbench().run({"info", "arm.urdf", "--canonical"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(contains(outcome.out, "3 coordinates, 4 joints, 5 links, 2.2 kg"));
  EXPECT_TRUE(contains(outcome.out, "         └─ flange"));
  EXPECT_TRUE(contains(outcome.out, "-2.5 … 2.5 rad"));
  EXPECT_TRUE(contains(outcome.out, "0 … 0.3 m"));
  EXPECT_LT(outcome.out.find("1  j1"), outcome.out.find("3  j3"));
  EXPECT_TRUE(contains(outcome.out, "alpha [rad]"));
}

TEST(Info, JsonHoldsTheRobot) {
  const Json document = Workbench().run({"info", "arm.urdf", "--json", "--canonical"}).json();
  EXPECT_EQ(document.at("dofs"), 3);
  EXPECT_DOUBLE_EQ(document.at("mass"), 2.2);
  EXPECT_EQ(document.at("coordinates")[2].at("name"), "j3");
  EXPECT_EQ(document.at("coordinates")[2].at("unit"), "m");
  EXPECT_EQ(document.at("coordinates")[2].at("limits").at("upper"), 0.3);
  EXPECT_EQ(document.at("joints")[0].at("axis"), Json({0.0, 1.0, 0.0}));
  EXPECT_EQ(document.at("canonical").size(), 3);
}

TEST(Info, SaysWhichJointFollows) {
  const Workbench bench;
  EXPECT_TRUE(contains(bench.run({"info", "gripper.urdf"}).out, "follows left"));
  const Json document = bench.run({"info", "gripper.urdf", "--json"}).json();
  EXPECT_EQ(document.at("joints")[1].at("mimic").at("joint"), "left");
  EXPECT_EQ(document.at("dofs"), 1);
}

TEST(Info, FreesTheBaseAndChangesGravityWhenAsked) {
  const Json document =
      Workbench()
          .run({"info", "arm.urdf", "--json", "--base", "floating", "--gravity", "0,-1.62,0"})
          .json();
  EXPECT_EQ(document.at("coordinates")[0].at("name"), "base.x");
  EXPECT_EQ(document.at("dofs"), 9);
  EXPECT_EQ(document.at("gravity"), Json({0.0, -1.62, 0.0}));
}

TEST(Convert, KeepsTheTorquesBothWays) {
  const Workbench bench;
  EXPECT_EQ(bench.run({"convert", "arm.urdf", "arm.yaml"}).code, 0);
  EXPECT_EQ(bench.run({"convert", "arm.yaml", "again.urdf"}).code, 0);
  const std::vector<std::string> state = {"--q", "0.3,-0.4,0.1", "--v",   "1,2,-1",
                                          "--a", "-1,0.5,2",     "--json"};
  const auto torques = [&](const std::string& robot) {
    std::vector<std::string> arguments = {"id", robot};
    arguments.insert(arguments.end(), state.begin(), state.end());
    return bench.run(arguments).json().at("samples")[0].at("tau").get<std::vector<double>>();
  };
  const auto before = torques("arm.urdf");
  for (const char* robot : {"arm.yaml", "again.urdf"}) {
    const auto after = torques(robot);
    for (std::size_t i = 0; i < before.size(); ++i) EXPECT_NEAR(after[i], before[i], 1e-12);
  }
}

TEST(Convert, WritesHeldJointsAsFixedOnes) {
  const Workbench bench;
  const auto torques = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--q", "0.3,-0.4", "--v", "1,2", "--json"});
    return bench.run(arguments).json().at("samples")[0].at("tau").get<std::vector<double>>();
  };
  const auto expected = torques({"id", "arm.urdf", "--lock", "j3=0.1"});
  for (const std::string held : {"held.yaml", "held.urdf"}) {
    const Outcome outcome = bench.run({"convert", "arm.urdf", held, "--lock", "j3=0.1"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(bench.run({"check", held}).code, 0) << held;
    const auto tau = torques({"id", held});
    ASSERT_EQ(tau.size(), expected.size());
    for (std::size_t i = 0; i < tau.size(); ++i) EXPECT_NEAR(tau[i], expected[i], 1e-12) << held;
  }
}

TEST(Convert, WritesToStandardOutput) {
  const Outcome outcome = Workbench().run({"convert", "arm.urdf", "-", "--to", "urdf"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(contains(outcome.out, "<robot"));
  EXPECT_TRUE(contains(outcome.out, "flange"));
}

TEST(Convert, NeverOverwritesUnlessForced) {
  const Workbench bench;
  bench.write("arm.yaml", "precious");
  const Outcome outcome = bench.run({"convert", "arm.urdf", "arm.yaml"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "arm.yaml: error: exists already"));
  EXPECT_EQ(bench.read("arm.yaml"), "precious");
  EXPECT_EQ(bench.run({"convert", "arm.urdf", "arm.yaml", "--force"}).code, 0);
  EXPECT_FALSE(contains(bench.read("arm.yaml"), "precious"));
}

TEST(Convert, ListsWhatIsLost) {
  const Workbench bench;
  ASSERT_EQ(bench.run({"convert", "arm.urdf", "arm.yaml"}).code, 0);
  const std::string yaml = bench.read("arm.yaml");
  bench.write("heavy.yaml", yaml + "\ngravity: [0, 0, -1.62]\n");
  const Outcome outcome = bench.run({"convert", "heavy.yaml", "moon.urdf", "--json"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const Json document = outcome.json();
  EXPECT_EQ(document.at("format"), "urdf");
  ASSERT_EQ(document.at("lost").size(), 1) << outcome.out;
  EXPECT_TRUE(contains(outcome.err, "heavy.yaml: warning: urdf cannot hold: "));
  EXPECT_TRUE(contains(outcome.err, "gravity"));
}

}  // namespace alembert::testing::robot_verbs_test
