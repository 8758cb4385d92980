// predict: its files, options and exit codes.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "program.hpp"

namespace alembert::testing::predict_test {

std::string source(const std::string& path) {
  return std::string(ALEMBERT_SOURCE_DIR) + "/" + path;
}

const std::string xiang = source("examples/xiang_1.yaml");

TEST(Predict, WritesAFolderNamedAfterTheProblem) {
  const Workbench bench;
  const Outcome outcome = bench.run({"predict", xiang});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(
      starts_with(outcome.out, "xiang_1: solved: proven: every limit holds at every instant"));
  EXPECT_TRUE(contains(outcome.out, "\ntorque         joint1"));
  for (const char* name : {"motion.json", "motion.csv", "motion.svg", "report.md", "report.html"}) {
    const std::string path = std::string("xiang_1.motion/") + name;
    EXPECT_TRUE(contains(outcome.out, path));
    EXPECT_NE(bench.read(path), "") << path;
  }
  EXPECT_TRUE(contains(bench.read("xiang_1.motion/report.md"), "**solved**"));
}

TEST(Predict, PrintsTheDocumentWithoutSamplesAndWritesNothing) {
  const Workbench bench;
  const std::vector<std::string> before = bench.listing();
  const Outcome outcome = bench.run({"predict", xiang, "--json"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const Json document = outcome.json();
  EXPECT_EQ(bench.listing(), before);
  EXPECT_EQ(document.at("alembert"), "motion_result/3");
  EXPECT_FALSE(document.contains("samples"));
  EXPECT_EQ(document.at("spline").at("control_points").at("joint2").size(), 23u);
  EXPECT_EQ(document.at("limits").at("torque_upper"), Json({10.0, 10.0}));
  EXPECT_EQ(document.at("limits").at("velocity"), Json({nullptr, nullptr}));
  EXPECT_FALSE(document.at("history").empty());
  EXPECT_EQ(document.at("active").size(), 2u);
}

TEST(Predict, AnswersTheSameBitForBit) {
  const Workbench bench;
  Json first = bench.run({"predict", xiang, "--json"}).json();
  Json second = bench.run({"predict", xiang, "--json"}).json();
  for (Json* document : {&first, &second}) {
    document->at("solver").erase("seconds");
    for (Json& attempt : document->at("solver").at("attempts")) attempt.erase("seconds");
    document->at("certificate").at("proof").erase("seconds");
  }
  EXPECT_EQ(first, second);
}

TEST(Predict, MotionFilesAreReadBackByOtherVerbs) {
  const Workbench bench;
  ASSERT_EQ(bench.run({"predict", xiang, "--output", "out", "--samples", "11"}).code, 0);
  const Json samples = Json::parse(bench.read("out/motion.json")).at("samples");
  ASSERT_EQ(samples.size(), 11u);
  const std::string robot = source("models/two_link.yaml");
  for (const std::vector<std::string>& input :
       {std::vector<std::string>{"--trajectory", "out/motion.csv"},
        {"--state", "out/motion.json"}}) {
    std::vector<std::string> command = {"id", robot, "--gravity", "0,0,0", "--json"};
    command.insert(command.end(), input.begin(), input.end());
    const Json torques = bench.run(command).json().at("samples");
    ASSERT_EQ(torques.size(), samples.size());
    for (std::size_t i = 0; i < samples.size(); ++i) {
      for (std::size_t j = 0; j < 2; ++j) {
        EXPECT_NEAR(torques[i].at("tau")[j].get<double>(), samples[i].at("tau")[j].get<double>(),
                    1e-9);
      }
    }
  }
}

TEST(Predict, ThePathsInAMotionLeadFromItsFolder) {
  const Workbench bench;
  bench.write("task.yaml",
              "alembert: motion/1\nrobot: arm.urdf\nstart: {q: [0, 0.5, 0.1]}\n"
              "goal: {q: [0.3, 0.4, 0.1]}\n");
  ASSERT_EQ(bench.run({"predict", "task.yaml", "--output", "deep/out"}).code, 0);
  const Json document = Json::parse(bench.read("deep/out/motion.json"));
  EXPECT_EQ(document.at("problem"), "../../task.yaml");
  EXPECT_EQ(document.at("robot").at("file"), "../../arm.urdf");
  const Json printed = bench.run({"predict", "task.yaml", "--json"}).json();
  EXPECT_EQ(printed.at("robot").at("file"), "arm.urdf");
}

TEST(Predict, StartsFromAnEarlierMotion) {
  const Workbench bench;
  const Json cold = bench.run({"predict", xiang, "--json", "--output", "cold"}).json();
  const Outcome outcome = bench.run({"predict", xiang, "--json", "--initial", "cold/motion.json"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const Json warm = outcome.json();
  EXPECT_NEAR(warm.at("duration").get<double>(), cold.at("duration").get<double>(), 1e-5);
  EXPECT_NE(warm.at("history")[0].at("objective"), cold.at("history")[0].at("objective"));
  EXPECT_NEAR(warm.at("history")[0].at("objective").get<double>(),
              cold.at("duration").get<double>(), 1e-2);
  const Outcome other = bench.run(
      {"predict", source("examples/four_bar.yaml"), "--json", "--initial", "cold/motion.json"});
  EXPECT_EQ(other.code, 1);
  EXPECT_TRUE(contains(other.err, "whose joints are not those of 'four_bar'"));
}

TEST(Predict, OptionsReplaceWhatTheFileSays) {
  const Workbench bench;
  const Json document =
      bench.run({"predict", xiang, "--json", "--segments", "7", "--degree", "5"}).json();
  EXPECT_EQ(document.at("spline").at("degree"), 5);
  EXPECT_EQ(document.at("spline").at("control_points").at("joint1").size(), 12u);
  const Outcome hurried = bench.run({"predict", xiang, "--json", "--max-iterations", "2"});
  EXPECT_EQ(hurried.code, 3);
  EXPECT_EQ(hurried.json().at("status"), "iteration_limit");
  EXPECT_TRUE(contains(hurried.err, "iteration limit"));
}

TEST(Predict, TheCppArraysCompileAlone) {
  const Workbench bench;
  ASSERT_EQ(bench.run({"predict", xiang, "--json", "--cpp", "m.hpp", "--samples", "3"}).code, 0);
  bench.write("use.cpp",
              "#include \"m.hpp\"\n"
              "static_assert(xiang_1::dofs == 2 && xiang_1::control_count == 23);\n"
              "static_assert(xiang_1::control_points[0][1] == -2.0);\n"
              "static_assert(xiang_1::samples[2][0] == xiang_1::duration);\n"
              "static_assert(xiang_1::knots[xiang_1::knot_count - 1] == xiang_1::duration);\n"
              "int main() { return xiang_1::joints[1][5] == '2' ? 0 : 1; }\n");
  const std::string command =
      "cd '" + bench.path("") + "' && c++ -std=c++17 -Wall -Wextra -Werror use.cpp -o use && ./use";
  EXPECT_EQ(std::system(command.c_str()), 0);
}

TEST(Predict, CtrlCStopsAndWritesWhatThereIs) {
  const Workbench bench;
  // The signal is sent once the program, no longer the shell, listens to it (bit 1 of the mask of
  // caught signals).
  const std::string script =
      "cd '" + bench.path("") + "' && { '" + program() + "' predict '" +
      source("examples/seven_axis_reach.yaml") +
      "' --segments 300 --output out >log 2>&1 & } ; pid=$!; "
      "until grep -q alembert /proc/$pid/comm && grep -q 'SigCgt:.*[2367abef]$' /proc/$pid/status; "
      "do :; done; kill -INT $pid; "
      "wait $pid; echo $? >code";
  ASSERT_EQ(std::system(script.c_str()), 0);
  EXPECT_EQ(bench.read("code"), "3\n") << bench.read("log");
  EXPECT_EQ(Json::parse(bench.read("out/motion.json")).at("status"), "interrupted");
  EXPECT_TRUE(contains(bench.read("log"), "NOT SOLVED (interrupted): stopped on request"));
}

TEST(Predict, CtrlCWithSeveralStartsWritesTheBestOfThem) {
  const Workbench bench;
  // More starts than a day would do; the signal is sent to the program alone.
  const std::string script =
      "cd '" + bench.path("") + "' && { '" + program() + "' predict '" + xiang +
      "' --starts 100000 --output out >log 2>&1 & } ; pid=$!; sleep 3; kill -INT $pid; "
      "wait $pid; echo $? >code";
  ASSERT_EQ(std::system(script.c_str()), 0);
  EXPECT_EQ(bench.read("code"), "3\n") << bench.read("log");
  const Json document = Json::parse(bench.read("out/motion.json"));
  EXPECT_EQ(document.at("status"), "interrupted");
  EXPECT_LE(document.at("largest_violation").get<double>(), 1e-4);
  EXPECT_LE(document.at("duration").get<double>(), 0.3936);
}

TEST(Predict, KeepsTheDegreeThatTheFileSays) {
  const Workbench bench;
  const auto degree = [&](const std::vector<std::string>& extra) {
    std::vector<std::string> command = {"predict", "task.yaml", "--json", "--segments", "6"};
    command.insert(command.end(), extra.begin(), extra.end());
    return bench.run(command).json().at("spline").at("degree").get<int>();
  };
  const std::string task = "alembert: motion/1\nrobot: " + source("models/two_link.yaml") +
                           "\nstart: {q: [0, -2]}\ngoal: {q: [0.2, -1.8]}\n";
  bench.write("task.yaml", task);
  EXPECT_EQ(degree({}), 3);
  EXPECT_EQ(degree({"--knots", "free"}), 4);
  bench.write("task.yaml", task + "spline: {degree: 3}\n");
  EXPECT_EQ(degree({"--knots", "free"}), 3);
  EXPECT_EQ(degree({"--knots", "free", "--degree", "5"}), 5);
}

TEST(Predict, FindsOutThatAFolderCannotBeBeforeItSolves) {
  const Workbench bench;
  bench.write("file", "");
  const Outcome outcome = bench.run(
      {"predict", source("examples/two_arms.yaml"), "--segments", "500", "--output", "file/out"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "cannot make this folder"));
  const Outcome header = bench.run({"predict", xiang, "--output", "out", "--cpp", "nowhere/m.hpp"});
  EXPECT_EQ(header.code, 1);
  EXPECT_TRUE(contains(header.err, "nowhere/m.hpp: error: there is no such folder"));
  EXPECT_NE(bench.run({"verify", "out"}).code, 0);  // nothing was solved
}

TEST(Predict, NamesTheFileOfAProblemThatMakesNoSense) {
  const Workbench bench;
  bench.write("task.yaml", "alembert: motion/1\nrobot: " + source("models/two_link.yaml") +
                               "\nstart: {q: [0, -2]}\ngoal: {q: [1, -1]}\nminimize: jerk\n");
  const Outcome outcome = bench.run({"predict", "task.yaml", "--json"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(only_an_error(outcome));
  EXPECT_TRUE(starts_with(outcome.err, "task.yaml: error: nothing wants the motion to end"));
}

TEST(Predict, NamesTheLineOfABrokenFile) {
  const Workbench bench;
  bench.write("bad.yaml", "alembert: motion/1\nrobot: arm.urdf\nstrat: {q: [0, 0, 0]}\n");
  const Outcome outcome = bench.run({"predict", "bad.yaml"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(starts_with(outcome.err, "bad.yaml:3: error: unknown key 'strat'"));
  EXPECT_TRUE(contains(outcome.err, "did you mean 'start'?"));
  EXPECT_EQ(bench.run({"predict", "absent.yaml"}).code, 1);
  EXPECT_EQ(bench.run({"predict", "arm.urdf"}).code, 1);
}

TEST(Predict, RefusesOptionsThatCannotBe) {
  const Workbench bench;
  for (const std::vector<std::string>& extra : std::vector<std::vector<std::string>>{
           {"--segments", "1"},
           {"--degree", "12"},
           {"--knots", "loose"},
           {"--samples", "1"},
           {"--tolerance", "0"},
           {"--starts", "0"},
           {"--max-iterations", "many"},
       }) {
    std::vector<std::string> command = {"predict", xiang};
    command.insert(command.end(), extra.begin(), extra.end());
    const Outcome outcome = bench.run(command);
    EXPECT_EQ(outcome.code, 2) << extra[0];
    EXPECT_EQ(outcome.out, "") << extra[0];
  }
}

struct Impossible {
  std::string file;
  std::vector<std::string> words;  // of the message
};

class ImpossibleTask : public ::testing::TestWithParam<Impossible> {};

TEST_P(ImpossibleTask, IsToldWithItsCauseAndWhatWasFoundIsWritten) {
  const Workbench bench;
  const Outcome outcome = bench.run(
      {"predict", source("tests/data/motion/" + GetParam().file + ".yaml"), "--output", "out"});
  EXPECT_EQ(outcome.code, 3) << outcome.out << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "NOT SOLVED (infeasible)"));
  const Json document = Json::parse(bench.read("out/motion.json"));
  EXPECT_EQ(document.at("status"), "infeasible");
  for (const std::string& word : GetParam().words) {
    EXPECT_TRUE(contains(document.at("message").get<std::string>(), word));
  }
  EXPECT_FALSE(document.at("samples").empty());
}

INSTANTIATE_TEST_SUITE_P(
    Predict, ImpossibleTask,
    ::testing::Values(
        Impossible{"goal_outside_limits", {"goal is outside the position limits", "joint2 = 2"}},
        Impossible{"too_weak_to_hold", {"torque limits cannot hold the arm", "joint1 needs 3.924"}},
        Impossible{"too_weak_for_the_pose",
                   {"cannot hold the arm in the pose at the goal", "holding torque of joint1"}},
        Impossible{"outside_the_path",
                   {"the goal itself is outside the path limit low", "low of y is 0.673177 m",
                    "limit 0.2"}},
        Impossible{"too_weak_for_the_time", {"torque of joint1", "limit 10"}},
        Impossible{"contradictory_times", {"contradictory times", "joint1 needs at least 3 s"}},
        Impossible{"min_above_max",
                   {"contradictory times", "2 s, is longer than the longest, 1 s"}},
        Impossible{"unreachable_pose",
                   {"pose at the goal seems out of reach", "tip comes no nearer than 0.1899"}},
        Impossible{"goal_in_obstacle", {"clearance of forearm to wall"}}),
    [](const auto& test) { return test.param.file; });

TEST(Predict, TheProblemsOnThePageSolve) {
  std::ifstream page(source("docs/motion-format.md"));
  const std::string text((std::istreambuf_iterator<char>(page)), {});
  const Workbench bench;
  const std::string opening = "```yaml\n", folder = "../models";
  int found = 0;
  for (auto at = text.find(opening); at != std::string::npos; at = text.find(opening, at + 1)) {
    const auto begin = at + opening.size();
    std::string task = text.substr(begin, text.find("```", begin) - begin);
    task.replace(task.find(folder), folder.size(), source("models"));
    bench.write("task.yaml", task);
    const Outcome outcome = bench.run({"predict", "task.yaml", "--json"});
    EXPECT_EQ(outcome.code, 0) << task << outcome.err;
    ++found;
  }
  EXPECT_EQ(found, 4);
}

TEST(Predict, LocksJointsBesidesThoseOfTheFile) {
  const Workbench bench;
  bench.write("reach.yaml", "alembert: motion/1\nrobot: " + source("models/seven_axis.yaml") +
                                "\nlocked: {joint7: 0.3}\n"
                                "start: {q: [0, -0.8, 0, -2.3, 0]}\n"
                                "goal: {q: [0.4, -0.5, 0.1, -2.0, 0.2]}\n");
  const Outcome outcome = bench.run({"predict", "reach.yaml", "--lock", "joint6=1.6", "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.json().at("spline").at("control_points").size(), 5u);
  const Outcome unknown = bench.run({"predict", "reach.yaml", "--lock", "joint9=0", "--json"});
  EXPECT_EQ(unknown.code, 1);
  EXPECT_TRUE(contains(unknown.err, "no joint named 'joint9' to lock")) << unknown.err;
  EXPECT_EQ(bench.run({"predict", "reach.yaml", "--lock", "joint6", "--json"}).code, 2);
}

}  // namespace alembert::testing::predict_test
