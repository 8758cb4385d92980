// alembert certify PLAN.csv --robot ROBOT --world SCENE: what happens between a planner's samples.
#include <gtest/gtest.h>

#include <cstdio>

#include "program.hpp"

namespace alembert::testing::certify_world_test {

/// A ball of 3 cm at the end of arm.urdf, which goes from 0.3 to 0.6 rad about its first joint in
/// 4 s and passes (1.306, 0, -0.131) m half way.
void write_plan(const Workbench& bench) {
  std::string robot = bench.read("arm.urdf");
  const std::string tool = "<link name=\"tool\"/>";
  robot.replace(robot.find(tool), tool.size(),
                "<link name=\"tool\"><collision><origin xyz=\"0.25 0 0\"/><geometry>"
                "<sphere radius=\"0.03\"/></geometry></collision></link>");
  bench.write("tooled.urdf", robot);
  std::string plan = "t,q.j1,q.j2,q.j3\n";
  for (int k = 0; k <= 20; ++k) {
    const double s = k / 20.0;
    char line[80];
    std::snprintf(line, sizeof line, "%.3f,%.12f,0,0.1\n", 4.0 * s,
                  0.3 + 0.3 * s * s * s * (10.0 + s * (6.0 * s - 15.0)));
    plan += line;
  }
  bench.write("plan.csv", plan);
}

void write_ball(const Workbench& bench, const std::string& at) {
  bench.write("scene.yaml",
              "alembert: scene/1\nobjects:\n  - {name: ball, sphere: 2 cm, xyz: [" + at + "]}\n");
}

Outcome certify(const Workbench& bench, const std::vector<std::string>& more = {}) {
  std::vector<std::string> words = {"certify", "plan.csv",   "--robot", "tooled.urdf",
                                    "--world", "scene.yaml", "--json"};
  words.insert(words.end(), more.begin(), more.end());
  return bench.run(words);
}

TEST(CertifyWorld, ProvesAPlanThatIsClear) {
  const Workbench bench;
  write_plan(bench);
  write_ball(bench, "1.306, 0.07, -0.131");
  const Outcome run = certify(bench);
  EXPECT_EQ(run.code, 0) << run.out << run.err;
  EXPECT_TRUE(run.json().at("holds").get<bool>());
  // 7 cm less both radii are 2 cm: 25 mm are not kept.
  EXPECT_EQ(certify(bench, {"--margin", "15 mm"}).code, 0);
  EXPECT_EQ(certify(bench, {"--margin", "25 mm"}).code, 3);
}

TEST(CertifyWorld, TellsWhatIsHitAndWhen) {
  const Workbench bench;
  write_plan(bench);
  write_ball(bench, "1.306, 0, -0.131");
  const Outcome run = certify(bench);
  EXPECT_EQ(run.code, 3) << run.err;
  const Json document = run.json();
  EXPECT_FALSE(document.at("holds").get<bool>());
  const std::string message = document.at("message");
  EXPECT_TRUE(contains(message, "tool sphere")) << message;
  EXPECT_TRUE(contains(message, "ball")) << message;
}

TEST(CertifyWorld, SaysFirstWhichFileIsNotThere) {
  const Workbench bench;
  write_plan(bench);
  write_ball(bench, "1.306, 0, -0.131");
  const auto first = [&](const std::vector<std::string>& words) {
    const Outcome run = bench.run(words);
    EXPECT_EQ(run.code, 1) << run.out;
    return run.err.substr(0, run.err.find('\n'));
  };
  const std::string cannot = ": error: cannot open: No such file or directory";
  EXPECT_EQ(first({"certify", "plan.csv", "--robot", "tooled.urdf", "--world", "scen.yaml"}),
            "scen.yaml" + cannot);
  // Whatever else is wrong with the words.
  EXPECT_EQ(first({"certify", "plan.csv", "--world", "scen.yaml"}), "scen.yaml" + cannot);
  EXPECT_EQ(first({"certify", "plane.csv"}), "plane.csv" + cannot);
  EXPECT_EQ(first({"certify", "plan.csv", "--robot", "arms.urdf", "--world", "scene.yaml"}),
            "arms.urdf" + cannot);
}

TEST(CertifyWorld, LooksAtNoWorldInSilence) {
  const Workbench bench;
  write_plan(bench);
  write_ball(bench, "1.306, 0, -0.131");
  bench.write("reach.yaml",
              "alembert: motion/1\nrobot: tooled.urdf\nstart: {q: [0.3, 0, 0.1]}\n"
              "goal: {q: [0.6, 0, 0.1]}\nminimize: time\n");
  ASSERT_EQ(bench.run({"predict", "reach.yaml", "--output", "reach"}).code, 0);
  const Outcome alone = bench.run({"certify", "reach", "--world", "scene.yaml"});
  EXPECT_EQ(alone.code, 2);
  EXPECT_TRUE(contains(alone.err, "a world alone does not say which robot moves in it"));
  const Outcome both =
      bench.run({"certify", "plan.csv", "--limits", "reach.yaml", "--world", "scene.yaml"});
  EXPECT_EQ(both.code, 2);
  EXPECT_TRUE(contains(both.err, "both --world and --limits are given"));
  EXPECT_EQ(bench.run({"certify", "reach", "--robot", "tooled.urdf", "--world", "scene.yaml"}).code,
            3);
}

}  // namespace alembert::testing::certify_world_test
