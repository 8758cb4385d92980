// What `./alembert` builds first and second: they answer as the whole program does, or hand over.
#include <gtest/gtest.h>

#include <cstdlib>

#include "program.hpp"

namespace alembert::testing::unfinished_programs_test {

/// While it lives, an unfinished program is run, which hands over to a script that tells its words.
class Unfinished : public ::testing::TestWithParam<const char*> {
 protected:
  explicit Unfinished(const char* program = GetParam()) {
    bench_.write("next", "#!/bin/sh\necho handed over: \"$@\"\n");
    std::filesystem::permissions(bench_.path("next"), std::filesystem::perms::owner_all);
    whole_help_ = bench_.run({"--help"}).out;
    if (const char* other = std::getenv("ALEMBERT_PROGRAM")) before_ = other;
    setenv("ALEMBERT_PROGRAM", program, 1);
    setenv("ALEMBERT_NEXT", bench_.path("next").c_str(), 1);
  }
  ~Unfinished() override {
    unsetenv("ALEMBERT_NEXT");
    unsetenv("ALEMBERT_PROGRAM");
    if (!before_.empty()) setenv("ALEMBERT_PROGRAM", before_.c_str(), 1);
  }

  Workbench bench_;
  std::string whole_help_, before_;
};

class OfFirst : public Unfinished {
 protected:
  OfFirst() : Unfinished(ALEMBERT_FIRST) {}
};
class OfSecond : public Unfinished {
 protected:
  OfSecond() : Unfinished(ALEMBERT_SECOND) {}
};

TEST_P(Unfinished, HelpIsThatOfTheWhole) { EXPECT_EQ(bench_.run({"--help"}).out, whole_help_); }

TEST_P(Unfinished, VerbsThatItHasNotAreHandedOverWithAllTheirWords) {
  EXPECT_EQ(bench_.run({"bench", "two_link", "--time", "0.1"}).out,
            "handed over: bench two_link --time 0.1\n");
  EXPECT_EQ(bench_.run({"count", "arm.urdf", "--a", "-0.2,0.1"}).out,
            "handed over: count arm.urdf --a -0.2,0.1\n");
  EXPECT_EQ(bench_.run({"completion", "--help"}).out, "handed over: completion --help\n");
  EXPECT_EQ(bench_.run({"help", "modes"}).out, "handed over: help modes\n");
}

TEST_P(Unfinished, ArmsThatBendAreHandedOver) {
  const std::string problem = ALEMBERT_SOURCE_DIR "/examples/flexible_fastest.yaml";
  EXPECT_EQ(bench_.run({"predict", problem}).out, "handed over: predict " + problem + "\n");
}

TEST_P(Unfinished, WhatStandsOnTheGroundIsHandedOver) {
  const std::string problem = ALEMBERT_SOURCE_DIR "/examples/hop.yaml";
  EXPECT_EQ(bench_.run({"predict", problem}).out, "handed over: predict " + problem + "\n");
}

// Each start is a process of its own, which would hand over by itself.
TEST_P(Unfinished, SeveralStartsAreHandedOverOnce) {
  const std::string problem = ALEMBERT_SOURCE_DIR "/examples/four_bar.yaml";
  EXPECT_EQ(bench_.run({"predict", problem, "--starts", "3"}).out,
            "handed over: predict " + problem + " --starts 3\n");
}

TEST_P(Unfinished, AFailureGoesBesideASolvedMotionWithoutHandingOver) {
  bench_.run({"predict", ALEMBERT_SOURCE_DIR "/examples/xiang_1.yaml", "--output", "out"});
  bench_.write("soon.yaml", "alembert: motion/1\nrobot: " ALEMBERT_SOURCE_DIR
                            "/models/seven_axis.yaml\nstart: {q: [0, 0, 0, -1, 0, 1, 0]}\n"
                            "goal: {q: [1, 0, 0, -1, 0, 1, 0]}\nduration: 0.1\n");
  const Outcome outcome = bench_.run({"predict", "soon.yaml", "--output", "out"});
  EXPECT_EQ(outcome.code, 3) << outcome.err;
  EXPECT_FALSE(contains(outcome.out, "handed over"));
  EXPECT_TRUE(std::filesystem::exists(bench_.path("out.failed/motion.json")));
}

TEST_P(Unfinished, AloneItSaysWhatToDo) {
  unsetenv("ALEMBERT_NEXT");
  const Outcome outcome = bench_.run({"bench"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "run ./alembert"));
}

INSTANTIATE_TEST_SUITE_P(Both, Unfinished, ::testing::Values(ALEMBERT_FIRST, ALEMBERT_SECOND),
                         [](const auto& which) { return which.index == 0 ? "First" : "Second"; });

TEST_F(OfFirst, MotionsOfStiffArmsAreItsOwn) {
  for (const char* name : {"xiang_1", "pick_and_place", "upright_cup", "four_bar"}) {
    const std::string problem = ALEMBERT_SOURCE_DIR "/examples/" + std::string(name) + ".yaml";
    const Outcome outcome = bench_.run({"predict", problem, "--json"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_FALSE(contains(outcome.out, "handed over")) << name;
  }
}

TEST_F(OfFirst, OtherVerbsAreHandedOver) {
  EXPECT_EQ(bench_.run({"info", "arm.urdf"}).out, "handed over: info arm.urdf\n");
}

// Those are summed up in one frame by the whole program, which another order of sums would tell.
TEST_F(OfFirst, LongChainsAreHandedOver) {
  std::string robot = "alembert: robot/1\nname: chain\nconvention: dh-standard\njoints:\n";
  std::string start, goal;
  for (int i = 1; i <= 24; ++i) {
    const std::string number = std::to_string(i);
    robot += "  - name: joint" + number + "\n    dh: {theta: 0, d: 0, a: 0.1, alpha: 0}\n" +
             "    limits: {effort: 100}\n    link: {name: link" + number +
             ", mass: 0.1, com: [-0.05, 0, 0], inertia: {xx: 0.001, yy: 0.001, zz: 0.001}}\n";
    start += i == 1 ? "0" : ", 0";
    goal += i == 1 ? "0.1" : ", 0";
  }
  bench_.write("chain.yaml", robot);
  bench_.write("reach.yaml", "alembert: motion/1\nrobot: chain.yaml\nstart: {q: [" + start +
                                 "]}\ngoal: {q: [" + goal + "]}\nminimize: time\n");
  EXPECT_EQ(bench_.run({"predict", "reach.yaml"}).out, "handed over: predict reach.yaml\n");
}

TEST_F(OfSecond, RobotsAreItsOwn) {
  const std::vector<std::string> commands[] = {{"check", "arm.urdf"},
                                               {"info", "arm.urdf"},
                                               {"id", "arm.urdf", "--q", "0.1,0.2,0.3"},
                                               {"convert", "arm.urdf", "arm.yaml"},
                                               {"new", "arm.yaml"}};
  for (const std::vector<std::string>& command : commands) {
    const Outcome outcome = bench_.run(command);
    EXPECT_EQ(outcome.code, 0) << command.front() << ": " << outcome.err;
    EXPECT_FALSE(contains(outcome.out, "handed over")) << command.front();
  }
}

}  // namespace alembert::testing::unfinished_programs_test
