#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "program.hpp"

namespace alembert::testing::ik_test {

class Ik : public ::testing::Test {
 protected:
  /// Where the tool is at q.
  Json pose(const Json& q) const {
    const std::string text = q.dump();
    return bench
        .run({"pose", "arm.urdf", "--q", text.substr(1, text.size() - 2), "--frame", "tool",
              "--json"})
        .json()
        .at("samples")[0]
        .at("frames")[0];
  }

  /// "q1,q2,…" in the middle of the limits, of which those beyond 3 count as 3.
  std::string middle_of(const std::string& robot) const {
    std::string text;
    for (const Json& coordinate : bench.run({"info", robot, "--json"}).json().at("coordinates")) {
      const double lower = std::max(coordinate.at("lower").get<double>(), -3.0);
      const double upper = std::min(coordinate.at("upper").get<double>(), 3.0);
      text += (text.empty() ? "" : ",") + Json(0.5 * (lower + upper)).dump();
    }
    return text;
  }

  Workbench bench;
};

TEST_F(Ik, ReachesAPosition) {
  const Outcome outcome =
      bench.run({"ik", "arm.urdf", "--frame", "tool", "--xyz", "0.7,0,0.2", "--json"});
  EXPECT_EQ(outcome.code, 0);
  const Json result = outcome.json();
  EXPECT_EQ(result.at("status"), "solved");
  EXPECT_EQ(result.at("joints"), Json({"j1", "j2", "j3"}));
  const Json xyz = pose(result.at("q")).at("xyz");
  EXPECT_NEAR(xyz[0].get<double>(), 0.7, 1e-8);
  EXPECT_NEAR(xyz[2].get<double>(), 0.2, 1e-8);
}

// The middle of the limits, as in Python: zero is beyond the elbow's, and from there it takes
// hundreds of iterations and ends up another way round.
TEST_F(Ik, StartsInTheMiddleOfTheLimits) {
  const std::string arm = std::string(ALEMBERT_SOURCE_DIR) + "/models/seven_axis.yaml";
  const std::vector<std::string> words = {"ik",          arm,     "--frame",  "flange", "--xyz",
                                          "0.4,0.1,0.5", "--rpy", "3.14,0,0", "--json"};
  const Json found = bench.run(words).json();
  EXPECT_EQ(found.at("status"), "solved");
  EXPECT_LE(found.at("iterations").get<int>(), 12);
  std::vector<std::string> from_middle = words;
  from_middle.insert(from_middle.end(), {"--q", middle_of(arm)});
  EXPECT_EQ(bench.run(from_middle).json().at("q"), found.at("q"));
}

TEST_F(Ik, ReachesAPoseGivenAsAnglesOrAsAQuaternion) {
  const Json there = pose({0.3, 0.5, 0.2});
  const std::string xyz = std::to_string(there.at("xyz")[0].get<double>()) + ",0," +
                          std::to_string(there.at("xyz")[2].get<double>());
  for (const auto& orientation :
       {std::vector<std::string>{"--rpy", "0,0.8,0"},
        {"--quaternion", "0.92106099400288510,0,0.38941834230865052,0"}}) {
    std::vector<std::string> arguments = {"ik",    "arm.urdf", "--frame", "tool",
                                          "--xyz", xyz,        "--json"};
    arguments.insert(arguments.end(), orientation.begin(), orientation.end());
    const Outcome outcome = bench.run(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.out;
    EXPECT_NEAR(pose(outcome.json().at("q")).at("rpy")[1].get<double>(), 0.8, 1e-7);
  }
}

TEST_F(Ik, AnswersThreeAndTheBestFoundWhenOutOfReach) {
  const std::vector<std::string> far = {"ik", "arm.urdf", "--frame", "tool", "--xyz", "5,0,0.5"};
  const Outcome outcome = bench.run(far);
  EXPECT_EQ(outcome.code, 3);
  EXPECT_TRUE(contains(outcome.out, "NOT REACHED"));
  EXPECT_TRUE(contains(outcome.out, "deg"));
  std::vector<std::string> arguments = far;
  arguments.push_back("--json");
  const Outcome json = bench.run(arguments);
  EXPECT_EQ(json.code, 3);
  EXPECT_EQ(json.json().at("status"), "not_reached");
  EXPECT_NEAR(json.json().at("position_error").get<double>(), 5 - 1.4, 1e-3);
}

TEST_F(Ik, KeepsLimitsUnlessTold) {
  const std::vector<std::string> near_limit = {"ik",    "arm.urdf",  "--frame", "tool",
                                               "--xyz", "1.6,0,0.5", "--json"};
  EXPECT_EQ(bench.run(near_limit).code, 3);
  std::vector<std::string> free = near_limit;
  free.push_back("--no-limits");
  const Outcome outcome = bench.run(free);
  EXPECT_EQ(outcome.code, 0);
  EXPECT_GT(outcome.json().at("q")[2].get<double>(), 0.3);
}

TEST_F(Ik, StartsWhereItIsTold) {
  bench.write("start.json", R"({"q":[0.2,0.3,0.1]})");
  const Json from_file = bench
                             .run({"ik", "arm.urdf", "--frame", "tool", "--xyz", "0.7,0,0.2",
                                   "--start", "start.json", "--json"})
                             .json();
  const Json from_line = bench
                             .run({"ik", "arm.urdf", "--frame", "tool", "--xyz", "0.7,0,0.2", "--q",
                                   "0.2,0.3,0.1", "--json"})
                             .json();
  EXPECT_EQ(from_file, from_line);
}

TEST_F(Ik, FollowsAPath) {
  bench.write("path.csv", "t,x,y,z\n0,0.8,0,0.3\n0.1,0.8,0,0.25\n0.2,0.8,0,0.2\n");
  const Outcome outcome =
      bench.run({"ik", "arm.urdf", "--frame", "tool", "--path", "path.csv", "--output", "q.csv"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "solved: 3 poses"));
  EXPECT_TRUE(starts_with(bench.read("q.csv"), "t,q.j1,q.j2,q.j3\n0,"));
  const Json document =
      bench.run({"ik", "arm.urdf", "--frame", "tool", "--path", "path.csv", "--json"}).json();
  ASSERT_EQ(document.at("samples").size(), 3);
  EXPECT_EQ(document.at("samples")[1].at("t"), 0.1);
  EXPECT_NEAR(pose(document.at("samples")[2].at("q")).at("xyz")[2].get<double>(), 0.2, 1e-8);
  EXPECT_EQ(bench.run({"ik", "arm.urdf", "--frame", "tool", "--path", "path.csv"}).out,
            bench.read("q.csv"));
}

TEST_F(Ik, ThePathItAnswersGoesIntoInverseDynamics) {
  bench.write("path.csv", "t,x,y,z\n0,0.8,0,0.3\n0.1,0.8,0,0.25\n");
  ASSERT_EQ(
      bench.run({"ik", "arm.urdf", "--frame", "tool", "--path", "path.csv", "--output", "q.csv"})
          .code,
      0);
  EXPECT_EQ(bench.run({"id", "arm.urdf", "--trajectory", "q.csv"}).code, 0);
}

TEST_F(Ik, APathStopsWhereItCannotGoOnAndSaysWhere) {
  bench.write("path.csv", "x,y,z\n0.8,0,0.3\n9,0,0\n0.8,0,0.2\n");
  const Outcome outcome =
      bench.run({"ik", "arm.urdf", "--frame", "tool", "--path", "path.csv", "--json"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(outcome.json().at("status"), "not_reached");
  EXPECT_EQ(outcome.json().at("samples").size(), 2);
  EXPECT_TRUE(contains(outcome.err, "path.csv:3: pose 2 of 3 is NOT REACHED"));
  const std::string csv =
      bench.run({"ik", "arm.urdf", "--frame", "tool", "--path", "path.csv"}).out;
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 2);  // the header and the pose reached
}

TEST_F(Ik, FaultyPathsAreRefused) {
  for (const auto& [csv, words] :
       {std::pair<std::string, std::string>{"x,y\n0,0\n", "lacks a column"},
        {"x,y,z,roll\n0,0,0,0\n", "lacks a column"},
        {"x,y,z,w\n0,0,0,0\n", "column 'w'"},
        {"x,y,z\n", "no rows"}}) {
    bench.write("path.csv", csv);
    const Outcome outcome = bench.run({"ik", "arm.urdf", "--frame", "tool", "--path", "path.csv"});
    EXPECT_EQ(outcome.code, 1) << csv;
    EXPECT_TRUE(contains(outcome.err, words)) << csv;
  }
}

}  // namespace alembert::testing::ik_test
