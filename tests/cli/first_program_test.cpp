// What `./alembert` builds first: it answers as the whole program does, or hands over.
#include <gtest/gtest.h>

#include <cstdlib>

#include "program.hpp"

namespace alembert::testing::first_program_test {

/// While it lives, the first program is run, which hands over to a script that tells its words.
class OfFirst : public ::testing::Test {
 protected:
  OfFirst() {
    bench_.write("whole", "#!/bin/sh\necho handed over: \"$@\"\n");
    std::filesystem::permissions(bench_.path("whole"), std::filesystem::perms::owner_all);
    whole_help_ = bench_.run({"--help"}).out;
    if (const char* other = std::getenv("ALEMBERT_PROGRAM")) before_ = other;
    setenv("ALEMBERT_PROGRAM", ALEMBERT_FIRST, 1);
    setenv("ALEMBERT_WHOLE", bench_.path("whole").c_str(), 1);
  }
  ~OfFirst() override {
    unsetenv("ALEMBERT_WHOLE");
    unsetenv("ALEMBERT_PROGRAM");
    if (!before_.empty()) setenv("ALEMBERT_PROGRAM", before_.c_str(), 1);
  }

  Workbench bench_;
  std::string whole_help_, before_;
};

TEST_F(OfFirst, HelpIsThatOfTheWhole) { EXPECT_EQ(bench_.run({"--help"}).out, whole_help_); }

TEST_F(OfFirst, VerbsThatItHasNotAreHandedOverWithAllTheirWords) {
  EXPECT_EQ(bench_.run({"bench", "two_link", "--time", "0.1"}).out,
            "handed over: bench two_link --time 0.1\n");
  EXPECT_EQ(bench_.run({"id", "arm.urdf", "--q", "0.1,-0.2,0.1"}).out,
            "handed over: id arm.urdf --q 0.1,-0.2,0.1\n");
  EXPECT_EQ(bench_.run({"completion", "--help"}).out, "handed over: completion --help\n");
  EXPECT_EQ(bench_.run({"help", "modes"}).out, "handed over: help modes\n");
}

TEST_F(OfFirst, ArmsThatBendAreHandedOver) {
  const std::string problem = ALEMBERT_SOURCE_DIR "/examples/flexible_fastest.yaml";
  EXPECT_EQ(bench_.run({"predict", problem}).out, "handed over: predict " + problem + "\n");
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

TEST_F(OfFirst, StiffArmsAreItsOwn) {
  const Outcome outcome = bench_.run({"info", "arm.urdf"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_FALSE(contains(outcome.out, "handed over"));
}

TEST_F(OfFirst, AloneItSaysWhatToDo) {
  unsetenv("ALEMBERT_WHOLE");
  const Outcome outcome = bench_.run({"bench"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "run ./alembert"));
}

}  // namespace alembert::testing::first_program_test
