#include <filesystem>
#include <random>

#include "alembert/doctor.hpp"
#include "alembert/io.hpp"
#include "full_robot.hpp"
#include "io/pose.hpp"
#include "io_testing.hpp"
#include "support/compare.hpp"

namespace alembert::testing::round_trip_test {

namespace fs = std::filesystem;

constexpr double exact = 1e-15;

std::vector<fs::path> shared_robots() {
  std::vector<fs::path> files;
  const fs::path folder = fs::path(ALEMBERT_SOURCE_DIR).parent_path() / "shared" / "robots";
  if (!fs::is_directory(folder)) return files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".urdf") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// A base and one revolute joint, which moves a link of its own name.
Robot one_joint_robot(const std::string& robot_name, const std::string& joint_name) {
  Robot robot;
  robot.name = robot_name;
  robot.base = "base";
  robot.links.resize(2);
  robot.links[0].name = "base";
  robot.links[1].name = joint_name;
  robot.joints.resize(1);
  robot.joints[0].name = joint_name;
  robot.joints[0].parent = "base";
  robot.joints[0].child = joint_name;
  return robot;
}

TEST(RoundTrip, YamlReadsBackAsTheSameRobot) {
  const Robot robot = read_yaml(full_robot, "full.yaml");
  const std::string written = write_yaml(robot);
  expect_same_robot(robot, read_yaml(written, "written.yaml"), exact);
  EXPECT_EQ(write_yaml(read_yaml(written, "again.yaml")), written);
}

TEST(RoundTrip, RealRobotsSurviveYamlAndUrdf) {
  const std::vector<fs::path> files = shared_robots();
  if (files.empty()) GTEST_SKIP() << "there is no folder ../shared/robots beside the sources";
  for (const fs::path& file : files) {
    SCOPED_TRACE(file.filename());
    const Robot robot = load_robot(file.string());
    EXPECT_NO_THROW(validate(robot));
    const Robot yaml = read_yaml(write_yaml(robot), "written.yaml");
    expect_same_robot(robot, yaml, 1e-12);
    std::vector<std::string> lost;
    const Robot urdf = read_urdf(write_urdf(yaml, &lost), "written.urdf");
    expect_same_robot(robot, urdf, 1e-12);
    EXPECT_TRUE(lost.empty()) << lost[0];
  }
}

TEST(RoundTrip, OddNamesSurviveBothFormats) {
  for (const char* name : {"null",
                           "~",
                           "true",
                           "1.5",
                           "a: b",
                           "#x",
                           "a, b",
                           "[x]",
                           "&a",
                           "*b",
                           "ünï",
                           "'q'",
                           "\"",
                           "- a",
                           ".inf",
                           "{a",
                           "a}",
                           "!t",
                           "<tag> & \"co\"",
                           "?",
                           "|",
                           "yes",
                           "a/b",
                           "0x1F",
                           "..."}) {
    SCOPED_TRACE(name);
    const Robot robot = one_joint_robot(name, name);
    expect_same_robot(robot, read_yaml(write_yaml(robot), "odd.yaml"), 0);
    expect_same_robot(robot, read_urdf(write_urdf(robot), "odd.urdf"), 0);
  }
}

TEST(RoundTrip, ALinkNamedAsAnotherJointIsStillFound) {
  const Robot robot = read_yaml(R"(alembert: robot/1
name: crossed
convention: frames
joints:
  - {name: a, link: {name: b}}
  - {name: b, link: {name: c}}
  - {name: d, parent: {link: b}}
frames: [{name: f, link: {link: b}}]
payload: {frame: {link: b}, mass: 1}
)",
                                "crossed.yaml");
  ASSERT_EQ(robot.joints[2].parent, "b");
  expect_same_robot(robot, read_yaml(write_yaml(robot), "again.yaml"), 0);
}

TEST(RoundTrip, RotationsKeepFifteenDigitsAlsoNearGimbalLock) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> angle(-3.2, 3.2), exponent(-17, -1);
  for (int i = 0; i < 2000; ++i) {
    Eigen::Vector3d rpy;
    for (double& turn : rpy) turn = angle(random);
    const double near_lock = std::pow(10.0, exponent(random));
    if (i % 2 == 0) rpy.y() = (i % 4 == 0 ? 1 : -1) * (std::acos(0.0) - near_lock);
    const Eigen::Matrix3d R = io::rotation_from_rpy(rpy);
    const Eigen::Matrix3d back = io::rotation_from_rpy(io::rpy_from_rotation(R));
    EXPECT_LE(test::largest_difference(R, back), 1e-15) << rpy.transpose();
  }
}

TEST(RoundTrip, RoundAnglesAreWrittenRound) {
  const Eigen::Vector3d rpy(-1.5708, 0.25, 3.14);
  EXPECT_EQ(io::rpy_from_rotation(io::rotation_from_rpy(rpy)), rpy);
}

/// World poses of all links at q = 0.3 on every one-degree joint.
Eigen::Isometry3d world_pose(const Robot& robot, const std::string& link) {
  for (const Joint& joint : robot.joints) {
    if (joint.child == link) return world_pose(robot, joint.parent) * moved(joint, 0.3);
  }
  return robot.base_pose;
}

TEST(UrdfWriter, StandardDhTipsFramesPayloadsAndTheBaseKeepTheirPoses) {
  const Robot robot = read_yaml(R"(alembert: robot/1
name: dh
convention: dh-standard
base: {name: stand, xyz: [0, 0, 1], rpy: [180 deg, 0, 0]}
joints:
  - {name: j1, dh: {theta: 0.2, d: 0.4, a: 0.1, alpha: 90 deg}}
  - {name: j2, type: prismatic, dh: {theta: 0.2, d: 0.4, a: 0.1, alpha: 1}}
frames: [{name: tool, link: j2, xyz: [0, 0, 0.1], rpy: [0.1, 0.2, 0.3]}]
payload: {frame: tool, mass: 2, com: [0, 0, 0.05], inertia: {xx: 1, yy: 1, zz: 1}}
)",
                                "dh.yaml");
  const Robot urdf = read_urdf(write_urdf(robot), "dh.urdf");
  EXPECT_NO_THROW(validate(urdf));
  EXPECT_EQ(urdf.base, "world");
  EXPECT_NE(urdf.find_link("j1_joint"), nullptr);
  for (const char* link : {"j1", "j2"}) {
    expect_same_pose(world_pose(robot, link), world_pose(urdf, link), exact, link);
  }
  const Eigen::Isometry3d tool = world_pose(robot, "j2") * robot.frames[0].pose;
  expect_same_pose(tool, world_pose(urdf, "tool"), exact, "tool");
  expect_same_pose(tool, world_pose(urdf, "payload"), exact, "payload");
  expect_same_inertia(robot.payloads[0].inertia, *urdf.find_link("payload")->inertia, 0, "payload");
}

TEST(UrdfWriter, JointsOfSeveralDegreesBecomeChainsNamedByCoordinate) {
  const Robot robot = read_yaml(R"(alembert: robot/1
name: many
convention: frames
joints:
  - {name: tube, type: cylindrical, origin: {xyz: [1, 0, 0]}, axis: [0, 1, 0]}
  - {name: cardan, type: universal, axis: [0, 1, 0], axis2: [0, 0, 1]}
  - {name: ball, type: spherical, tip: {xyz: [0, 0, 1]}}
)",
                                "many.yaml");
  const Robot urdf = read_urdf(write_urdf(robot), "many.urdf");
  EXPECT_NO_THROW(validate(urdf));
  ASSERT_EQ(urdf.joints.size(), 8u);
  EXPECT_EQ(urdf.find_joint("tube.rot")->type, JointType::continuous);
  EXPECT_EQ(urdf.find_joint("tube.rot")->origin.translation().x(), 1);
  EXPECT_EQ(urdf.find_joint("tube.trans")->type, JointType::prismatic);
  EXPECT_EQ(urdf.find_joint("tube.trans")->axis, Eigen::Vector3d::UnitY());
  EXPECT_EQ(urdf.find_joint("tube.trans")->child, "tube");
  EXPECT_EQ(urdf.find_joint("tube.trans")->limits.upper, infinity);
  EXPECT_EQ(urdf.find_joint("cardan.rot1")->axis, Eigen::Vector3d::UnitY());
  EXPECT_EQ(urdf.find_joint("cardan.rot2")->axis, Eigen::Vector3d::UnitZ());
  EXPECT_EQ(urdf.find_joint("ball.rz")->axis, Eigen::Vector3d::UnitZ());
  EXPECT_EQ(urdf.find_joint("ball.ry")->parent, urdf.find_joint("ball.rz")->child);
  EXPECT_EQ(urdf.find_joint("ball.rx")->axis, Eigen::Vector3d::UnitX());
  EXPECT_EQ(urdf.find_joint("ball_tip")->child, "ball");
}

TEST(UrdfWriter, NamesWhatIsLost) {
  Robot robot = read_yaml(full_robot, "full.yaml");
  expect_error([&] { write_urdf(robot); }, 33, {"helical joint 'screw'", ".yaml"});
  robot.joints[2].type = JointType::revolute;
  robot.joints[2].pitch = 0.0;
  std::vector<std::string> lost;
  EXPECT_NO_THROW(validate(read_urdf(write_urdf(robot, &lost), "full.urdf")));
  const std::vector<std::string> expected = {
      "gravity (0 0.5 -1.62)",
      "the round ends of a capsule of link 'upper_arm' (written as a cylinder)",
      "the acceleration limit of joint 'shoulder'",
      "the jerk limit of joint 'shoulder'",
      "the spring of joint 'shoulder'",
      "the rotor of joint 'shoulder'",
  };
  EXPECT_EQ(lost, expected);
}

TEST(YamlWriter, WritesNothingThatIsTheDefault) {
  Robot robot = one_joint_robot("small", "j");
  robot.joints[0].origin.translation() = Eigen::Vector3d(0.1, -0.0, 0);
  EXPECT_EQ(write_yaml(robot), R"(alembert: robot/1
name: small
convention: frames
joints:
  - name: j
    origin: {xyz: [0.1, 0, 0]}
)");
}

}  // namespace alembert::testing::round_trip_test
