// bench: rows for every call and library, whatever the figures are today.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <set>

#include "program.hpp"

namespace alembert::testing::bench_test {

/// library -> calls of the rows, which must all be of this robot and have believable times.
std::map<std::string, std::set<std::string>> calls_by_library(const Json& document,
                                                              const std::string& robot) {
  std::map<std::string, std::set<std::string>> calls;
  for (const Json& row : document.at("rows")) {
    EXPECT_EQ(row.at("robot"), robot);
    EXPECT_GT(row.at("min_ns").get<double>(), 1.0);
    EXPECT_LE(row.at("min_ns").get<double>(), row.at("median_ns").get<double>());
    calls[row.at("library")].insert(row.at("call"));
  }
  return calls;
}

const std::set<std::string> every_call = {
    "inverse_dynamics",  "inverse_dynamics_batch", "inverse_dynamics_batch_float",
    "mass_matrix",       "forward_dynamics",       "derivatives",
    "derivatives_batch", "weighted_hessian"};

TEST(Bench, GivesARowForEveryCallOfEveryLibrary) {
  const Workbench bench;
  const Outcome outcome = bench.run({"bench", "arm.urdf", "--time", "0.001", "--json"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const auto calls = calls_by_library(outcome.json(), "arm");
  EXPECT_EQ(calls.at("alembert"), every_call);
  EXPECT_TRUE(calls.at("kdl").count("inverse_dynamics"));
  EXPECT_TRUE(calls.at("mujoco").count("inverse_dynamics"));
}

TEST(Bench, KnowsItsOwnRobotsByNameAndOneCallAlone) {
  const Workbench bench;
  for (const char* robot : {"seven_axis", "puma560", "two_link", "chain_6", "tree_32"}) {
    const Outcome outcome =
        bench.run({"bench", robot, "--call", "inverse_dynamics", "--time", "0.001", "--json"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    for (const auto& [library, calls] : calls_by_library(outcome.json(), robot)) {
      EXPECT_EQ(calls, std::set<std::string>{"inverse_dynamics"}) << library;
    }
  }
}

TEST(Bench, SaysWhichLibraryCannotTakeTheRobot) {
  const Workbench bench;
  const Outcome outcome = bench.run({"bench", "gripper.urdf", "--time", "0.001", "--json"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(calls_by_library(outcome.json(), "gripper").size(), 1);
  EXPECT_TRUE(contains(outcome.err, "gripper without KDL: "));
  EXPECT_TRUE(contains(outcome.err, "gripper without MuJoCo: "));
}

TEST(Bench, TakesTheRobotWithJointsHeld) {
  const Workbench bench;
  std::string text = bench.read("arm.urdf");
  const std::string limit = "<limit lower=\"-2.5\"";
  text.insert(text.find(limit), "<mimic joint=\"j1\"/>");
  bench.write("following.urdf", text);
  const std::vector<std::string> free = {"bench", "following.urdf", "--time", "0.001", "--json"};
  EXPECT_EQ(calls_by_library(bench.run(free).json(), "arm").size(), 1);  // nobody else takes it
  std::vector<std::string> held = free;
  held.insert(held.end(), {"--lock", "j1=0.3"});
  EXPECT_EQ(calls_by_library(bench.run(held).json(), "arm").size(), 3);
  EXPECT_EQ(bench.run({"bench", "two_link", "--lock", "joint9=0"}).code, 1);
  EXPECT_EQ(bench.run({"bench", "--lock", "joint1=0"}).code, 2);
}

TEST(Bench, PrintsATableForPeopleOrForThePage) {
  const Workbench bench;
  const Outcome people = bench.run({"bench", "arm.urdf", "--time", "0.001"});
  EXPECT_TRUE(contains(people.out, "KDL : alembert"));
  for (const std::string& call : every_call) EXPECT_TRUE(contains(people.out, call));
  const Outcome page = bench.run({"bench", "arm.urdf", "--time", "0.001", "--markdown"});
  EXPECT_TRUE(contains(page.out, "\n| arm | inverse_dynamics | "));
}

/// With the device that is none (tests/generate/emulated_driver.cpp) in place of the machine's.
class Emulation {
 public:
  Emulation() {
    if (const char* path = std::getenv("LD_LIBRARY_PATH")) before_ = path;
    setenv("LD_LIBRARY_PATH", ALEMBERT_EMULATED_CUDA, 1);
    setenv("XDG_CACHE_HOME", "/nowhere", 1);  // nothing is kept
    setenv("EMULATED_MEMORY", "4000000", 1);
  }
  ~Emulation() {
    setenv("LD_LIBRARY_PATH", before_.c_str(), 1);
    unsetenv("XDG_CACHE_HOME");
    unsetenv("EMULATED_MEMORY");
  }
  Emulation(const Emulation&) = delete;
  Emulation& operator=(const Emulation&) = delete;

 private:
  std::string before_;
};

TEST(Bench, PutsADeviceBesideTheCores) {
  const Workbench bench;
  const Emulation emulation;
  const Outcome outcome = bench.run(
      {"bench", "two_link", "--gpu", "--call", "mass_matrix", "--time", "0.001", "--json"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const Json result = outcome.json();
  EXPECT_EQ(result.at("device"), "emulated device");
  ASSERT_EQ(result.at("gpu").size(), 2u);  // float and double
  for (const Json& row : result.at("gpu")) {
    for (const char* rate : {"device", "pinned", "host", "share_of_copy"}) {
      EXPECT_GT(row.at(rate).get<double>(), 0.0) << rate;
    }
  }
  EXPECT_EQ(result.at("cpu")[0].at("threads"), 1);
  EXPECT_GT(result.at("cpu")[0].at("states_per_second").get<double>(), 0.0);
}

TEST(Bench, SaysWhyThereIsNoDevice) {
  const Workbench bench;
  {
    const Emulation emulation;
    setenv("EMULATED_CAPABILITY", "61", 1);
    const Outcome old = bench.run({"bench", "two_link", "--gpu"});
    unsetenv("EMULATED_CAPABILITY");
    EXPECT_EQ(old.code, 1);
    EXPECT_TRUE(contains(old.err, "6.1")) << old.err;
    setenv("EMULATED_MEMORY", "64", 1);
    const Outcome small = bench.run({"bench", "two_link", "--gpu", "--call", "pose"});
    EXPECT_EQ(small.code, 1);
    EXPECT_TRUE(contains(small.err, "64 are free")) << small.err;
  }
  EXPECT_EQ(bench.run({"bench", "--gpu"}).code, 2);
  EXPECT_EQ(bench.run({"bench", "two_link", "--gpu", "--call", "derivatives_batch"}).code, 2);
  EXPECT_EQ(bench.run({"bench", "two_link", "--call", "pose"}).code, 2);
}

TEST(Bench, RefusesWhatCannotBe) {
  const Workbench bench;
  EXPECT_EQ(bench.run({"bench", "arm.urdf", "--call", "magic"}).code, 2);
  EXPECT_EQ(bench.run({"bench", "arm.urdf", "--time", "0"}).code, 2);
  EXPECT_EQ(bench.run({"bench", "arm.urdf", "--json", "--markdown"}).code, 2);
  EXPECT_EQ(bench.run({"bench", "absent.urdf"}).code, 1);
}

}  // namespace alembert::testing::bench_test
