// ./test on machines as they are found: what it asks for, what it goes on without, what it ends at.
#include <gtest/gtest.h>

#include "machine.hpp"

namespace alembert::testing::fresh_machine_test {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(FreshMachine, BareDebianIsAskedForEverythingOnce) {
  Machine machine;
  const auto outcome = machine.test();
  EXPECT_EQ(outcome.code, 0) << outcome.said;
  EXPECT_TRUE(has(outcome.said, "6 passed, 0 failed, 2 skipped")) << outcome.said;
  EXPECT_EQ(machine.test().code, 0);
  for (const char* name : {" ninja-build", " libeigen3-dev", " libmujoco-dev", " liborocos-kdl-dev",
                           " python3-numpy", " mypy", " nodejs", " npm", " chromium"})
    EXPECT_EQ(count(machine.asked(), name), 1) << name << '\n' << machine.asked();
}

TEST(FreshMachine, SkippedTestsSayWhyWhoeverSkipsThem) {
  Machine machine;
  const auto outcome = machine.test();
  EXPECT_TRUE(has(outcome.said, "skipped 1: There is no Chromium here\n")) << outcome.said;
  EXPECT_TRUE(has(outcome.said, "skipped 1: could not import 'mypy'\n")) << outcome.said;
}

TEST(FreshMachine, EveryTestOfAProcessIsCountedAndWhatFailsIsNamed) {
  Machine machine;
  machine.report(R"(<testcase name="Kane" status="fail"><system-out>[==========] Running 3 tests
[       OK ] Kane.A (1 ms)
[  FAILED  ] Kane.B/1, where GetParam() = 2 (1 ms)
[       OK ] Kane.C (1 ms)
[  FAILED  ] 1 test, listed below:
[  FAILED  ] Kane.B/1, where GetParam() = 2
</system-out></testcase>
<testcase name="Lilly" status="fail"><system-out>[==========] Running 2 tests
[       OK ] Lilly.A (1 ms)
</system-out></testcase>
<testcase name="Install.Works" status="fail"></testcase>
)");
  const auto outcome = machine.test();
  EXPECT_EQ(outcome.code, 1) << outcome.said;
  EXPECT_TRUE(has(outcome.said, "\n4 passed, 3 failed, 0 skipped\n")) << outcome.said;
  EXPECT_TRUE(has(outcome.said, "failed: Kane: Kane.B/1, where")) << outcome.said;
  EXPECT_TRUE(has(outcome.said, "failed: Lilly (ended before its end)\n")) << outcome.said;
  EXPECT_TRUE(has(outcome.said, "failed: Install.Works\n")) << outcome.said;
}

TEST(FreshMachine, NodeAndNpmFromElsewhereAreNotAskedFor) {
  Machine machine;
  machine.give_node();
  const auto outcome = machine.test();
  EXPECT_EQ(outcome.code, 0) << outcome.said;
  EXPECT_FALSE(has(machine.asked(), " npm\n") || has(machine.asked(), " npm ")) << machine.asked();
  EXPECT_FALSE(has(machine.asked(), "nodejs")) << machine.asked();
  EXPECT_TRUE(has(machine.asked(), " chromium\n")) << machine.asked();
  EXPECT_TRUE(has(machine.asked(), "npm ci ")) << machine.asked();
}

TEST(FreshMachine, APackageThatOnlyThePageNeedsIsNotTheEnd) {
  Machine machine;
  machine.fake("node", "exit 0");
  machine.refuse("npm");
  const auto outcome = machine.test();
  EXPECT_EQ(outcome.code, 0) << outcome.said;
  EXPECT_TRUE(has(outcome.said, "does not install npm here; going on without it")) << outcome.said;
  EXPECT_TRUE(has(machine.asked(), " chromium\n")) << "refused with npm: " << machine.asked();
}

TEST(FreshMachine, NoNetworkToNpmIsNotTheEnd) {
  Machine machine;
  machine.give_node();
  machine.fake("npm", "echo 'npm ERR! network' >&2; exit 1");
  const auto outcome = machine.test();
  EXPECT_EQ(outcome.code, 0) << outcome.said;
  EXPECT_TRUE(has(outcome.said, "npm gives nothing here; tests of the page are skipped"))
      << outcome.said;
}

TEST(FreshMachine, AnOrdinaryUserIsToldWhatToAskFor) {
  Machine machine;
  machine.install("g++");
  const auto outcome = machine.test(false);
  EXPECT_EQ(outcome.code, 1) << outcome.said;
  EXPECT_TRUE(has(outcome.said, "ask an administrator to run: apt-get install ninja-build "))
      << outcome.said;
  EXPECT_TRUE(has(outcome.said, "not needed: ")) << outcome.said;
  EXPECT_EQ(machine.asked(), "");
}

TEST(FreshMachine, AnOrdinaryUserGoesOnWithoutWhatIsNotNeeded) {
  Machine machine;
  for (const char* list : {"packages-build.txt", "packages-python.txt", "packages-test.txt"})
    machine.install_needed(list);
  const auto outcome = machine.test(false);
  EXPECT_EQ(outcome.code, 0) << outcome.said;
  EXPECT_TRUE(has(outcome.said,
                  "going on without: libqhull-dev libsqlite3-dev libfcl-dev clang-format "
                  "python3-pytest "))
      << outcome.said;
  EXPECT_TRUE(has(outcome.said, "skipped 1: there is no clang-format here")) << outcome.said;
  EXPECT_TRUE(has(outcome.said, "5 passed, 0 failed, 3 skipped")) << outcome.said;
  EXPECT_FALSE(has(machine.asked(), "apt-get")) << machine.asked();
}

TEST(FreshMachine, ANeededPackageThatIsRefusedIsTheEndAndIsNamed) {
  Machine machine;
  machine.refuse("libgtest-dev");
  const auto outcome = machine.test();
  EXPECT_EQ(outcome.code, 1) << outcome.said;
  EXPECT_TRUE(has(outcome.said, "could not install: ") && has(outcome.said, " libgtest-dev"))
      << outcome.said;
  EXPECT_TRUE(has(outcome.said, "install them by hand (apt-get install ")) << outcome.said;
  EXPECT_FALSE(has(machine.asked(), "cmake")) << "built all the same: " << machine.asked();
}

TEST(FreshMachine, WhatSomeTestsNeedIsGoneOnWithout) {
  Machine machine;
  machine.refuse("python3-distributed");
  const auto outcome = machine.test();
  EXPECT_EQ(outcome.code, 0) << outcome.said;
  EXPECT_TRUE(has(outcome.said, "does not install python3-distributed here")) << outcome.said;
  EXPECT_TRUE(has(machine.asked(), " mypy\n")) << machine.asked();
}

TEST(FreshMachine, NothingOfTheMachineIsTakenAway) {
  Machine machine;
  EXPECT_EQ(machine.test().code, 0);
  std::istringstream lines(machine.asked());
  int installs = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!has(line, " install ")) continue;
    ++installs;
    EXPECT_TRUE(has(line, "--no-remove")) << line;
  }
  EXPECT_GT(installs, 0);
}

}  // namespace alembert::testing::fresh_machine_test
