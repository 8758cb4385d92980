#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "healthy.hpp"

namespace alembert::validate_test {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

struct Fault {
  const char* name;
  std::function<void(Robot&)> make;
  Error::Code code;
  int line;
  const char* reason;
  const char* fix;
};

using Code = Error::Code;

void bend(Eigen::Isometry3d& pose) { pose.linear()(0, 1) = 0.1; }

Joint loose_joint(JointType type) {
  Joint joint = test::hinge("extra", "upper", "extra_link", 0.1, 90);
  joint.type = type;
  joint.limits = {};
  return joint;
}

void add_extra(Robot& robot, const Joint& joint) {
  robot.links.push_back(test::rod_link("extra_link", 85));
  robot.joints.push_back(joint);
}

const std::vector<Fault>& faults() {
  static const std::vector<Fault> all = {
      {"no_links", [](Robot& r) { r.links.clear(); }, Code::robot, 0, "no links", "base link"},
      {"no_joints", [](Robot& r) { r.joints.clear(); }, Code::robot, 10, "no joints",
       "add a joint"},
      {"all_fixed",
       [](Robot& r) {
         for (Joint& j : r.joints) j.type = JointType::fixed;
       },
       Code::robot, 50, "only fixed joints", "at least one"},
      {"empty_link_name", [](Robot& r) { r.links[2].name = ""; }, Code::name, 30,
       "a link has no name", "give every link"},
      {"duplicate_link", [](Robot& r) { r.links[2].name = "upper"; }, Code::name, 30,
       "two links are called 'upper' (first on line 20)", "rename"},
      {"duplicate_joint", [](Robot& r) { r.joints[1].name = "shoulder"; }, Code::name, 60,
       "two joints are called 'shoulder'", "rename"},
      {"duplicate_frame", [](Robot& r) { r.frames.push_back(r.frames[0]); }, Code::name, 80,
       "two frames are called 'grasp'", "rename"},
      {"frame_named_as_link", [](Robot& r) { r.frames[0].name = "upper"; }, Code::name, 80,
       "has the name of a link", "rename the frame"},
      {"coordinate_collision",
       [](Robot& r) {
         r.joints[0].name = "extra.x";
         add_extra(r, loose_joint(JointType::planar));
       },
       Code::name, 90, "both have a coordinate 'extra.x'", "rename one"},
      {"unknown_parent", [](Robot& r) { r.joints[1].parent = "uper"; }, Code::name, 60,
       "'elbow' has parent link 'uper', which does not exist", "did you mean 'upper'?"},
      {"unknown_child", [](Robot& r) { r.joints[1].child = "zzzzzz"; }, Code::name, 60,
       "child link 'zzzzzz'", "use one of 'base', 'upper', 'lower' and 'tool'"},
      {"no_parent_named", [](Robot& r) { r.joints[1].parent = ""; }, Code::name, 60,
       "names no parent link", "use one of"},
      {"joint_to_itself", [](Robot& r) { r.joints[1].parent = "lower"; }, Code::robot, 60,
       "connects link 'lower' to itself", "two different links"},
      {"two_parents",
       [](Robot& r) { r.joints.push_back(test::hinge("second", "base", "lower", 0.1, 90)); },
       Code::robot, 90, "'lower' is the child of two joints, 'elbow' and 'second'", "cut the loop"},
      {"cycle_without_root",
       [](Robot& r) {
         r.links.erase(r.links.begin());
         r.joints[0].parent = "lower";
       },
       Code::robot, 50, "joints 'shoulder' and 'elbow' form a loop", "cut the loop"},
      {"cycle_beside_the_tree",
       [](Robot& r) {
         r.links.push_back(test::rod_link("a", 90));
         r.links.push_back(test::rod_link("b", 92));
         r.joints.push_back(test::hinge("ab", "a", "b", 0.1, 94));
         r.joints.push_back(test::hinge("ba", "b", "a", 0.1, 96));
       },
       Code::robot, 94, "form a loop that hangs from nothing", "cut the loop"},
      {"two_roots", [](Robot& r) { r.links.push_back(test::rod_link("stray", 90)); }, Code::robot,
       90, "2 roots, links 'base' and 'stray'", "attach all but one"},
      {"base_is_not_the_root", [](Robot& r) { r.base = "upper"; }, Code::robot, 50,
       "base link 'upper' is carried by joint 'shoulder'", "'base', as the base"},
      {"unknown_base", [](Robot& r) { r.base = "bass"; }, Code::robot, 0,
       "base link 'bass' does not exist", "'base', as the base"},
      {"no_base", [](Robot& r) { r.base = ""; }, Code::robot, 0, "names no base link",
       "'base', as the base"},
      {"zero_axis", [](Robot& r) { r.joints[1].axis.setZero(); }, Code::value, 60,
       "axis of joint 'elbow' is zero", "direction of motion"},
      {"nan_axis", [](Robot& r) { r.joints[1].axis.x() = nan; }, Code::value, 60,
       "axis of joint 'elbow' is not a finite", "NaN"},
      {"long_axis", [](Robot& r) { r.joints[1].axis *= 2.0; }, Code::value, 60, "has length 2",
       "normalise"},
      {"parallel_universal",
       [](Robot& r) {
         Joint joint = loose_joint(JointType::universal);
         joint.axis2 = -joint.axis;
         add_extra(r, joint);
       },
       Code::value, 90, "two axes of universal joint 'extra' are parallel", "right angle"},
      {"nan_origin", [](Robot& r) { r.joints[1].origin.translation().z() = nan; }, Code::value, 60,
       "origin of joint 'elbow' is not a finite", "NaN"},
      {"bent_origin", [](Robot& r) { bend(r.joints[1].origin); }, Code::value, 60,
       "origin of joint 'elbow' is not a rotation", "orthonormal"},
      {"mirrored_tip", [](Robot& r) { r.joints[1].tip.linear()(2, 2) = -1.0; }, Code::value, 60,
       "tip of joint 'elbow' is not a rotation", "right-handed"},
      {"bent_base", [](Robot& r) { bend(r.base_pose); }, Code::value, 0, "pose of the base",
       "orthonormal"},
      {"bent_frame", [](Robot& r) { bend(r.frames[0].pose); }, Code::value, 80,
       "pose of frame 'grasp'", "orthonormal"},
      {"nan_gravity", [](Robot& r) { r.gravity.z() = nan; }, Code::value, 0,
       "gravity is not a finite", "NaN"},
      {"negative_mass", [](Robot& r) { r.links[1].inertia->mass = -1.0; }, Code::value, 21,
       "mass of link 'upper' is negative (-1)", "zero or more"},
      {"infinite_mass", [](Robot& r) { r.links[1].inertia->mass = infinity; }, Code::value, 21,
       "mass of link 'upper' is not a finite", "infinity"},
      {"nan_com", [](Robot& r) { r.links[1].inertia->com.x() = nan; }, Code::value, 21,
       "mass centre of link 'upper'", "NaN"},
      {"asymmetric_tensor", [](Robot& r) { r.links[1].inertia->about_com(0, 1) = 1e-4; },
       Code::value, 21, "is not symmetric", "ixy = iyx"},
      {"lower_above_upper", [](Robot& r) { r.joints[1].limits.lower = 2.5; }, Code::value, 61,
       "lower limit of joint 'elbow' (2.5) is above its upper limit (2)", "swap"},
      {"nan_limit", [](Robot& r) { r.joints[1].limits.upper = nan; }, Code::value, 61,
       "upper limit of joint 'elbow' is not a number", "leave the limit out"},
      {"endless_lower", [](Robot& r) { r.joints[1].limits.lower = infinity; }, Code::value, 61,
       "lower limit of joint 'elbow' is not a number", "leave the limit out"},
      {"negative_velocity", [](Robot& r) { r.joints[1].limits.velocity = -1.0; }, Code::value, 61,
       "velocity limit of joint 'elbow' is negative", "without the sign"},
      {"negative_acceleration", [](Robot& r) { r.joints[1].limits.acceleration = -1.0; },
       Code::value, 61, "acceleration limit", "without the sign"},
      {"negative_jerk", [](Robot& r) { r.joints[1].limits.jerk = -1.0; }, Code::value, 61,
       "jerk limit", "without the sign"},
      {"nan_effort", [](Robot& r) { r.joints[1].limits.torque = nan; }, Code::value, 61,
       "effort limit of joint 'elbow' is not a number", "leave the limit out"},
      {"negative_viscous", [](Robot& r) { r.joints[1].friction.viscous = -0.1; }, Code::value, 60,
       "viscous friction of joint 'elbow' is negative", "zero or more"},
      {"nan_coulomb", [](Robot& r) { r.joints[1].friction.coulomb = nan; }, Code::value, 60,
       "coulomb friction", "NaN"},
      {"negative_rotor", [](Robot& r) { r.joints[1].rotor.inertia = -0.1; }, Code::value, 60,
       "rotor inertia", "zero or more"},
      {"zero_gear", [](Robot& r) { r.joints[1].rotor.gear = 0.0; }, Code::value, 60,
       "gear ratio of joint 'elbow' is zero", "direct drive"},
      {"negative_stiffness", [](Robot& r) { r.joints[1].spring.stiffness = -1.0; }, Code::value, 60,
       "spring stiffness", "zero or more"},
      {"nan_rest", [](Robot& r) { r.joints[1].spring.rest = nan; }, Code::value, 60, "spring rest",
       "NaN"},
      {"pitch_on_revolute", [](Robot& r) { r.joints[1].pitch = 0.01; }, Code::value, 60,
       "has a pitch but is revolute", "helical"},
      {"mimic_unknown",
       [](Robot& r) {
         r.joints[1].mimic = Mimic{"shuolder", 1.0, 0.0, {}};
       },
       Code::name, 60, "follows joint 'shuolder', which does not exist", "'shoulder'"},
      {"mimic_itself",
       [](Robot& r) {
         r.joints[1].mimic = Mimic{"elbow", 1.0, 0.0, {"", 63}};
       },
       Code::robot, 63, "joint 'elbow' follows itself", "another joint"},
      {"mimic_of_fixed",
       [](Robot& r) {
         r.joints[1].mimic = Mimic{"weld", 1.0, 0.0, {}};
       },
       Code::robot, 60, "follows fixed joint 'weld'", "revolute"},
      {"mimic_cycle",
       [](Robot& r) {
         r.joints[0].mimic = Mimic{"elbow", 1.0, 0.0, {"", 53}};
         r.joints[1].mimic = Mimic{"shoulder", 1.0, 0.0, {"", 63}};
       },
       Code::robot, 53, "'shoulder' and 'elbow' follow each other", "remove its mimic"},
      {"mimic_ratio_zero",
       [](Robot& r) {
         r.joints[1].mimic = Mimic{"shoulder", 0.0, 0.0, {}};
       },
       Code::value, 60, "mimic ratio of joint 'elbow' is zero", "fixed"},
      {"mimic_offset_nan",
       [](Robot& r) {
         r.joints[1].mimic = Mimic{"shoulder", 1.0, nan, {}};
       },
       Code::value, 60, "mimic offset", "NaN"},
      {"fixed_with_friction", [](Robot& r) { r.joints[2].friction.viscous = 1.0; }, Code::value, 70,
       "joint 'weld' is fixed but has friction, which would have no effect", "remove it"},
      {"limits_on_spherical",
       [](Robot& r) {
         Joint joint = loose_joint(JointType::spherical);
         joint.limits.upper = 1.0;
         add_extra(r, joint);
       },
       Code::value, 90, "is spherical but has limits, which fits one degree only",
       "3 joints of one degree"},
      {"mimic_on_planar",
       [](Robot& r) {
         Joint joint = loose_joint(JointType::planar);
         joint.mimic = Mimic{"elbow", 1.0, 0.0, {}};
         add_extra(r, joint);
       },
       Code::value, 90, "is planar but has a mimic", "remove it"},
      {"empty_joint_name", [](Robot& r) { r.joints[1].name = ""; }, Code::name, 60,
       "a joint has no name", "give every joint"},
      {"no_child_named", [](Robot& r) { r.joints[1].child = ""; }, Code::name, 60,
       "names no child link", "use one of"},
      {"zero_second_axis",
       [](Robot& r) {
         Joint joint = loose_joint(JointType::universal);
         joint.axis2.setZero();
         add_extra(r, joint);
       },
       Code::value, 90, "second axis of joint 'extra' is zero", "direction of motion"},
      {"nan_tensor", [](Robot& r) { r.links[1].inertia->about_com(2, 2) = nan; }, Code::value, 21,
       "inertia tensor of link 'upper' is not a finite", "NaN"},
      {"endless_upper", [](Robot& r) { r.joints[1].limits.upper = -infinity; }, Code::value, 61,
       "upper limit of joint 'elbow' is not a number", "leave the limit out"},
      {"nan_gear", [](Robot& r) { r.joints[1].rotor.gear = nan; }, Code::value, 60,
       "gear ratio of joint 'elbow' is not a finite", "NaN"},
      {"nan_pitch", [](Robot& r) { r.joints[1].pitch = nan; }, Code::value, 60,
       "pitch of joint 'elbow' is not a finite", "NaN"},
      {"mimic_ratio_nan",
       [](Robot& r) {
         r.joints[1].mimic = Mimic{"shoulder", nan, 0.0, {}};
       },
       Code::value, 60, "mimic ratio of joint 'elbow' is not a finite", "NaN"},
      {"rotor_on_planar",
       [](Robot& r) {
         Joint joint = loose_joint(JointType::planar);
         joint.rotor.gear = 50.0;
         add_extra(r, joint);
       },
       Code::value, 90, "is planar but has a rotor", "3 joints of one degree"},
      {"spring_on_fixed", [](Robot& r) { r.joints[2].spring.rest = 0.1; }, Code::value, 70,
       "joint 'weld' is fixed but has a spring", "remove it"},
      {"frame_on_unknown_link", [](Robot& r) { r.frames[0].link = "tol"; }, Code::name, 80,
       "frame 'grasp' is on link 'tol'", "did you mean 'tool'?"},
      {"payload_nowhere",
       [](Robot& r) {
         r.payloads.push_back({"grsp", test::rod(1.0, 0.1), {"arm.urdf", 82}});
       },
       Code::name, 82, "neither a link nor a frame", "did you mean 'grasp'?"},
      {"payload_negative",
       [](Robot& r) {
         r.payloads.push_back({"grasp", test::rod(-1.0, 0.1), {"arm.urdf", 82}});
       },
       Code::value, 82, "mass of the payload on 'grasp' is negative", "zero or more"},
  };
  return all;
}

class Validate : public ::testing::TestWithParam<Fault> {};

TEST_P(Validate, NamesTheFaultItsLineAndAFix) {
  const Fault& fault = GetParam();
  Robot robot = test::arm();
  fault.make(robot);
  try {
    validate(robot);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), fault.code) << error.what();
    EXPECT_EQ(error.where().line, fault.line) << error.what();
    EXPECT_NE(error.reason().find(fault.reason), std::string::npos) << error.what();
    EXPECT_NE(error.fix().find(fault.fix), std::string::npos) << error.what();
  }
}

TEST_P(Validate, BecomesOneErrorFindingOfTheExamination) {
  Robot robot = test::arm();
  GetParam().make(robot);
  const std::vector<Finding> findings = examine(robot);
  ASSERT_EQ(findings.size(), 1u) << test::texts(findings);
  EXPECT_EQ(findings[0].severity, Finding::Severity::error);
  EXPECT_NE(findings[0].reason.find(GetParam().reason), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Faults, Validate, ::testing::ValuesIn(faults()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(ValidateRobot, AcceptsAHealthyArm) { EXPECT_NO_THROW(validate(test::arm())); }

TEST(ValidateRobot, AcceptsEveryJointType) {
  for (const JointType type :
       {JointType::continuous, JointType::prismatic, JointType::helical, JointType::cylindrical,
        JointType::universal, JointType::spherical, JointType::planar, JointType::floating}) {
    Robot robot = test::arm();
    Joint joint = loose_joint(type);
    if (type == JointType::helical) joint.pitch = 0.01;
    add_extra(robot, joint);
    EXPECT_NO_THROW(validate(robot)) << to_string(type);
  }
}

TEST(ValidateRobot, AcceptsAnAxisThatTheJointDoesNotUse) {
  Robot robot = test::arm();
  Joint joint = loose_joint(JointType::spherical);
  joint.axis.setZero();
  add_extra(robot, joint);
  EXPECT_NO_THROW(validate(robot));
}

TEST(ValidateRobot, AcceptsChainsOfFollowersAndMixedUnits) {
  Robot robot = test::arm();
  robot.joints[1].mimic = Mimic{"shoulder", -2.0, 0.1, {}};
  Joint slide = loose_joint(JointType::prismatic);
  slide.mimic = Mimic{"elbow", 0.01, 0.0, {}};
  add_extra(robot, slide);
  EXPECT_NO_THROW(validate(robot));
}

TEST(ValidateRobot, AcceptsTenThousandJointsInOneChainAndRefusesMoreAtOnce) {
  Robot robot = test::arm();
  std::string last = "tool";
  const auto extend_to = [&](std::size_t joints) {
    while (robot.joints.size() < joints) {
      const int i = static_cast<int>(robot.joints.size());
      const std::string name = "link" + std::to_string(i);
      robot.links.push_back(test::rod_link(name, 100 + i));
      robot.joints.push_back(test::hinge("joint" + std::to_string(i), last, name, 0.1, 100 + i));
      last = name;
    }
  };
  extend_to(10'000);
  EXPECT_NO_THROW(validate(robot));
  extend_to(100'000);
  try {
    validate(robot);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_NE(error.reason().find("more than 10000 joints"), std::string::npos) << error.reason();
  }
}

TEST(ValidateRobot, FallsBackToTheFileWhereNoLineIsKnown) {
  Robot robot = test::arm();
  robot.joints[1].where = {};
  robot.joints[1].axis.setZero();
  try {
    validate(robot);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.where().prefix(), "arm.urdf:");
  }
}

}  // namespace alembert::validate_test
