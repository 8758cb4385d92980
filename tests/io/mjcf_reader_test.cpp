#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <string>

#include "alembert/doctor.hpp"
#include "alembert/io.hpp"

namespace alembert::mjcf_reader_test {

namespace fs = std::filesystem;
using Severity = Finding::Severity;

constexpr double pi = std::numbers::pi;

bool built_without_mujoco() {
  try {
    read_mjcf("<mujoco/>", "none.xml");
  } catch (const Error& error) {
    return error.code() == Error::Code::unsupported;
  }
  return false;
}

class MjcfReader : public ::testing::Test {
 protected:
  void SetUp() override {
    if (built_without_mujoco()) GTEST_SKIP() << "built without MuJoCo";
  }
};

/// What stands in <worldbody>, on line 2 of the file.
Robot read_world(const std::string& inside, const std::string& around = "") {
  return read_mjcf(
      "<mujoco model='test'>\n<worldbody>" + inside + "</worldbody>\n" + around + "</mujoco>\n",
      "test.xml");
}

Error refusal(const std::string& text, const std::string& file = "test.xml") {
  try {
    read_mjcf(text, file);
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "accepted: " << text;
  return Error(Error::Code::file, "", "");
}

const std::string mass = "<inertial pos='0.1 0 0' mass='1' diaginertia='0.01 0.02 0.02'/>";

std::string body(const std::string& name, const std::string& inside) {
  return "<body name='" + name + "' pos='0.3 0 0'>" + mass + inside + "</body>";
}

/// Severity and reason of every finding, one a line.
std::string said(const Robot& robot) {
  std::string text;
  for (const Finding& finding : robot.findings) {
    text += std::to_string(static_cast<int>(finding.severity)) + " " + finding.reason + "\n";
  }
  return text;
}

/// Where the joint puts its child in its parent, at the value q of a revolute or prismatic joint.
Eigen::Isometry3d child_pose(const Joint& joint, double q) {
  Eigen::Isometry3d motion = Eigen::Isometry3d::Identity();
  if (joint.type == JointType::prismatic) {
    motion.translate(q * joint.axis);
  } else {
    motion.rotate(Eigen::AngleAxisd(q, joint.axis));
  }
  return joint.origin * motion * joint.tip;
}

TEST_F(MjcfReader, ReadsBodiesAsLinksAndKeepsTheirLines) {
  const Robot robot = read_mjcf(
      "<mujoco model='two'>\n"
      "  <option gravity='0 0 -1.62'/>\n"
      "  <worldbody>\n"
      "    <body name='stand' pos='0 0 1'>\n"
      "      <body name='arm' pos='0 0 0.5'>\n"
      "        <joint name='swing' axis='0 2 0'/>\n"
      "        <inertial pos='0.1 0.2 0.3' quat='0 1 0 0' mass='2' diaginertia='0.1 0.2 0.25'/>\n"
      "        <site name='tip' pos='0.4 0 0'/>\n"
      "      </body>\n"
      "    </body>\n"
      "  </worldbody>\n"
      "</mujoco>\n",
      "two.xml");
  EXPECT_EQ(robot.name, "two");
  EXPECT_EQ(robot.base, "world");
  EXPECT_EQ(robot.gravity, Eigen::Vector3d(0.0, 0.0, -1.62));
  ASSERT_EQ(robot.links.size(), 3u);
  EXPECT_EQ(robot.links[2].name, "arm");
  EXPECT_EQ(robot.links[2].where.line, 5);
  EXPECT_EQ(robot.links[2].inertia_where.line, 7);
  ASSERT_TRUE(robot.links[2].inertia);
  EXPECT_DOUBLE_EQ(robot.links[2].inertia->mass, 2.0);
  EXPECT_TRUE(robot.links[2].inertia->com.isApprox(Eigen::Vector3d(0.1, 0.2, 0.3)));
  const Eigen::Matrix3d tensor = Eigen::Vector3d(0.1, 0.2, 0.25).asDiagonal();
  EXPECT_TRUE(robot.links[2].inertia->about_com.isApprox(tensor, 1e-12));
  EXPECT_FALSE(robot.links[1].inertia);

  ASSERT_EQ(robot.joints.size(), 2u);
  EXPECT_EQ(robot.joints[0].type, JointType::fixed);
  EXPECT_EQ(robot.joints[0].parent, "world");
  EXPECT_EQ(robot.joints[0].child, "stand");
  EXPECT_EQ(robot.joints[1].name, "swing");
  EXPECT_EQ(robot.joints[1].type, JointType::continuous);
  EXPECT_EQ(robot.joints[1].where.line, 6);
  EXPECT_EQ(robot.joints[1].axis, Eigen::Vector3d::UnitY());
  ASSERT_EQ(robot.frames.size(), 1u);
  EXPECT_EQ(robot.frames[0].name, "tip");
  EXPECT_EQ(robot.frames[0].where.line, 8);
  EXPECT_EQ(robot.frames[0].pose.translation(), Eigen::Vector3d(0.4, 0.0, 0.0));
  EXPECT_NO_THROW(validate(robot));
}

TEST_F(MjcfReader, ReadsLimitsFrictionArmatureAndSprings) {
  const Robot robot = read_world(body("arm",
                                      "<joint name='j' axis='0 0 1' limited='true' range='-90 45' "
                                      "damping='0.3' frictionloss='0.2' armature='0.01' "
                                      "stiffness='5' springref='30'/>"),
                                 "<actuator><motor joint='j' gear='50' forcelimited='true' "
                                 "forcerange='-2 1'/></actuator>");
  ASSERT_EQ(robot.joints.size(), 1u);
  const Joint& joint = robot.joints[0];
  EXPECT_EQ(joint.type, JointType::revolute);
  EXPECT_DOUBLE_EQ(joint.limits.lower, -pi / 2.0);
  EXPECT_DOUBLE_EQ(joint.limits.upper, pi / 4.0);
  EXPECT_DOUBLE_EQ(joint.limits.torque, 100.0);
  EXPECT_DOUBLE_EQ(joint.friction.viscous, 0.3);
  EXPECT_DOUBLE_EQ(joint.friction.coulomb, 0.2);
  EXPECT_DOUBLE_EQ(joint.rotor.inertia, 0.01);
  EXPECT_DOUBLE_EQ(joint.rotor.gear, 1.0);
  EXPECT_DOUBLE_EQ(joint.spring.stiffness, 5.0);
  EXPECT_DOUBLE_EQ(joint.spring.rest, pi / 6.0);
  EXPECT_EQ(said(robot), "0 1 actuator left out, but for force ranges, which limit the effort\n");
}

TEST_F(MjcfReader, TurnsAboutTheAnchor) {
  const Robot robot = read_world(body("arm", "<joint axis='0 0 1' pos='0 0.2 0'/>"));
  // A quarter turn about the point (0, 0.2) of the body takes its origin from (0, 0) to (0.2, 0.2).
  const Eigen::Isometry3d X = child_pose(robot.joints[0], pi / 2.0);
  EXPECT_TRUE(X.translation().isApprox(Eigen::Vector3d(0.5, 0.2, 0.0), 1e-12));
  EXPECT_TRUE(X.linear().col(0).isApprox(Eigen::Vector3d::UnitY(), 1e-12));
}

TEST_F(MjcfReader, StandsAsWrittenAtTheReferenceValue) {
  const Robot robot = read_world(body("arm", "<joint axis='0 0 1' pos='0 0.2 0' ref='40'/>") +
                                 body("cart", "<joint type='slide' axis='0 1 0' ref='0.7'/>"));
  const Eigen::Isometry3d turned = child_pose(robot.joints[0], 40.0 * pi / 180.0);
  EXPECT_TRUE(turned.translation().isApprox(Eigen::Vector3d(0.3, 0.0, 0.0), 1e-12));
  EXPECT_TRUE(turned.linear().isIdentity(1e-12));
  const Eigen::Isometry3d slid = child_pose(robot.joints[1], 0.7);
  EXPECT_TRUE(slid.translation().isApprox(Eigen::Vector3d(0.3, 0.0, 0.0), 1e-12));
}

TEST_F(MjcfReader, PutsMasslessLinksBetweenTheJointsOfOneBody) {
  const Robot robot = read_world(body("wrist",
                                      "<joint name='roll' axis='1 0 0'/>"
                                      "<joint name='slide' type='slide' axis='0 0 1'/>"
                                      "<joint name='yaw' axis='0 0 1'/>"));
  ASSERT_EQ(robot.joints.size(), 3u);
  EXPECT_EQ(robot.joints[0].child, "wrist/roll");
  EXPECT_EQ(robot.joints[1].parent, "wrist/roll");
  EXPECT_EQ(robot.joints[1].child, "wrist/slide");
  EXPECT_EQ(robot.joints[2].child, "wrist");
  EXPECT_FALSE(robot.find_link("wrist/roll")->inertia);
  EXPECT_TRUE(robot.find_link("wrist")->inertia);
  EXPECT_TRUE(robot.joints[1].origin.isApprox(Eigen::Isometry3d::Identity()));
  EXPECT_NO_THROW(validate(robot));
}

TEST_F(MjcfReader, NamesTheNamelessWithoutCollisions) {
  const Robot robot = read_world("<body name='joint1'><joint name='joint1'/><joint/>" + mass +
                                 "<body><joint/>" + mass + "<site name='joint1'/></body></body>");
  ASSERT_EQ(robot.joints.size(), 3u);
  EXPECT_EQ(robot.joints[0].name, "joint1");
  EXPECT_EQ(robot.joints[1].name, "joint1_");
  EXPECT_EQ(robot.joints[2].name, "joint2");
  EXPECT_EQ(robot.frames[0].name, "joint1_");
  EXPECT_NE(said(robot).find("site 'joint1' has the name of a body"), std::string::npos);
  EXPECT_NO_THROW(validate(robot));
}

TEST_F(MjcfReader, KeepsLinesWhereJointsFollowChildBodies) {
  const Robot robot = read_world("<body>\n<body>\n<joint axis='1 0 0'/>" + mass +
                                 "</body>\n<joint axis='0 0 1'/>" + mass + "</body>");
  ASSERT_EQ(robot.joints.size(), 2u);
  EXPECT_EQ(robot.joints[0].axis, Eigen::Vector3d::UnitZ());
  EXPECT_EQ(robot.joints[0].where.line, 5);
  EXPECT_EQ(robot.joints[1].where.line, 4);
}

TEST_F(MjcfReader, ReadsLinearCouplingsOfJoints) {
  const Robot robot =
      read_world(body("a", "<joint name='a' ref='10'/>") + body("b", "<joint name='b' ref='20'/>"),
                 "<equality>\n<joint joint1='b' joint2='a' polycoef='0.1 -2 0 0 0'/></equality>");
  ASSERT_TRUE(robot.joints[1].mimic);
  EXPECT_EQ(robot.joints[1].mimic->joint, "a");
  EXPECT_DOUBLE_EQ(robot.joints[1].mimic->ratio, -2.0);
  // q_b - 20° = 0.1 - 2 (q_a - 10°)
  EXPECT_NEAR(robot.joints[1].mimic->offset, 0.1 + 40.0 * pi / 180.0, 1e-15);
  EXPECT_EQ(robot.joints[1].mimic->where.line, 4);
}

TEST_F(MjcfReader, ReportsCouplingsItCannotKeepAsErrors) {
  const std::string arms =
      body("a", "<joint name='a'/>") + body("b", "<joint name='b'/>") + body("c", "");
  const auto with = [&](const std::string& equality) {
    return said(read_world(arms, "<equality>" + equality + "</equality>"));
  };
  EXPECT_EQ(with("<joint joint1='b' joint2='a' polycoef='0 1 0.5 0 0'/>"),
            "2 an equality on joint 'b' is left out: only linear couplings can be represented\n");
  EXPECT_EQ(with("<joint joint1='b'/>"),
            "2 an equality on joint 'b' is left out: it holds the joint still\n");
  EXPECT_EQ(with("<weld body1='b' body2='a'/>"),
            "2 an equality closes a loop between bodies, which is left out\n");
  EXPECT_EQ(with("<connect body1='b' body2='a' anchor='0 0 0' active='false'/>"), "");
}

TEST_F(MjcfReader, ReadsBallAndFreeJointsAndSaysThatCoordinatesDiffer) {
  const Robot robot = read_world(body("ball", "<joint name='b' type='ball' pos='0 0 0.1'/>") +
                                 body("free", "<freejoint name='f'/>"));
  EXPECT_EQ(robot.joints[0].type, JointType::spherical);
  EXPECT_EQ(robot.joints[0].origin.translation(), Eigen::Vector3d(0.3, 0.0, 0.1));
  EXPECT_EQ(robot.joints[0].tip.translation(), Eigen::Vector3d(0.0, 0.0, -0.1));
  EXPECT_EQ(robot.joints[1].type, JointType::floating);
  EXPECT_TRUE(robot.joints[1].origin.isApprox(Eigen::Isometry3d::Identity()));
  EXPECT_EQ(said(robot),
            "0 spherical joint 'b' has the coordinates rz ry rx here, a quaternion in MuJoCo\n"
            "0 floating joint 'f' has the coordinates x y z rz ry rx here, a quaternion in "
            "MuJoCo\n");
}

TEST_F(MjcfReader, ReportsWhatTorquesWouldLackAsErrors) {
  EXPECT_NE(said(read_world(body("a", "<joint type='ball' damping='1'/>")))
                .find("2 damping, frictionloss, armature or stiffness of spherical joint"),
            std::string::npos);
  EXPECT_EQ(said(read_world(body("a", "<joint name='j'/>"), "<option density='1.2'/>")),
            "2 the medium's density and viscosity are left out: torques lack its drag\n");
  EXPECT_EQ(said(read_world(body("a", "<joint name='j'/>"),
                            "<tendon><fixed stiffness='3'><joint joint='j' coef='1'/></fixed>"
                            "</tendon>")),
            "2 1 tendon left out: torques lack the stiffness, damping or friction\n");
}

TEST_F(MjcfReader, ObeysTheGravityFlag) {
  const Robot robot =
      read_world(body("a", "<joint/>"), "<option><flag gravity='disable'/></option>");
  EXPECT_EQ(robot.gravity, Eigen::Vector3d(0.0, 0.0, 0.0));
}

TEST_F(MjcfReader, DrawsGeomsAtFullSize) {
  const Robot robot = read_world(
      "<body><joint/><geom type='box' size='0.1 0.2 0.3' rgba='1 0 0 1'/>"
      "<geom type='capsule' size='0.05 0.4'/><geom type='sphere' size='0.07'/></body>");
  const std::vector<Visual>& visuals = robot.links[1].visuals;
  ASSERT_EQ(visuals.size(), 3u);
  EXPECT_EQ(visuals[0].size, Eigen::Vector3d(0.2, 0.4, 0.6));
  EXPECT_EQ(visuals[0].rgba->at(0), 1.0);
  EXPECT_EQ(visuals[1].shape, Visual::Shape::capsule);
  EXPECT_DOUBLE_EQ(visuals[1].size[1], 0.8);
  EXPECT_DOUBLE_EQ(visuals[2].size[0], 0.07);
  EXPECT_NE(said(robot).find("0 contacts are left out"), std::string::npos);
}

TEST_F(MjcfReader, TurnsMujocosComplaintsIntoErrorsWithLines) {
  const Error error = refusal(
      "<mujoco>\n<worldbody>\n<body name='a'>\n<joint axis='0 0 0'/><geom size='1'/></body>"
      "</worldbody></mujoco>");
  EXPECT_EQ(error.where().prefix(), "test.xml:4:");
  EXPECT_NE(error.reason().find("axis too small"), std::string::npos);
  EXPECT_NE(error.fix().find("axis=\"0 0 1\""), std::string::npos);
}

TEST_F(MjcfReader, RefusesWhatIsNotMjcf) {
  EXPECT_NE(refusal("<robot name='r'/>").reason().find("not MJCF"), std::string::npos);
  EXPECT_EQ(refusal("").where().file, "test.xml");
  EXPECT_NE(refusal(std::string("<mujoco/>\0", 10)).reason(), "");
}

TEST_F(MjcfReader, RefusesNumbersThatAreNotFinite) {
  const Error error = refusal("<mujoco><worldbody>\n<body pos='0 inf 0'/></worldbody></mujoco>");
  EXPECT_EQ(error.where().line, 2);
  EXPECT_EQ(error.code(), Error::Code::value);
  // As names they are words like others.
  EXPECT_EQ(read_world(body("nan", "<joint name='inf'/>")).links[1].name, "nan");
}

TEST_F(MjcfReader, FollowsNoPathOutOfTheRobotsFolder) {
  for (const char* reach : {"<include file='/etc/passwd'/>", "<include file='sub/../../x.xml'/>",
                            "<compiler meshdir='..'/>", "<asset><mesh file='../m.stl'/></asset>",
                            "<asset><texture type='skybox' fileup='/t.png'/></asset>",
                            "<asset><hfield file='C:\\h.png'/></asset>"}) {
    const Error error = refusal("<mujoco>\n" + std::string(reach) + "</mujoco>");
    EXPECT_EQ(error.code(), Error::Code::file) << error.what();
    EXPECT_EQ(error.where().line, 2);
    EXPECT_NE(error.reason().find("outside the robot's folder"), std::string::npos);
  }
}

class MjcfFolder : public MjcfReader {
 protected:
  void SetUp() override {
    MjcfReader::SetUp();
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  const fs::path folder_ =
      fs::path(::testing::TempDir()) / ("alembert_mjcf_" + std::to_string(getpid()));
};

TEST_F(MjcfFolder, ReadsIncludedFilesAndKeepsTheirLines) {
  write("arm.xml",
        "<mujoco>\n\n<worldbody>" + body("arm", "\n<joint name='j'/>") + "</worldbody></mujoco>");
  write("robot.xml", "<mujoco>\n<include file='arm.xml'/>\n</mujoco>");
  const Robot robot = load_robot(path("robot.xml"));
  ASSERT_EQ(robot.joints.size(), 1u);
  EXPECT_EQ(robot.joints[0].where.prefix(), path("arm.xml") + ":4:");
}

TEST_F(MjcfFolder, FindsTheLineOfAFaultInAnIncludedFile) {
  write("arm.xml", "<mujoco>\n\n<worldbody><body name='a'><joint/></body></worldbody></mujoco>");
  const Error error = refusal("<mujoco><include file='arm.xml'/></mujoco>", path("robot.xml"));
  EXPECT_EQ(error.where().prefix(), path("arm.xml") + ":3:");
}

TEST_F(MjcfFolder, KeepsLinesOfBodiesIncludedInsideABody) {
  write("hand.xml",
        "<mujocoinclude>\n" + body("hand", "<joint name='grip'/>") + "</mujocoinclude>");
  const Robot robot =
      read_mjcf("<mujoco><worldbody>" + body("arm", "<joint name='j'/><include file='hand.xml'/>") +
                    "</worldbody></mujoco>",
                path("robot.xml"));
  ASSERT_EQ(robot.joints.size(), 2u);
  EXPECT_EQ(robot.joints[1].where.prefix(), path("hand.xml") + ":2:");
}

TEST_F(MjcfFolder, ChecksIncludedFilesToo) {
  write("arm.xml", "<mujoco>\n<compiler meshdir='../'/></mujoco>");
  const Error error = refusal("<mujoco><include file='arm.xml'/></mujoco>", path("robot.xml"));
  EXPECT_EQ(error.where().prefix(), path("arm.xml") + ":2:");
}

TEST_F(MjcfFolder, RefusesIncludesInACircle) {
  write("a.xml", "<mujoco><include file='robot.xml'/></mujoco>");
  const Error error = refusal("<mujoco>\n<include file='a.xml'/></mujoco>", path("robot.xml"));
  EXPECT_NE(error.reason().find("included twice"), std::string::npos);
}

TEST_F(MjcfFolder, RefusesMoreFilesThanARobotHas) {
  std::string text = "<mujoco>\n";
  for (int i = 0; i < 101; ++i) {
    const std::string name = "part" + std::to_string(i) + ".xml";
    write(name, "<mujoco/>");
    text += "<include file='" + name + "'/>";
  }
  const Error error = refusal(text + "</mujoco>", path("robot.xml"));
  EXPECT_NE(error.reason().find("more than 100 files are included"), std::string::npos);
}

TEST_F(MjcfReader, RefusesATextThatIsNoRobotBecauseOfItsLength) {
  const Error error = refusal("<mujoco><!--" + std::string(64u << 20, ' ') + "--></mujoco>");
  EXPECT_NE(error.reason().find("longer than any robot needs"), std::string::npos);
}

TEST_F(MjcfFolder, RefusesLinksOutOfTheFolder) {
  fs::create_directories(folder_ / "robot");
  write("secret.xml", "<mujoco/>");
  fs::create_symlink(folder_ / "secret.xml", folder_ / "robot" / "inside.xml");
  const Error error =
      refusal("<mujoco><include file='inside.xml'/></mujoco>", path("robot/robot.xml"));
  EXPECT_NE(error.reason().find("outside the robot's folder"), std::string::npos);
}

TEST_F(MjcfFolder, RefusesLinksOutOfTheFolderOfMeshes) {
  fs::create_directories(folder_ / "robot" / "meshes");
  write("secret.stl", "solid");
  fs::create_symlink(folder_ / "secret.stl", folder_ / "robot" / "meshes" / "part.stl");
  const Error error = refusal(
      "<mujoco>\n<asset><mesh file='part.stl'/></asset>\n<compiler meshdir='meshes'/></mujoco>",
      path("robot/robot.xml"));
  EXPECT_EQ(error.where().line, 2);
  EXPECT_NE(error.reason().find("outside the robot's folder"), std::string::npos);
}

TEST_F(MjcfFolder, SaysWhichIncludedFileIsMissing) {
  const Error error = refusal("<mujoco>\n<include file='gone.xml'/></mujoco>", path("robot.xml"));
  EXPECT_EQ(error.code(), Error::Code::file);
  EXPECT_EQ(error.where().line, 2);
  EXPECT_NE(error.reason().find("'gone.xml' cannot be read"), std::string::npos);
}

TEST_F(MjcfFolder, LeavesNoLogBehind) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_);
  refusal("<mujoco><worldbody><body><joint/></body></worldbody></mujoco>");
  fs::current_path(before);
  EXPECT_TRUE(fs::is_empty(folder_));
}

}  // namespace alembert::mjcf_reader_test
