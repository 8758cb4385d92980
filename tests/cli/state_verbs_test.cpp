// com, energy, id --parts, pose with velocities and along trajectories, and robots left to
// themselves.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "program.hpp"

namespace alembert::testing::state_verbs_test {

constexpr const char* path =
    "t,q.j1,q.j2,q.j3,v.j1,v.j2,v.j3\n0,0,0.1,0.2,1,0,0\n1,0.5,0.1,0.2,1,0,0\n";

std::vector<double> numbers(const std::string& line) {
  std::vector<double> all;
  std::istringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) all.push_back(std::stod(cell));
  return all;
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> all;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) all.push_back(line);
  return all;
}

TEST(Com, AnswersStatesAndTrajectoriesAlike) {
  const Workbench bench;
  bench.write("path.csv", path);
  const Json one =
      bench.run({"com", "arm.urdf", "--q", "0,0.1,0.2", "--v", "1,0,0", "--jacobian", "--json"})
          .json();
  const Json& sample = one.at("samples")[0];
  EXPECT_NEAR(sample.at("mass").get<double>(), 2.2, 1e-12);
  EXPECT_EQ(one.at("units").at("position"), "m");
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(sample.at("velocity")[i], sample.at("jacobian")[i][0]);  // v = (1, 0, 0)
  }
  const Outcome along = bench.run({"com", "arm.urdf", "--trajectory", "path.csv"});
  const auto rows = lines(along.out);
  ASSERT_EQ(rows.size(), 3U) << along.err;
  EXPECT_EQ(rows[0], "t,com.x [m],com.y [m],com.z [m],com.vx [m/s],com.vy [m/s],com.vz [m/s]");
  const auto first = numbers(rows[1]);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(first[static_cast<std::size_t>(1 + i)], sample.at("position")[i]);
    EXPECT_EQ(first[static_cast<std::size_t>(4 + i)], sample.at("velocity")[i]);
  }
  const Json document = bench.run({"com", "arm.urdf", "--trajectory", "path.csv", "--json"}).json();
  EXPECT_EQ(document.at("samples").size(), 2U);
  EXPECT_EQ(document.at("samples")[1].at("t"), 1.0);
}

TEST(Energy, IsKineticAndGravitys) {
  const Workbench bench;
  const Json rest = bench.run({"energy", "arm.urdf", "--q", "0,0,0", "--json"}).json();
  EXPECT_EQ(rest.at("samples")[0].at("kinetic"), 0.0);
  EXPECT_NEAR(rest.at("samples")[0].at("gravity").get<double>(), 9.81 * (0.5 * 2.2 + 0.4 * 0.02),
              1e-12);
  const Outcome text = bench.run({"energy", "arm.urdf", "--q", "0,0,0", "--v", "1,0,0"});
  EXPECT_TRUE(contains(text.out, "kinetic"));
  EXPECT_TRUE(contains(text.out, " J\n"));
}

TEST(InverseDynamicsParts, AddUpToTheTorqueOfTheSameState) {
  const Workbench bench;
  const std::vector<std::string> state = {"id",      "arm.urdf", "--q",    "0.3,0.4,0.1", "--v",
                                          "1,2,0.5", "--a",      "1,0,-1", "--json"};
  const Json whole = bench.run(state).json();
  std::vector<std::string> asked = state;
  asked.push_back("--parts");
  const Json parted = bench.run(asked).json();
  const Json& parts = parted.at("samples")[0].at("parts");
  for (std::size_t j = 0; j < 3; ++j) {
    double sum = 0.0;
    for (const auto& [name, values] : parts.items()) sum += values[j].get<double>();
    EXPECT_NEAR(sum, whole.at("samples")[0].at("tau")[j].get<double>(), 1e-12);
  }
  EXPECT_EQ(parts.at("friction")[0], 0.5);  // damping of j1 at 1 rad/s
  EXPECT_EQ(parts.at("friction")[1], 0.0);
  asked.pop_back();
  asked.back() = "--parts";
  EXPECT_TRUE(contains(bench.run(asked).out, "coriolis"));
}

TEST(Pose, TellsVelocitiesAndJacobiansAlongATrajectory) {
  const Workbench bench;
  bench.write("path.csv", path);
  const Outcome csv = bench.run({"pose", "arm.urdf", "--frame", "tool", "--trajectory", "path.csv",
                                 "--velocity", "--jacobian", "--manipulability"});
  const auto rows = lines(csv.out);
  ASSERT_EQ(rows.size(), 3U) << csv.err;
  EXPECT_TRUE(starts_with(rows[0], "t,tool.x [m],tool.y [m],tool.z [m],tool.roll [rad]"));
  EXPECT_TRUE(contains(rows[0], "tool.vx [m/s]"));
  EXPECT_TRUE(contains(rows[0], "tool.J.vx.j3 [m/m]"));
  EXPECT_TRUE(contains(rows[0], "tool.J.wz.j1 [rad/rad]"));
  EXPECT_EQ(numbers(rows[1]).size(), 1U + 10 + 6 + 18 + 3);
  const Json one = bench
                       .run({"pose", "arm.urdf", "--frame", "tool", "--q", "0.5,0.1,0.2", "--v",
                             "1,0,0", "--json"})
                       .json();
  const Json& frame = one.at("samples")[0].at("frames")[0];
  const auto last = numbers(rows[2]);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(last[static_cast<std::size_t>(1 + i)], frame.at("xyz")[i]);
    EXPECT_EQ(last[static_cast<std::size_t>(11 + i)], frame.at("velocity")[i]);
    EXPECT_EQ(last[static_cast<std::size_t>(14 + i)], frame.at("angular_velocity")[i]);
  }
  EXPECT_EQ(frame.at("angular_velocity")[1], 1.0);
}

TEST(Pose, PrintsRoundingAsZeroForPeopleOnly) {
  const Workbench bench;
  const std::vector<std::string> words = {"pose", "arm.urdf", "--frame",
                                          "tool", "--q",      "1.5707963267948966,0,0"};
  EXPECT_FALSE(contains(bench.run(words).out, "e-1"));
  std::vector<std::string> json = words;
  json.push_back("--json");
  EXPECT_TRUE(contains(bench.run(json).out, "e-1"));
}

TEST(SimulateFree, FallsAndKeepsItsEnergyBalance) {
  const Workbench bench;
  const Outcome run = bench.run({"simulate", "arm.urdf", "--q", "0,0.3,0.1", "--duration", "0.5",
                                 "--csv", "fall.csv", "--plot", "fall.svg", "--json"});
  const Json document = run.json();
  EXPECT_EQ(run.code, 0);
  EXPECT_LT(document.at("energy_error").get<double>(), 1e-7);
  EXPECT_GT(document.at("friction").get<double>(), 0.0);
  EXPECT_NEAR(document.at("energy").at("to").at("total").get<double>(),
              document.at("energy").at("from").at("total").get<double>() -
                  document.at("friction").get<double>(),
              1e-6);
  // Its torques are none, whoever computes them.
  const auto rows = lines(bench.run({"id", "arm.urdf", "--trajectory", "fall.csv"}).out);
  ASSERT_EQ(rows.size(), 52U);
  const auto last = numbers(rows[51]);
  for (std::size_t j = 1; j < 4; ++j) EXPECT_LT(std::abs(last[j]), 1e-9);
  EXPECT_TRUE(contains(bench.read("fall.svg"), "Energy"));
}

TEST(SimulateFree, AsksForAState) {
  const Outcome outcome = Workbench().run({"simulate", "arm.urdf"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_TRUE(contains(outcome.err, "is a robot: it is simulated from a state"));
}

TEST(Program, TellsWhatOtherProgramsCallItsVerbs) {
  const Outcome outcome = Workbench().run({"coriolis", "arm.urdf"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_TRUE(contains(outcome.err, "alembert id ROBOT --q ... --v ... --parts"));
}

}  // namespace alembert::testing::state_verbs_test
