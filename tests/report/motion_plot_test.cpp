// Plots of motions: apart by unit, a row each where joints are many, limits in their joint's
// colour, waypoints marked.
#include <gtest/gtest.h>
#include <tinyxml2.h>

#include <cmath>
#include <fstream>

#include "alembert/report.hpp"

namespace alembert::testing::motion_plot_test {

/// Every fourth joint slides.
MotionDocument motion_of(int joints) {
  MotionDocument document;
  document.problem.name = "many";
  document.problem.robot.name = "robot";
  const auto all = [joints](double x) { return Eigen::VectorXd::Constant(joints, x); };
  MotionLimits& limits = document.problem.limits;
  limits.lower = all(-1.0), limits.upper = all(1.0);
  limits.velocity = limits.acceleration = limits.jerk = all(2.0);
  limits.torque_lower = all(-10.0), limits.torque_upper = all(10.0);
  for (int j = 0; j < joints; ++j) {
    document.problem.joints.push_back("left_arm_joint_" + std::to_string(j + 1));
    document.problem.kinds.push_back(j % 4 == 3 ? CoordinateKind::linear : CoordinateKind::angular);
    limits.torque_upper[j] = 10.0 + j;
  }
  for (int k = 0; k <= 100; ++k) {
    MotionSample sample;
    sample.t = 0.02 * k;
    sample.q = sample.v = sample.a = sample.tau = all(0.0);
    for (int j = 0; j < joints; ++j) {
      const double phase = 3.0 * sample.t + 0.3 * j;
      sample.q[j] = std::sin(phase);
      sample.v[j] = 1.8 * std::cos(phase);
      sample.tau[j] = -(9.0 + j) * std::sin(phase);
    }
    document.samples.push_back(sample);
  }
  document.solution.motion.q =
      BSpline(3, BSpline::clamped_knots(3, 4, 2.0), Eigen::MatrixXd::Zero(7, joints));
  document.waypoints = {{"above the box", 0.7}, {"grasp", 1.3}};
  return document;
}

int count(const std::string& text, const std::string& part) {
  int n = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

std::string drawn(int joints) {
  const std::string text = motion_plot(motion_of(joints));
  std::ofstream(::testing::TempDir() + "motion_plot_" + std::to_string(joints) + ".svg") << text;
  tinyxml2::XMLDocument document;
  EXPECT_EQ(document.Parse(text.c_str()), tinyxml2::XML_SUCCESS);
  return text;
}

TEST(MotionPlot, KeepsRadiansAndMetresApart) {
  const std::string text = drawn(6);
  EXPECT_EQ(count(text, "<text class=\"t\""), 6);  // three quantities, each twice
  for (const char* unit : {">rad<", ">m<", ">rad/s<", ">m/s<", ">N m<", ">N<"}) {
    EXPECT_EQ(count(text, unit), 1) << unit;
  }
  EXPECT_EQ(count(text, "Force, joints that slide"), 1);
  EXPECT_EQ(count(text, " or "), 0);
}

TEST(MotionPlot, DrawsLimitsInTheColourOfTheirJointEvenWhereTheyAreShared) {
  const std::string text = drawn(3);
  EXPECT_EQ(count(text, "class=\"v\" stroke=\"#666\""), 0);
  // Position, velocity and torque below are shared by three joints, above 10, 11 and 12 N m.
  for (const char* colour : {"#0072b2", "#d55e00", "#009e73"}) {
    EXPECT_EQ(count(text, std::string("class=\"v\" stroke=\"") + colour), 6) << colour;
  }
  EXPECT_EQ(count(text, "stroke-dashoffset:-9"), 5);
}

TEST(MotionPlot, DrawsTheLastDigitsOfAStillJointAsALine) {
  MotionDocument document = motion_of(4);
  for (MotionSample& sample : document.samples) {
    sample.q[3] = 0.02 + 1e-10 * std::sin(sample.t);
    sample.v[3] = 1e-10 * std::cos(sample.t);
  }
  const std::string text = motion_plot(document);
  EXPECT_EQ(text.find("e-1"), std::string::npos);  // no tick of the velocity
  EXPECT_EQ(count(text, ">0.02<"), 1) << text;     // one of the position
}

TEST(MotionPlot, GivesManyJointsARowEach) {
  const std::string text = drawn(32);
  for (int j = 1; j <= 32; ++j) {
    EXPECT_EQ(count(text, ">left_arm_joint_" + std::to_string(j) + "<"), 1) << j;
  }
  EXPECT_EQ(count(text, "<polyline"), 96);
  EXPECT_EQ(count(text, ">m<"), 8);
  EXPECT_EQ(count(text, ">rad<"), 24);
  EXPECT_EQ(count(drawn(8), "<polyline"), 24);
}

TEST(MotionPlot, MarksWaypointsByName) {
  const std::string text = drawn(3);
  EXPECT_EQ(count(text, "class=\"w\""), 6);  // two in each of three plots
  EXPECT_EQ(count(text, ">grasp<"), 3);
  EXPECT_EQ(count(text, ">above the box<"), 3);
  EXPECT_NE(text.find("waypoints dotted"), std::string::npos);
}

}  // namespace alembert::testing::motion_plot_test
