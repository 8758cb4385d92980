#include <gtest/gtest.h>

#include <functional>
#include <numbers>

#include "alembert/rooted_robot.hpp"
#include "healthy.hpp"

namespace alembert::examine_test {

using Severity = Finding::Severity;

struct Ailment {
  const char* name;
  std::function<void(Robot&)> make;
  Severity severity;
  int line;
  const char* reason;
  const char* fix;
};

Eigen::Matrix3d diagonal(double a, double b, double c) {
  return Eigen::Vector3d(a, b, c).asDiagonal();
}

void scale_lengths(Robot& robot, double factor) {
  for (Link& link : robot.links) {
    if (link.inertia) link.inertia->com *= factor;
  }
  for (Joint& joint : robot.joints) joint.origin.translation() *= factor;
}

const std::vector<Ailment>& ailments() {
  static const std::vector<Ailment> all = {
      {"nothing_written",
       [](Robot& r) {
         r.links[2].inertia.reset();
         r.links[2].inertia_where = {};
       },
       Severity::error, 30, "'lower' moves but has no mass: no inertia is written", "<inertial>"},
      {"mass_zero", [](Robot& r) { r.links[2].inertia = Inertia{}; }, Severity::error, 31,
       "'lower' moves but has no mass: its mass is written as zero", "'elbow' fixed"},
      {"whole_subtree_massless",
       [](Robot& r) { r.links[1].inertia = r.links[2].inertia = Inertia{}; }, Severity::error, 21,
       "nor has any of the 1 moving links behind it", "'shoulder' fixed"},
      {"massless_but_driven",
       [](Robot& r) {
         r.links[2].inertia.reset();
         r.joints[1].rotor.inertia = 0.01;
       },
       Severity::warning, 31, "moves but has no mass", "<inertial>"},
      {"mass_on_the_axis",
       [](Robot& r) {
         r.links[2].inertia->com = {0.0, 0.3, 0.0};
         r.links[2].inertia->about_com = diagonal(0.01, 0.0, 0.01);
       },
       Severity::error, 31, "no inertia about the axis of joint 'elbow'", "rotor inertia"},
      {"point_mass", [](Robot& r) { r.links[2].inertia->about_com.setZero(); }, Severity::warning,
       31, "taken as a point mass", "about the mass centre"},
      {"tensor_without_mass", [](Robot& r) { r.links[1].inertia->mass = 0.0; }, Severity::warning,
       21, "has an inertia tensor but no mass", "write its mass"},
      {"indefinite",
       [](Robot& r) {
         r.links[1].inertia->about_com = diagonal(0.01, 0.01, 0.01);
         r.links[1].inertia->about_com(0, 1) = r.links[1].inertia->about_com(1, 0) = 0.02;
       },
       Severity::error, 21, "is not positive: principal moments -0.01, 0.01 and 0.03", "ixy"},
      {"triangle", [](Robot& r) { r.links[1].inertia->about_com = diagonal(0.01, 0.01, 0.03); },
       Severity::error, 21, "breaks the triangle inequality", "no body has"},
      {"nearly_triangle",
       [](Robot& r) { r.links[1].inertia->about_com = diagonal(0.01, 0.01, 0.020001); },
       Severity::warning, 21, "breaks the triangle inequality", "rounding"},
      {"payload_triangle",
       [](Robot& r) {
         Inertia inertia = test::rod(1.0, 0.1);
         inertia.about_com = diagonal(0.0, 0.001, 0.0);
         r.payloads.push_back({"grasp", inertia, {"arm.urdf", 82}});
       },
       Severity::error, 82, "the payload on 'grasp' breaks", "no body has"},
      {"millimetres", [](Robot& r) { scale_lengths(r, 1000.0); }, Severity::error, 60,
       "lengths look like millimetres", "divide them by 1000"},
      {"centimetres", [](Robot& r) { scale_lengths(r, 100.0); }, Severity::error, 60,
       "lengths look like centimetres", "divide them by 100"},
      {"one_offset_in_millimetres", [](Robot& r) { r.joints[1].origin.translation() *= 1000.0; },
       Severity::error, 60, "lengths look like", "metres"},
      {"one_com_in_millimetres", [](Robot& r) { r.links[0].inertia->com *= 1000.0; },
       Severity::error, 11, "mass centre of link 'base' lies 200 m", "in metres"},
      {"tensor_in_kg_mm2", [](Robot& r) { r.links[1].inertia->about_com *= 1e6; }, Severity::error,
       21, "looks like kg mm^2", "divide kg mm^2 by 1e6"},
      {"tensor_too_small", [](Robot& r) { r.links[1].inertia->about_com *= 1e-9; },
       Severity::warning, 21, "too small for a real part", "kg m^2"},
      {"grams",
       [](Robot& r) {
         for (Link& l : r.links)
           if (l.inertia) {
             l.inertia->mass *= 1000.0;
             l.inertia->about_com *= 1000.0;
           }
       },
       Severity::warning, 11, "masses look like grams", "kilograms"},
      {"degrees", [](Robot& r) { r.joints[1].limits.upper = 170.0; }, Severity::error, 61,
       "upper limit of joint 'elbow' is 170 rad: it looks like degrees", "2.967 rad"},
      {"many_turns", [](Robot& r) { r.joints[1].limits.lower = -166.3; }, Severity::warning, 61,
       "it may be in degrees", "continuous"},
      {"degrees_per_second", [](Robot& r) { r.joints[1].limits.velocity = 180.0; },
       Severity::warning, 61, "degrees per second", "radians"},
      {"gravity_in_millimetres", [](Robot& r) { r.gravity *= 1000.0; }, Severity::error, 0,
       "gravity is 9810 m/s^2", "9.81"},
      {"zero_velocity", [](Robot& r) { r.joints[1].limits.velocity = 0.0; }, Severity::warning, 61,
       "velocity limit of joint 'elbow' is zero", "leave it out"},
      {"zero_effort", [](Robot& r) { r.joints[1].limits.torque = 0.0; }, Severity::warning, 61,
       "effort limit of joint 'elbow' is zero", "leave it out"},
      {"no_room", [](Robot& r) { r.joints[1].limits.lower = r.joints[1].limits.upper = 0.0; },
       Severity::warning, 61, "are both 0: it cannot move", "fixed"},
      {"continuous_with_limits", [](Robot& r) { r.joints[1].type = JointType::continuous; },
       Severity::note, 61, "is continuous but has position limits", "revolute"},
      {"helical_without_pitch", [](Robot& r) { r.joints[1].type = JointType::helical; },
       Severity::warning, 60, "pitch of zero", "metres per radian"},
      {"follower_driven_too_far",
       [](Robot& r) {
         r.joints[1].mimic = Mimic{"shoulder", -1.5, 0.1, {}};
       },
       Severity::note, 61, "follows 'shoulder' over [-2.9, 3.1], beyond its own limits [-2, 2]",
       "widen"},
      {"payload_too_heavy",
       [](Robot& r) {
         r.payloads.push_back({"grasp", test::rod(5.0, 0.1), {"arm.urdf", 82}});
       },
       Severity::warning, 82, "heavier than all moving links (4 kg)", "kilograms"},
  };
  return all;
}

class Examine : public ::testing::TestWithParam<Ailment> {};

TEST_P(Examine, FindsTheOneThingWrongWithLineAndFix) {
  const Ailment& ailment = GetParam();
  Robot robot = test::arm();
  ailment.make(robot);
  const std::vector<Finding> findings = examine(robot);
  ASSERT_EQ(findings.size(), 1u) << test::texts(findings);
  EXPECT_EQ(findings[0].severity, ailment.severity) << findings[0].text();
  EXPECT_EQ(findings[0].where.line, ailment.line) << findings[0].text();
  EXPECT_EQ(findings[0].where.file, "arm.urdf");
  EXPECT_NE(findings[0].reason.find(ailment.reason), std::string::npos) << findings[0].text();
  EXPECT_NE(findings[0].fix.find(ailment.fix), std::string::npos) << findings[0].text();
}

INSTANTIATE_TEST_SUITE_P(Ailments, Examine, ::testing::ValuesIn(ailments()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(ExamineRobot, FindsNothingInAHealthyArm) { EXPECT_EQ(test::texts(examine(test::arm())), ""); }

// Zero moved to the mass centre and back, or written by a program that rounds: one moment of
// -2.4e-35 kg m^2 is no impossible body.
TEST(ExamineRobot, TakesTheRoundingOfAZeroTensorForZero) {
  Robot robot = test::arm();
  robot.links[3].inertia = Inertia{};
  robot.links[3].inertia->about_com = diagonal(-2.4e-35, 1e-35, 2e-35);
  EXPECT_EQ(test::texts(examine(robot)), "");
  robot.links[2].inertia->about_com = diagonal(-1e-17, 1e-17, 0.0);  // 2 kg, 0.2 m away
  const std::vector<Finding> findings = examine(robot);
  ASSERT_EQ(findings.size(), 1u) << test::texts(findings);
  EXPECT_NE(findings[0].reason.find("taken as a point mass"), std::string::npos);
  robot = test::arm();
  robot.links[2].inertia->about_com = diagonal(-1e-7, 1e-4, 1e-4);
  EXPECT_NE(test::texts(examine(robot)).find("is not positive"), std::string::npos);
}

TEST(ExamineRobot, KeepsTheReadersFindingsInOrderOfLines) {
  Robot robot = test::arm();
  robot.findings.emplace_back();
  robot.findings[0].where = {"arm.urdf", 55};
  robot.joints[0].limits.torque = robot.joints[1].limits.torque = 0.0;
  const std::vector<Finding> findings = examine(robot);
  ASSERT_EQ(findings.size(), 3u) << test::texts(findings);
  EXPECT_EQ(findings[0].where.line, 51);
  EXPECT_EQ(findings[1].where.line, 55);
  EXPECT_EQ(findings[2].where.line, 61);
}

TEST(ExamineRobot, CountsMassBehindFixedJointsAndPayloads) {
  Robot robot = test::arm();
  robot.links[3].inertia = robot.links[2].inertia;
  robot.links[2].inertia.reset();
  EXPECT_EQ(test::texts(examine(robot)), "");
  robot.links[3].inertia.reset();
  robot.payloads.push_back({"grasp", test::rod(1.0, 0.1), {"arm.urdf", 82}});
  EXPECT_EQ(test::texts(examine(robot)), "");
}

TEST(ExamineRobot, AcceptsMasslessLinksThatOnlyHoldAxesApart) {
  Robot robot = test::arm();
  robot.links[1].inertia.reset();
  EXPECT_EQ(test::texts(examine(robot)), "");
}

TEST(ExamineRobot, NotesThatMostMovingLinksAreMassless) {
  Robot robot = test::arm();
  std::string last = "lower";
  for (const std::string name : {"a", "b", "c", "d"}) {
    robot.links.push_back(test::rod_link(name, 90));
    if (name != "d") robot.links.back().inertia.reset();
    robot.joints.push_back(test::hinge("to_" + name, last, name, 0.1, 95));
    last = name;
  }
  robot.links[1].inertia.reset();
  const std::vector<Finding> findings = examine(robot);
  ASSERT_EQ(findings.size(), 1u) << test::texts(findings);
  EXPECT_EQ(findings[0].severity, Severity::note);
  EXPECT_NE(findings[0].reason.find("4 of 6 moving links"), std::string::npos);
}

TEST(ExamineRobot, FindsSphericalWristsWithoutInertiaAboutOneAxis) {
  Robot robot = test::arm();
  robot.joints[1].type = JointType::spherical;
  robot.joints[1].limits = {};
  EXPECT_EQ(test::texts(examine(robot)), "");
  robot.links[2].inertia->about_com(0, 0) = 0.0;
  const std::vector<Finding> errors = test::of_severity(examine(robot), Severity::error);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_NE(errors[0].reason.find("no inertia about the axis"), std::string::npos);
}

TEST(ExamineRobot, LooksAlongTheTrueAxisOfStandardTables) {
  // The tip moves the link's frame 0.4 m off the axis, so the mass at the link's origin turns.
  Robot robot = test::arm();
  robot.joints[1].tip.translation() = Eigen::Vector3d(0.4, 0.0, 0.0);
  robot.links[2].inertia->com.setZero();
  robot.links[2].inertia->about_com.setZero();
  EXPECT_TRUE(test::of_severity(examine(robot), Severity::error).empty());
}

TEST(ExamineRobot, LetsCoupledFingersShareTheirInertia) {
  Robot robot = test::arm();
  robot.joints[1].mimic = Mimic{"shoulder", 1.0, 0.0, {}};
  robot.links[2].inertia.reset();
  const std::vector<Finding> findings = examine(robot);
  EXPECT_TRUE(test::of_severity(findings, Severity::error).empty()) << test::texts(findings);
  EXPECT_EQ(test::of_severity(findings, Severity::warning).size(), 1u);
}

TEST(ExamineRobot, BelievesFollowersThatStayWellWithinTheirLimits) {
  Robot robot = test::arm();
  robot.joints[1].mimic = Mimic{"shoulder", -0.5, 0.1, {}};
  EXPECT_EQ(test::texts(examine(robot)), "");
  robot.joints[1].limits = {};
  robot.joints[0].limits = {};
  EXPECT_EQ(test::texts(examine(robot)), "");
}

TEST(ExamineRobot, BelievesLongLightArmsAndHeavyCranes) {
  Robot shuttle = test::arm();  // 15 m, 410 kg
  scale_lengths(shuttle, 20.0);
  for (Link& link : shuttle.links) {
    if (link.inertia) link.inertia = test::rod(200.0, 8.0);
  }
  EXPECT_EQ(test::texts(examine(shuttle)), "");
}

TEST(ExamineRobot, DoesNotMindWhereTheRobotStands) {
  Robot robot = test::arm();
  robot.joints[0].origin.translation() = Eigen::Vector3d(500.0, 0.0, 0.0);
  EXPECT_EQ(test::texts(examine(robot)), "");
}

TEST(ExamineRobot, BelievesSeveralTurnsAndLongSlides) {
  Robot robot = test::arm();
  robot.joints[0].limits.lower = -4.0 * std::numbers::pi;
  robot.joints[0].limits.upper = 4.0 * std::numbers::pi;
  robot.joints[1].type = JointType::prismatic;
  robot.joints[1].limits.upper = 20.0;
  EXPECT_EQ(test::texts(examine(robot)), "");
}

TEST(ExamineRobot, BelievesThatAFreedBaseHasNoMotors) {
  const Robot robot = test::arm();
  EXPECT_EQ(test::texts(examine(with_free_base(robot, {"x", "z", "ry"}))), "");
  EXPECT_EQ(test::texts(examine(with_free_base(robot, {"x", "y", "z", "rz", "ry"}))).empty(),
            false);  // no freedom of a body: something was forgotten
}

}  // namespace alembert::examine_test
