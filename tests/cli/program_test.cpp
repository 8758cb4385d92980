#include "program.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

namespace alembert::testing::program_test {

TEST(Program, AloneShowsEveryVerbAndExamples) {
  const Outcome outcome = Workbench().run({});
  EXPECT_EQ(outcome.code, 0);
  for (const std::string& verb : verbs) EXPECT_TRUE(contains(outcome.out, "\n  " + verb));
  EXPECT_TRUE(contains(outcome.out, "alembert check arm.urdf"));
  EXPECT_EQ(outcome.out, Workbench().run({"--help"}).out);
}

TEST(Program, TellsItsVersion) {
  const Outcome outcome = Workbench().run({"--version"});
  EXPECT_EQ(outcome.code, 0);
  int major = -1, minor = -1, patch = -1;
  char end = 0;
  ASSERT_EQ(std::sscanf(outcome.out.c_str(), "alembert %d.%d.%d%c", &major, &minor, &patch, &end),
            4)
      << outcome.out;
  EXPECT_EQ(end, '\n');
}

TEST(Program, SuggestsTheVerbThatWasMeant) {
  const Outcome outcome = Workbench().run({"chek", "arm.urdf"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(contains(outcome.err, "did you mean 'check'?"));
}

TEST(Program, SuggestsTheOptionThatWasMeant) {
  const Outcome outcome = Workbench().run({"id", "arm.urdf", "--trajectry", "x.csv"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_TRUE(contains(outcome.err, "did you mean '--trajectory'?"));
}

TEST(Program, HelpOfEveryVerbGivesUnitsAndAnExample) {
  const Workbench bench;
  const std::map<std::string, std::vector<std::string>> units = {
      {"check", {"kg m^2", "rad"}},
      {"info", {"kg", "rad", "N m"}},
      {"convert", {"kg m^2", "rad", "N m"}},
      {"pose", {"in m", "in rad"}},
      {"ik", {"rad", "x,y,z (m)"}},
      {"id", {"N m", "rad/s^2", "m/s^2", "forces (N)"}},
      {"fd", {"N m", "rad/s^2", "m/s^2", "forces (N)"}},
      {"mass", {"kg m^2", "kg m mixed", "in rad"}},
      {"com", {"(m)", "(m/s)", "kg"}},
      {"energy", {"(J)", "rad/s"}},
      {"completion", {}},
      {"count", {"number of joints"}},
      {"compare", {"m/s^2", "ns is the fastest"}},
      {"derivatives", {"rad", "N m"}},
      {"generate", {"in m", "in rad", "N m"}},
      {"regressor", {"kg m^2", "N m s/rad", "rad"}},
      {"identify", {"t (s)", "(rad, m)", "(N m, N)", "kg m^2", "N m/rad", "Hz"}},
      {"payload", {"t (s)", "(rad, m)", "(N m, N)", "N m per A"}},
      {"excite", {"seconds", "(rad/s)", "(rad/s^2)"}},
      {"predict", {"time (s)", "(rad, m)", "(N m, N)", "energy (J)", "power (W)"}},
      {"certify", {"(rad, m)", "(N m, N)", "power (W)", "columns t (s)"}},
      {"retime", {"(rad, m)", "torque (N m, N)", "power (W)", "rad or m (default"}},
      {"verify", {"(rad, m)", "(N m, N)", "step, s"}},
      {"simulate", {"rad/s (default 30)", "Hz", "(kg)", "rad or m (default", "(N m, N)"}},
      {"modes", {"Hz", "rad"}},
      {"view", {"(rad, m)", "(rad, rad/s, N m, W)", "pixels", "picture, s"}},
      {"table", {"rad/s^2", "m/s^2", "MB"}},
      {"new", {"time (s)", "(rad/s^2)", "(rad/s^3)"}},
      {"export", {"(rad/s, m/s)", "(rad/s^2)", "(rad/s^3)", "t (s)", "(N m, N)"}},
      {"bench", {"in ns for one state", "library, s (default"}},
      {"generate", {}},
      {"identify", {"t (s)", "(rad, m)", "N m per A", "kg m^2", "Hz"}},
      {"payload", {}},
      {"excite", {}},
      {"human", {"m, sole to top", "kg (default 77)"}},
      {"sweep", {}},
      {"sensitivity", {}},
  };
  for (const std::string& verb : verbs) {
    const Outcome outcome = bench.run({verb, "--help"});
    EXPECT_EQ(outcome.code, 0) << verb;
    const std::string subject = verb == "completion" ? " zsh"
                                : verb == "human"    ? " --"
                                : verb == "sweep"    ? " plan "
                                                     : " arm.";
    EXPECT_TRUE(contains(outcome.out, "\n  alembert " + verb + subject)) << verb;
    std::istringstream words(outcome.out);  // however the lines are broken
    std::string text;
    for (std::string word; words >> word;) text += (text.empty() ? "" : " ") + word;
    for (const std::string& unit : units.at(verb)) EXPECT_TRUE(contains(text, unit));
    EXPECT_EQ(outcome.out, bench.run({"help", verb}).out) << verb;
  }
}

TEST(Program, AnswersAWrongCommandLineWithTwo) {
  const Workbench bench;
  struct Wrong {
    std::string words;  // of the refusal; none where the options' own parser says it
    std::vector<std::string> arguments;
  };
  const std::string frame = "--frame", xyz = "--xyz", target = "1,0,0";
  const std::vector<std::string> reach = {"ik", "arm.urdf", frame, "tool", xyz, target};
  const auto ik = [&](std::vector<std::string> more) {
    more.insert(more.begin(), reach.begin(), reach.end());
    return more;
  };
  const std::vector<Wrong> wrong = {
      {"", {"id"}},
      {"", {"--nonsense"}},
      {"", {"mass", "arm.urdf", "--q", "1,2,3", "--base", "flying"}},
      {"there is no verb 'chek'", {"chek"}},
      {"no state and no trajectory is given", {"id", "arm.urdf"}},
      {"both a state and a trajectory", {"id", "arm.urdf", "--q", "0,0,0", "--trajectory", "s"}},
      {"--q has 2 numbers where the robot has 3", {"id", "arm.urdf", "--q", "1,2"}},
      {"'1,two,3' is not a list of finite", {"id", "arm.urdf", "--q", "1,two,3"}},
      {"'1,,3' is not a list of finite", {"id", "arm.urdf", "--q", "1,,3"}},
      {"'1,nan,3' is not a list of finite", {"id", "arm.urdf", "--q", "1,nan,3"}},
      {"--gravity has 2 numbers where 3", {"id", "arm.urdf", "--q", "1,2,3", "--gravity", "0,0"}},
      {"both --state and --q", {"id", "arm.urdf", "--q", "1,2,3", "--state", "s.json"}},
      {"--v goes with --q", {"id", "arm.urdf", "--state", "s.json", "--v", "1,2,3"}},
      {"no state is given", {"mass", "arm.urdf"}},
      {"no state is given", {"regressor", "arm.urdf"}},
      {"--lock j3 is not of the form", {"id", "arm.urdf", "--q", "0,0", "--lock", "j3"}},
      {"'arm.txt' does not tell the format", {"convert", "arm.urdf", "arm.txt"}},
      {"'-' does not tell the format", {"convert", "arm.urdf", "-"}},
      {"both claim standard output", {"convert", "arm.urdf", "-", "--to", "yaml", "--json"}},
      {"no --frame is given", {"ik", "arm.urdf", xyz, target}},
      {"no target is given", {"ik", "arm.urdf", frame, "tool"}},
      {"two targets are given", ik({"--path", "p.csv"})},
      {"both --start and --q", ik({"--start", "s.json", "--q", "0,0,0"})},
      {"--quaternion is zero", ik({"--quaternion", "0,0,0,0"})},
      {"both --rpy and --quaternion", ik({"--rpy", "0,0,0", "--quaternion", "1,0,0,0"})},
      {"--position-only leaves the orientation free", ik({"--rpy", "0,0,0", "--position-only"})},
      {"--output goes with --path", ik({"--output", "o.csv"})},
      {"go with --xyz, not with --path",
       {"ik", "arm.urdf", frame, "tool", "--path", "p.csv", "--rpy", "0,0,0"}},
      {"both a robot and --joints", {"count", "arm.urdf", "--joints", "3"}},
      {"'six' is not a whole number from 1 to 64", {"count", "--joints", "six"}},
      {"made with --method or read with --input", {"table", "arm.urdf"}},
      {"--range 1,0 is empty", {"table", "arm.urdf", "--method", "albus", "--range", "1,0"}},
      {"--velocity is 0", {"table", "arm.urdf", "--method", "albus", "--velocity", "0"}},
      {"--time is 0", {"bench", "arm.urdf", "--time", "0"}},
      {"--json and --markdown exclude", {"bench", "arm.urdf", "--json", "--markdown"}},
      {"--lock without ROBOT", {"bench", "--lock", "joint1=0"}},
      {"--size 12 is not of the form", {"view", "arm.urdf", "--png", "a.png", "--size", "12"}},
      {"several robots", {"view", "arm.urdf", "gripper.urdf"}},
      {"--threshold is 0", {"simulate", "m", "--threshold", "0"}},
      {"--frequency is -3", {"simulate", "m", "--frequency", "-3"}},
      {"--model-error is 100 %", {"simulate", "m", "--model-error", "100"}},
      {"--rate 0 is control without", {"simulate", "m", "--rate", "0", "--delay", "0.1"}},
      {"--payload without --payload-frame", {"simulate", "m", "--payload", "1"}},
  };
  for (const auto& [words, arguments] : wrong) {
    const Outcome outcome = bench.run(arguments);
    const std::string shown = ::testing::PrintToString(arguments) + outcome.err;
    EXPECT_EQ(outcome.code, 2) << shown;
    EXPECT_TRUE(only_an_error(outcome)) << shown;
    EXPECT_TRUE(contains(outcome.err, "error: ")) << shown;
    EXPECT_TRUE(contains(outcome.err, words)) << shown;
    EXPECT_TRUE(contains(outcome.err, "\n  fix: ")) << shown;
  }
}

TEST(Program, AnswersAMissingRobotWithOneAndNamesTheFile) {
  const Workbench bench;
  for (const std::string verb : {"info", "id", "fd", "mass", "pose"}) {
    std::vector<std::string> arguments = {verb, "absent.urdf"};
    if (verb != "info") arguments.insert(arguments.end(), {"--q", "0,0,0"});
    const Outcome outcome = bench.run(arguments);
    EXPECT_EQ(outcome.code, 1) << verb;
    EXPECT_EQ(outcome.out, "") << verb;
    EXPECT_TRUE(contains(outcome.err, "absent.urdf: error: ")) << verb;
  }
}

TEST(Program, NoColoursAndNoProgressUnlessOnATerminal) {
  const Workbench bench;
  bench.write("motion.csv", "q.j1,q.j2,q.j3,v.j1,v.j2,v.j3,a.j1,a.j2,a.j3\n0,0,0,0,0,0,0,0,0\n");
  const Outcome checked = bench.run({"check", "arm.urdf", "massless.urdf"});
  EXPECT_FALSE(contains(checked.out, "\033"));
  const Outcome computed = bench.run({"id", "arm.urdf", "--trajectory", "motion.csv"});
  EXPECT_EQ(computed.code, 0);
  EXPECT_EQ(computed.err, "");
}

TEST(Program, EndsQuietlyWhenTheReaderHasSeenEnough) {
  const Workbench bench;
  std::string csv = "q.j1,q.j2,q.j3\n";
  for (int i = 0; i < 50000; ++i) csv += "0.1,0.2,0.1\n";
  bench.write("motion.csv", csv);
  const std::string command = std::string("cd '") + bench.path("") + "' && { '" + program() +
                              "' id arm.urdf --trajectory motion.csv 2>err; echo $? >code; } |" +
                              " head -n 1 >out";
  ASSERT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(bench.read("out"), "tau.j1,tau.j2,tau.j3\n");
  EXPECT_EQ(bench.read("code"), "141\n");
  EXPECT_FALSE(contains(bench.read("err"), "error"));
}

/// The exit code of `alembert WORDS`, with what a shell does to its streams among the words.
int code_in_a_shell(const Workbench& bench, const std::string& words) {
  const std::string command =
      "cd '" + bench.path("") + "' && exec '" + program() + "' " + words + " </dev/null";
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

TEST(Program, EndsWithItsCodeWhereNobodyHearsIt) {
  const Workbench bench;
  EXPECT_EQ(code_in_a_shell(bench, "info none.urdf 2>&-"), 1);
  EXPECT_EQ(code_in_a_shell(bench, "info none.urdf --json >&- 2>&-"), 1);
  EXPECT_EQ(code_in_a_shell(bench, "info arm.urdf >&- 2>&-"), 1);
  EXPECT_EQ(code_in_a_shell(bench, "none 2>&-"), 2);
  if (access("/dev/full", W_OK) != 0) GTEST_SKIP() << "this system has no /dev/full";
  EXPECT_EQ(code_in_a_shell(bench, "info none.urdf 2>/dev/full"), 1);
  EXPECT_EQ(code_in_a_shell(bench, "info none.urdf --json >/dev/full 2>/dev/full"), 1);
  EXPECT_EQ(code_in_a_shell(bench, "--version >/dev/full 2>err"), 1);
}

TEST(Program, WithoutAVerbSaysSo) {
  const Workbench bench;
  const Outcome run = bench.run({"--"});
  EXPECT_EQ(run.code, 2);
  EXPECT_TRUE(contains(run.err, "error: no verb is given"));
}

TEST(Program, ReportsAFullDisk) {
  if (access("/dev/full", W_OK) != 0) GTEST_SKIP() << "this system has no /dev/full";
  const Workbench bench;
  const std::string command = std::string("cd '") + bench.path("") + "' && '" + program() +
                              "' info arm.urdf >/dev/full 2>err";
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 1);
  EXPECT_TRUE(contains(bench.read("err"), "standard output: error: cannot write: No space left"));
}

}  // namespace alembert::testing::program_test
