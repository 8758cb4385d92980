// new, smooth and export: from a robot's file to set points that its controller takes.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <sstream>

#include "program.hpp"

namespace alembert::testing::smooth_test {

const std::string sources = ALEMBERT_SOURCE_DIR;
const std::string shared_panda = sources + "/../shared/robots/panda.urdf";

/// Rows of numbers, by column.
std::map<std::string, std::vector<double>> table_of(const std::string& text) {
  std::istringstream lines(text);
  std::string line, cell;
  std::getline(lines, line);
  std::vector<std::string> names;
  for (std::istringstream cells(line); std::getline(cells, cell, ',');) names.push_back(cell);
  std::map<std::string, std::vector<double>> table;
  while (std::getline(lines, line)) {
    std::istringstream cells(line);
    for (const std::string& name : names) {
      std::getline(cells, cell, ',');
      table[name].push_back(name == "phase" ? 0.0 : std::stod(cell));
    }
  }
  return table;
}

/// The largest |first|, |second| and |third| difference of set points that a controller at 1 kHz
/// sees, which stood still before them and stands still after.
std::array<double, 3> differences_of(std::vector<double> q) {
  q.insert(q.begin(), 3, q.front());
  q.insert(q.end(), 3, q.back());
  std::array<double, 3> largest = {0, 0, 0};
  for (double& most : largest) {
    for (std::size_t i = 0; i + 1 < q.size(); ++i) q[i] = (q[i + 1] - q[i]) * 1000.0;
    q.pop_back();
    for (const double x : q) most = std::max(most, std::abs(x));
  }
  return largest;
}

/// The published limits of the Panda's controller: rad/s, rad/s^2, rad/s^3 by joint.
constexpr std::array<std::array<double, 3>, 7> published = {{{2.1750, 15.0, 7500},
                                                             {2.1750, 7.5, 3750},
                                                             {2.1750, 10.0, 5000},
                                                             {2.1750, 12.5, 6250},
                                                             {2.6100, 15.0, 7500},
                                                             {2.6100, 20.0, 10000},
                                                             {2.6100, 20.0, 10000}}};

void expect_published_limits(const std::string& csv, const std::string& prefix) {
  const auto table = table_of(csv);
  EXPECT_GT(table.at("t").size(), 300u);
  for (std::size_t j = 0; j < published.size(); ++j) {
    const std::array<double, 3> most =
        differences_of(table.at("q." + prefix + std::to_string(j + 1)));
    for (std::size_t order = 0; order < 3; ++order) {
      EXPECT_LE(most[order], published[j][order]) << "joint " << j + 1 << ", order " << order + 1;
    }
    EXPECT_GT(most[0], 0.1) << "joint " << j + 1 << " hardly moves";
  }
}

/// `alembert new` and `predict` on it unchanged, then set points every millisecond.
std::string first_set_points(const Workbench& bench, const std::string& robot) {
  const Outcome made = bench.run({"new", robot, "--output", "first.yaml"});
  EXPECT_EQ(made.code, 0) << made.err;
  const Outcome solved = bench.run({"predict", "first.yaml", "--output", "out"});
  EXPECT_EQ(solved.code, 0) << solved.out << solved.err;
  EXPECT_TRUE(contains(solved.out, "note: smooth: accelerations within"));
  const Outcome written = bench.run({"export", "out", "--output", "points.csv"});
  EXPECT_EQ(written.code, 0) << written.out << written.err;
  EXPECT_TRUE(contains(written.out, "1000 Hz"));
  return bench.read("points.csv");
}

TEST(New, MakesAProblemWhoseSetPointsTheRealControllerTakes) {
  if (!std::filesystem::exists(shared_panda)) GTEST_SKIP() << "there is no " << shared_panda;
  const Workbench bench;
  expect_published_limits(first_set_points(bench, shared_panda), "panda_joint");
}

TEST(New, MakesOneForARobotWithLimitsOfItsOwn) {
  const Workbench bench;
  expect_published_limits(first_set_points(bench, sources + "/models/seven_axis.yaml"), "joint");
}

TEST(New, MakesProblemsThatRunForEveryRobotOfTheProject) {
  const Workbench bench;
  for (const char* robot : {"two_link", "stanford", "puma560"}) {
    ASSERT_EQ(bench.run({"new", sources + "/models/" + robot + ".yaml"}).code, 0) << robot;
    const std::string file = std::string(robot) + ".reach.yaml";
    const Outcome solved = bench.run({"predict", file, "--json"});
    EXPECT_EQ(solved.code, 0) << robot << solved.err << bench.read(file);
  }
  ASSERT_EQ(bench.run({"new", "arm.urdf"}).code, 0);
  EXPECT_TRUE(contains(bench.read("arm.reach.yaml"), "\nrobot: arm.urdf\n"));
  EXPECT_EQ(bench.run({"predict", "arm.reach.yaml", "--json"}).code, 0);
}

/// Two links, a finger that slides 4 cm, a hand that weighs nothing, a wheel of 5000 N m, a spring
/// that its motor cannot hold, and speeds as simulators write them.
TEST(New, LocksWhatIsNoArmAndMovesTheRest) {
  const Workbench bench;
  const auto link = [](const std::string& name, double mass, double at) {
    return "<link name='" + name + "'><inertial><origin xyz='" + std::to_string(at) +
           " 0 0'/><mass value='" + std::to_string(mass) + "'/><inertia ixx='" +
           std::to_string(0.01 * mass) + "' iyy='" + std::to_string(0.01 * mass) + "' izz='" +
           std::to_string(0.01 * mass) + "' ixy='0' ixz='0' iyz='0'/></inertial></link>";
  };
  const auto joint = [](const std::string& name, const std::string& type, const std::string& parent,
                        const std::string& child, const std::string& axis,
                        const std::string& limits) {
    return "<joint name='" + name + "' type='" + type + "'><parent link='" + parent +
           "'/><child link='" + child + "'/><origin xyz='0.3 0 0'/><axis xyz='" + axis +
           "'/><limit " + limits + "/></joint>";
  };
  bench.write("robot.urdf", "<robot name='r'><link name='base'/>" + link("wheel", 1, 0) +
                                link("rail", 20, 0) + link("upper", 2, 0.15) +
                                link("fore", 1, 0.15) + link("finger", 0.05, 0.02) +
                                "<link name='hand'/>" +
                                joint("wheel_joint", "revolute", "base", "wheel", "0 0 1",
                                      "lower='-3' upper='3' effort='5000' velocity='2'") +
                                joint("suspension", "prismatic", "base", "rail", "0 0 1",
                                      "lower='-0.2' upper='0.2' effort='50' velocity='1'") +
                                joint("shoulder", "revolute", "rail", "upper", "0 1 0",
                                      "lower='-2' upper='2' effort='60' velocity='100'") +
                                joint("elbow", "revolute", "upper", "fore", "0 1 0",
                                      "lower='-2' upper='2' effort='30' velocity='100'") +
                                joint("finger_joint", "prismatic", "fore", "finger", "0 1 0",
                                      "lower='0' upper='0.04' effort='10' velocity='1'") +
                                joint("hand_joint", "revolute", "fore", "hand", "1 0 0",
                                      "lower='-1' upper='1' effort='20' velocity='2'") +
                                "</robot>");
  ASSERT_EQ(bench.run({"new", "robot.urdf"}).code, 0);
  const std::string file = bench.read("robot.reach.yaml");
  for (const char* locked : {"suspension: 0", "finger_joint: 0.02", "hand_joint: 0"}) {
    EXPECT_TRUE(contains(file, locked)) << file;
  }
  EXPECT_TRUE(contains(file, "velocity: {shoulder: 3, elbow: 3}")) << file;
  EXPECT_FALSE(contains(file, "wheel_joint: 0,")) << file;
  const Outcome solved = bench.run({"predict", "robot.reach.yaml"});
  EXPECT_EQ(solved.code, 0) << solved.out << solved.err << file;
  EXPECT_TRUE(contains(solved.out, "verified")) << solved.out;
}

TEST(New, DoesNotReplaceAFileUnlessForced) {
  const Workbench bench;
  bench.write("arm.reach.yaml", "mine");
  const Outcome outcome = bench.run({"new", "arm.urdf"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "exists already"));
  EXPECT_EQ(bench.read("arm.reach.yaml"), "mine");
  EXPECT_EQ(bench.run({"new", "arm.urdf", "--force"}).code, 0);
}

const std::string reach =
    "alembert: motion/1\nrobot: arm.urdf\nstart: {q: [0, 0.5, 0.1]}\ngoal: {q: [0.5, 0.5, 0.1]}\n";

TEST(Smooth, StartsAndEndsWithoutAccelerationAndLeavesJointsThatNeedNotMove) {
  const Workbench bench;
  bench.write("rough.yaml", reach);
  bench.write("smooth.yaml", reach + "smooth: true\n");
  ASSERT_EQ(bench.run({"predict", "rough.yaml", "--output", "rough"}).code, 0);
  ASSERT_EQ(bench.run({"predict", "smooth.yaml", "--output", "smooth"}).code, 0);
  const auto rough = table_of(bench.read("rough/motion.csv"));
  const auto smooth = table_of(bench.read("smooth/motion.csv"));
  const auto wander = [](const std::vector<double>& q) {
    const auto [least, most] = std::minmax_element(q.begin(), q.end());
    return *most - *least;
  };
  EXPECT_GT(std::abs(rough.at("a.j1").front()), 10.0);
  EXPECT_NEAR(smooth.at("a.j1").front(), 0.0, 1e-6);
  EXPECT_NEAR(smooth.at("a.j1").back(), 0.0, 1e-6);
  EXPECT_GT(wander(rough.at("q.j2")), 1e-3);
  EXPECT_LT(wander(smooth.at("q.j2")), 1e-4);
  EXPECT_LT(wander(smooth.at("q.j3")), 1e-5);
  const Json given = Json::parse(bench.read("smooth/motion.json")).at("given");
  EXPECT_EQ(given.at("smooth"), true);
  EXPECT_FALSE(Json::parse(bench.read("rough/motion.json")).at("given").contains("smooth"));
}

TEST(Smooth, StatedTimesAndTorqueRatesSetTheLimits) {
  const Workbench bench;
  const auto limits = [&](const std::string& how) {
    bench.write("task.yaml", reach + "smooth: " + how + "\n");
    return bench.run({"predict", "task.yaml", "--json"}).json().at("limits");
  };
  const Json usual = limits("true");
  EXPECT_DOUBLE_EQ(usual.at("acceleration")[0], 2.0 / 0.5);
  EXPECT_DOUBLE_EQ(usual.at("jerk")[0], 2.0 / 0.5 / 0.1);
  const Json quick = limits("{speed_time: 0.25, acceleration_time: 0.05}");
  EXPECT_DOUBLE_EQ(quick.at("acceleration")[0], 8.0);
  EXPECT_DOUBLE_EQ(quick.at("jerk")[0], 160.0);
  // 10 N m/s on at most about 0.06 + 0.02 + ... kg m^2 allows less than the usual 40 rad/s^3.
  const Json weak = limits("{torque_rate: {j1: 10}}");
  EXPECT_LT(weak.at("jerk")[0].get<double>(), 30.0);
  EXPECT_GT(weak.at("jerk")[0].get<double>(), 1.0);
  EXPECT_DOUBLE_EQ(weak.at("jerk")[1], usual.at("jerk")[1]);
}

TEST(Smooth, KeepsWhatTheProblemSaysItself) {
  const Workbench bench;
  bench.write("task.yaml", reach + "smooth: true\nlimits: {acceleration: 3, jerk: {j1: 20}}\n");
  const Json limits = bench.run({"predict", "task.yaml", "--json"}).json().at("limits");
  EXPECT_DOUBLE_EQ(limits.at("acceleration")[0], 3.0);
  EXPECT_DOUBLE_EQ(limits.at("jerk")[0], 20.0);
  EXPECT_DOUBLE_EQ(limits.at("jerk")[1], 30.0);
}

TEST(Smooth, IsRefusedWhereAJointHasNoMotorWithTheLine) {
  const Workbench bench;
  bench.write("task.yaml", reach + "limits: {passive: [j2]}\nsmooth: true\n");
  const Outcome outcome = bench.run({"predict", "task.yaml"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(
      starts_with(outcome.err, "task.yaml:6: error: smooth is not known of joints without"));
}

TEST(Smooth, WithoutItTheAnswerSaysWhichLimitsAreMissing) {
  const Workbench bench;
  bench.write("task.yaml", reach);
  const Outcome told = bench.run({"predict", "task.yaml", "--output", "out"});
  EXPECT_TRUE(
      contains(told.out, "3 of 3 joints have no acceleration and jerk limit: it steps from"));
  EXPECT_TRUE(contains(told.out, "rad/s^2"));
  const Json remarks = Json::parse(bench.read("out/motion.json")).at("remarks");
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_TRUE(contains(remarks[0], "no acceleration and jerk limit"));
  bench.write("task.yaml", reach + "limits: {acceleration: 10, jerk: 1000}\n");
  EXPECT_FALSE(bench.run({"predict", "task.yaml", "--json"}).json().contains("remarks"));
}

TEST(Export, TellsWhichDifferencesPassTheirLimits) {
  const Workbench bench;
  bench.write("task.yaml",
              "alembert: motion/1\nrobot: arm.urdf\n"
              "start: {q: [0, 0.5, 0.1], any_acceleration: true}\n"
              "goal: {q: [0.5, 0.5, 0.1], any_acceleration: true}\n"
              "limits: {acceleration: 10, jerk: 100}\n");
  ASSERT_EQ(bench.run({"predict", "task.yaml", "--output", "out"}).code, 0);
  // It steps to 10 rad/s^2 at once, which the third difference sees.
  const Outcome passed = bench.run({"export", "out", "--output", "p.csv", "--json"});
  EXPECT_EQ(passed.code, 3);
  const Json answer = passed.json();
  EXPECT_EQ(answer.at("within"), false);
  EXPECT_EQ(answer.at("rate"), 1000.0);
  const Json worst = answer.at("differences")[0];
  EXPECT_EQ(worst.at("limit"), "jerk");
  EXPECT_EQ(worst.at("within"), false);
  // The same number from the file itself.
  const std::array<double, 3> most =
      differences_of(table_of(bench.read("p.csv")).at("q." + worst.at("joint").get<std::string>()));
  EXPECT_NEAR(most[2], std::abs(worst.at("value").get<double>()), 1e-3);
  for (const Json& entry : answer.at("differences")) {
    EXPECT_TRUE(entry.at("limit") == "jerk" || entry.at("within") == true) << entry;
  }
  // Against softer limits it holds.
  bench.write("soft.yaml", reach + "limits: {acceleration: 20, jerk: 1e6}\n");
  EXPECT_EQ(bench.run({"export", "out", "--output", "p.csv", "--limits", "soft.yaml"}).code, 0);
}

TEST(Export, HoldsTheGoalUntilTheNextPeriodAtAnyRate) {
  const Workbench bench;
  bench.write("task.yaml", reach + "smooth: true\nduration: 0.9042\n");
  ASSERT_EQ(bench.run({"predict", "task.yaml", "--output", "out"}).code, 0);
  for (const char* rate : {"30", "250", "1000", "4000"}) {
    const Outcome outcome = bench.run({"export", "out", "--rate", rate});
    EXPECT_EQ(outcome.code, 0) << rate << outcome.err;
    const auto table = table_of(outcome.out);
    const std::vector<double>& t = table.at("t");
    EXPECT_EQ(t.size(), static_cast<std::size_t>(std::ceil(0.9042 * std::stod(rate) - 1e-6)) + 1);
    EXPECT_GE(t.back(), 0.9042 - 1e-9);
    EXPECT_NEAR(table.at("q.j1").back(), 0.5, 1e-9);
  }
}

TEST(Export, WritesRosTrajectories) {
  const Workbench bench;
  bench.write("task.yaml", reach + "smooth: true\n");
  ASSERT_EQ(bench.run({"predict", "task.yaml", "--output", "out"}).code, 0);
  const Json message = bench.run({"export", "out", "--to", "ros-json", "--rate", "20"}).json();
  EXPECT_EQ(message.at("joint_names"), Json({"j1", "j2", "j3"}));
  const Json& points = message.at("points");
  EXPECT_EQ(points[3].at("time_from_start"), Json({{"sec", 0}, {"nanosec", 150'000'000}}));
  const std::vector<double> first = points[0].at("positions");
  ASSERT_EQ(first.size(), 3u);
  EXPECT_NEAR(first[1], 0.5, 1e-12);
  EXPECT_NEAR(first[2], 0.1, 1e-12);
  for (const char* field : {"positions", "velocities", "accelerations", "effort"}) {
    EXPECT_EQ(points.back().at(field).size(), 3u) << field;
  }
  const Outcome yaml = bench.run({"export", "out", "--to", "ros-yaml", "--rate", "20"});
  EXPECT_TRUE(
      contains(yaml.out, "joint_names: [\"j1\", \"j2\", \"j3\"]\npoints:\n- positions: [0.0, "));
  EXPECT_TRUE(contains(yaml.out, "  time_from_start: {sec: 0, nanosec: 150000000}\n"));
}

}  // namespace alembert::testing::smooth_test
