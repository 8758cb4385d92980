#include <cmath>

#include "alembert/io.hpp"
#include "io_testing.hpp"
#include "support/compare.hpp"

namespace alembert::testing::urdf_reader_test {

using Severity = Finding::Severity;

Robot read(const std::string& text) { return read_urdf(text, "arm.urdf"); }

constexpr const char* arm = R"(<?xml version="1.0"?>
<!-- <!DOCTYPE in a comment is only a comment> -->
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <material name="blue"><color rgba="0 0 1 1"/></material>
  <link name="upper">
    <inertial>
      <origin xyz="0.1 0.2 0.3" rpy="0 0 1.5707963267948966"/>
      <mass value="2.5"/>
      <inertia ixx="1" ixy="0.1" ixz="0.2" iyy="2" iyz="0.3" izz="3"/>
    </inertial>
    <visual><geometry><box size="1 2 3"/></geometry><material name="blue"/></visual>
    <visual>
      <origin xyz="0 0 1"/>
      <geometry><cylinder radius="0.1" length="0.5"/></geometry>
      <material name="red"><color rgba="1 0 0 0.5"/></material>
    </visual>
    <visual><geometry><sphere radius="0.2"/></geometry><material name="red"/></visual>
    <visual><geometry><mesh filename="package://a/b.stl" scale="1 2 3"/></geometry></visual>
    <visual><geometry><capsule radius="0.1" length="0.2"/></geometry></visual>
    <collision><geometry><box size="1 1 1"/></geometry></collision>
  </link>
  <joint name="shoulder" type="revolute">
    <origin xyz="0 0 0.5" rpy="0.1 0.2 0.3"/>
    <parent link="base"/>
    <child link="upper"/>
    <axis xyz="0 0 1"/>
    <limit lower="-1" upper="2" effort="87" velocity="2.5" acceleration="7"/>
    <dynamics damping="0.3" friction="0.4"/>
  </joint>
  <link name="base"/>
  <link name="slide"/>
  <joint name="slider" type="prismatic">
    <parent link="upper"/><child link="slide"/>
    <limit lower="0" upper="0.5" effort="1" velocity="1"/>
    <mimic joint="shoulder" multiplier="-2" offset="0.1"/>
  </joint>
  <link name="wheel"/>
  <joint name="spin" type="continuous"><parent link="base"/><child link="wheel"/></joint>
  <link name="flat"/>
  <joint name="sheet" type="planar">
    <parent link="base"/><child link="flat"/><axis xyz="0 1 0"/>
  </joint>
  <link name="bird"/>
  <joint name="fly" type="floating"><parent link="base"/><child link="bird"/></joint>
  <link name="cap"/>
  <joint name="weld" type="fixed"><parent link="base"/><child link="cap"/></joint>
</robot>
)";

TEST(UrdfReader, ReadsLinksJointsAndTheRoot) {
  const Robot robot = read(arm);
  EXPECT_EQ(robot.name, "arm");
  EXPECT_EQ(robot.file, "arm.urdf");
  EXPECT_EQ(robot.base, "base");
  EXPECT_EQ(robot.links.size(), 7u);
  EXPECT_EQ(robot.joints.size(), 6u);
  EXPECT_EQ(robot.find_joint("sheet")->type, JointType::planar);
  EXPECT_EQ(robot.find_joint("sheet")->axis, Eigen::Vector3d::UnitY());
  EXPECT_EQ(robot.find_joint("fly")->type, JointType::floating);
  EXPECT_EQ(robot.find_joint("weld")->type, JointType::fixed);
  EXPECT_EQ(robot.find_joint("spin")->type, JointType::continuous);
}

TEST(UrdfReader, ReadsEverythingAJointSays) {
  const Robot robot = read(arm);
  const Joint& joint = *robot.find_joint("shoulder");
  EXPECT_EQ(joint.parent, "base");
  EXPECT_EQ(joint.child, "upper");
  const Eigen::Matrix3d rotation = (Eigen::AngleAxisd(0.3, Eigen::Vector3d::UnitZ()) *
                                    Eigen::AngleAxisd(0.2, Eigen::Vector3d::UnitY()) *
                                    Eigen::AngleAxisd(0.1, Eigen::Vector3d::UnitX()))
                                       .toRotationMatrix();
  EXPECT_LE(test::largest_difference(joint.origin.linear(), rotation), 1e-15);
  EXPECT_EQ(joint.origin.translation(), Eigen::Vector3d(0, 0, 0.5));
  EXPECT_EQ(joint.axis, Eigen::Vector3d::UnitZ());
  EXPECT_EQ(joint.limits.lower, -1);
  EXPECT_EQ(joint.limits.upper, 2);
  EXPECT_EQ(joint.limits.torque, 87);
  EXPECT_EQ(joint.limits.velocity, 2.5);
  EXPECT_EQ(joint.limits.acceleration, 7);
  EXPECT_EQ(joint.limits.jerk, infinity);
  EXPECT_EQ(joint.friction.viscous, 0.3);
  EXPECT_EQ(joint.friction.coulomb, 0.4);
  const Mimic& mimic = *robot.find_joint("slider")->mimic;
  EXPECT_EQ(mimic.joint, "shoulder");
  EXPECT_EQ(mimic.ratio, -2);
  EXPECT_EQ(mimic.offset, 0.1);
}

TEST(UrdfReader, AnAxisThatIsNotWrittenIsX) {
  EXPECT_EQ(read(arm).find_joint("slider")->axis, Eigen::Vector3d::UnitX());
}

TEST(UrdfReader, TheInertialOriginMovesAndTurnsTheTensor) {
  const Inertia inertia = *read(arm).find_link("upper")->inertia;
  // A quarter turn about z: new x is old -y … (R I R^T), written out by hand.
  Eigen::Matrix3d turned;
  turned << 2, -0.1, -0.3, -0.1, 1, 0.2, -0.3, 0.2, 3;
  EXPECT_EQ(inertia.mass, 2.5);
  EXPECT_EQ(inertia.com, Eigen::Vector3d(0.1, 0.2, 0.3));
  EXPECT_LE(test::largest_difference(inertia.about_com, turned), 1e-15);
}

TEST(UrdfReader, KeepsShapesAndColoursByName) {
  const std::vector<Visual> visuals = read(arm).find_link("upper")->visuals;
  ASSERT_EQ(visuals.size(), 5u);
  EXPECT_EQ(visuals[0].size, Eigen::Vector3d(1, 2, 3));
  EXPECT_EQ(visuals[0].rgba, (std::array{0.0, 0.0, 1.0, 1.0}));
  EXPECT_EQ(visuals[1].shape, Visual::Shape::cylinder);
  EXPECT_EQ(visuals[1].size.head<2>(), Eigen::Vector2d(0.1, 0.5));
  EXPECT_EQ(visuals[1].pose.translation(), Eigen::Vector3d(0, 0, 1));
  EXPECT_EQ(visuals[2].rgba, (std::array{1.0, 0.0, 0.0, 0.5}));
  EXPECT_EQ(visuals[3].mesh, "package://a/b.stl");
  EXPECT_EQ(visuals[3].size, Eigen::Vector3d(1, 2, 3));
  EXPECT_EQ(visuals[4].shape, Visual::Shape::capsule);
}

TEST(UrdfReader, KeepsTheLineOfEveryPart) {
  const Robot robot = read(arm);
  EXPECT_EQ(robot.find_link("upper")->where.line, 5);
  EXPECT_EQ(robot.find_link("upper")->inertia_where.line, 6);
  EXPECT_EQ(robot.find_joint("shoulder")->where.line, 22);
  EXPECT_EQ(robot.find_joint("shoulder")->limits.where.line, 27);
  EXPECT_EQ(robot.find_joint("slider")->mimic->where.line, 35);
  EXPECT_EQ(robot.find_joint("slider")->where.file, "arm.urdf");
}

/// A robot of one joint `j` of `type` with `inside`, the joint on line 2.
Robot joint_with(const std::string& inside, const std::string& type = "revolute") {
  return read("<robot name='r'><link name='a'/><link name='b'/>\n<joint name='j' type='" + type +
              "'><parent link='a'/><child link='b'/>\n" + inside + "\n</joint></robot>");
}

TEST(UrdfReader, ZeroLimitsMeanUnlimitedAndAreReported) {
  const Robot robot = joint_with("<limit lower='0' upper='0' effort='0' velocity='0'/>");
  EXPECT_EQ(robot.joints[0].limits.lower, -infinity);
  EXPECT_EQ(robot.joints[0].limits.upper, infinity);
  EXPECT_EQ(robot.joints[0].limits.torque, infinity);
  EXPECT_EQ(robot.joints[0].limits.velocity, infinity);
  for (const char* part : {"lower and upper are both 0", "zero effort", "zero velocity"}) {
    const Finding* finding = find_finding(robot, part);
    ASSERT_NE(finding, nullptr) << part;
    EXPECT_EQ(finding->severity, Severity::warning);
    EXPECT_EQ(finding->where.line, 3);
  }
}

TEST(UrdfReader, AMissingLimitIsReportedWhereItIsRequired) {
  EXPECT_NE(find_finding(joint_with(""), "revolute joint 'j' has no <limit>"), nullptr);
  EXPECT_NE(find_finding(joint_with("", "prismatic"), "no <limit>"), nullptr);
  EXPECT_TRUE(joint_with("", "continuous").findings.empty());
  EXPECT_TRUE(joint_with("", "fixed").findings.empty());
  EXPECT_NE(find_finding(joint_with("<limit lower='0' upper='1' velocity='1'/>"), "no effort"),
            nullptr);
}

TEST(UrdfReader, ContinuousJointsKeepNoRange) {
  const Robot robot =
      joint_with("<limit lower='-1' upper='1' effort='3' velocity='2'/>", "continuous");
  EXPECT_EQ(robot.joints[0].limits.upper, infinity);
  EXPECT_EQ(robot.joints[0].limits.torque, 3);
  EXPECT_NE(find_finding(robot, "lower and upper of continuous joints are ignored"), nullptr);
}

TEST(UrdfReader, AxesAreMadeUnitAndLongOnesReported) {
  const std::string limit = "<limit lower='0' upper='1' effort='1' velocity='1'/>";
  const Robot longer = joint_with(limit + "<axis xyz='0 3 4'/>");
  EXPECT_EQ(longer.joints[0].axis, Eigen::Vector3d(0, 0.6, 0.8));
  EXPECT_NE(find_finding(longer, "length 5 and was made 1"), nullptr);
  const Robot rounded = joint_with(limit + "<axis xyz='0 0.7071 0.7071'/>");
  EXPECT_NEAR(rounded.joints[0].axis.norm(), 1.0, 1e-15);
  EXPECT_TRUE(rounded.findings.empty());
  EXPECT_EQ(joint_with(limit + "<axis xyz='0 0 0'/>").joints[0].axis, Eigen::Vector3d::Zero());
}

TEST(UrdfReader, KnownForeignTagsAreNotedOnceEach) {
  const Robot robot = read(R"(<robot name="r">
  <link name="a"/>
  <gazebo reference="a"/><gazebo/>
  <gazebo/>
  <transmission name="t"/>
  <drake:declare/>
  <mujoco/>
  <xacro:include filename="more.xacro"/>
</robot>)");
  const Finding* gazebo = find_finding(robot, "<gazebo> is ignored (3 times, first here)");
  ASSERT_NE(gazebo, nullptr);
  EXPECT_EQ(gazebo->severity, Severity::note);
  EXPECT_EQ(gazebo->where.line, 3);
  EXPECT_NE(find_finding(robot, "<transmission> is ignored;"), nullptr);
  EXPECT_EQ(find_finding(robot, "<drake:declare> is ignored")->severity, Severity::note);
  EXPECT_EQ(find_finding(robot, "<mujoco> is ignored")->severity, Severity::note);
  EXPECT_EQ(find_finding(robot, "<xacro:include> is not expanded")->severity, Severity::warning);
  EXPECT_EQ(robot.findings.size(), 5u);
}

TEST(UrdfReader, CollisionsAreSaidToBeReadByProblems) {
  const Robot robot = read(
      "<robot name='r'><link name='a'><collision><geometry><sphere radius='1'/></geometry>"
      "</collision></link></robot>");
  ASSERT_EQ(robot.findings.size(), 1u);
  EXPECT_EQ(robot.findings[0].severity, Severity::note);
  EXPECT_EQ(robot.findings[0].reason, "<collision> does not bear on the dynamics");
  EXPECT_NE(robot.findings[0].fix.find("arm: from-robot"), std::string::npos);
}

TEST(UrdfReader, UnknownTagsAreErrorsWithAGuess) {
  const Robot joint = joint_with("<dynamic damping='1'/>", "continuous");
  const Finding* finding = find_finding(joint, "unknown tag <dynamic> in joint 'j' is ignored");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->severity, Severity::error);
  EXPECT_EQ(finding->where.line, 3);
  EXPECT_NE(finding->fix.find("did you mean <dynamics>?"), std::string::npos);

  const Robot misplaced = read("<robot name='r'><link name='a'>\n<mass value='1'/></link></robot>");
  EXPECT_NE(find_finding(misplaced, "<mass> belongs in <inertial>"), nullptr);
  const Robot top = read("<robot name='r'><link name='a'/><loop_joint/></robot>");
  EXPECT_EQ(find_finding(top, "unknown tag <loop_joint>")->severity, Severity::error);
}

TEST(UrdfReader, UnknownAttributesAreWarnedAboutOnceEach) {
  const Robot robot = joint_with("<dynamics D='1' damping='2' mu_viscous='3'/>", "continuous");
  EXPECT_EQ(robot.joints[0].friction.viscous, 2);
  EXPECT_EQ(find_finding(robot, "attribute 'D' of <dynamics>")->severity, Severity::warning);
  EXPECT_NE(find_finding(robot, "attribute 'mu_viscous' of <dynamics>"), nullptr);
  const Robot mass = read(
      "<robot name='r'><link name='a'><inertial mass='1'><mass value='1'/><inertia ixx='1' ixy='0' "
      "ixz='0' iyy='1' iyz='0' izz='1'/></inertial></link></robot>");
  EXPECT_NE(find_finding(mass, "'mass' of <inertial> is ignored; this tag has: no attributes"),
            nullptr);
  const Robot slip = joint_with("<dynamics dampng='1'/>", "continuous");
  EXPECT_NE(find_finding(slip, "did you mean 'damping'?"), nullptr);
}

TEST(UrdfReader, StrayTextIsReported) {
  const Robot robot = read("<robot name='r'>oops <link name='a'/></robot>");
  EXPECT_NE(find_finding(robot, "the text 'oops' in"), nullptr);
}

TEST(UrdfReader, PartsOfJointsThatDoNotMoveAreNoted) {
  const Robot fixed = joint_with(
      "<axis xyz='0 0 1'/><limit effort='1' velocity='1'/><dynamics damping='1'/>"
      "<mimic joint='j'/>",
      "fixed");
  for (const char* part : {"<axis> of fixed", "<limit> of fixed", "<dynamics> of", "<mimic> of"}) {
    EXPECT_NE(find_finding(fixed, part), nullptr) << part;
  }
  EXPECT_FALSE(fixed.joints[0].mimic.has_value());
  const Robot floating = joint_with("<limit effort='1' velocity='1'/><dynamics/>", "floating");
  EXPECT_EQ(find_finding(floating, "<limit> of floating joints")->severity, Severity::note);
}

TEST(UrdfReader, SeveralRootsOrNoneAreLeftToValidation) {
  EXPECT_EQ(read("<robot name='r'><link name='a'/><link name='b'/></robot>").base, "a");
  const Robot ring = read(R"(<robot name="r"><link name="a"/>
    <joint name="j" type="fixed"><parent link="a"/><child link="a"/></joint></robot>)");
  EXPECT_EQ(ring.base, "");
}

}  // namespace alembert::testing::urdf_reader_test
