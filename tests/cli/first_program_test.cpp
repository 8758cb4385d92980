// What `./alembert` builds first: it answers as the whole program does, or hands over.
#include <gtest/gtest.h>

#include <cstdlib>

#include "program.hpp"

namespace alembert::testing {

namespace {

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

}  // namespace

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

}  // namespace alembert::testing
