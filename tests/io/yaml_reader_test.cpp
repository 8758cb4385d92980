#include <cmath>
#include <numbers>
#include <random>

#include "alembert/io.hpp"
#include "full_robot.hpp"
#include "io_testing.hpp"
#include "support/compare.hpp"

namespace alembert::testing::yaml_reader_test {

using std::numbers::pi;

Robot read(const std::string& text) { return read_yaml(text, "robot.yaml"); }

Robot one_row(const std::string& convention, const std::string& row,
              const std::string& type = "revolute") {
  return read("alembert: robot/1\nname: row\nconvention: " + convention +
              "\njoints:\n  - {name: j, type: " + type + ", dh: " + row + "}\n");
}

/// Denavit and Hartenberg's matrix as books print it: joint i moves about z of frame i-1.
Eigen::Matrix4d standard_matrix(double theta, double d, double a, double alpha) {
  const double ct = std::cos(theta), st = std::sin(theta), ca = std::cos(alpha);
  const double sa = std::sin(alpha);
  Eigen::Matrix4d T;
  T << ct, -st * ca, st * sa, a * ct,  //
      st, ct * ca, -ct * sa, a * st,   //
      0, sa, ca, d,                    //
      0, 0, 0, 1;
  return T;
}

/// Craig's (3.6): joint i moves about z of frame i.
Eigen::Matrix4d modified_matrix(double theta, double d, double a, double alpha) {
  const double ct = std::cos(theta), st = std::sin(theta), ca = std::cos(alpha);
  const double sa = std::sin(alpha);
  Eigen::Matrix4d T;
  T << ct, -st, 0, a,                  //
      st * ca, ct * ca, -sa, -sa * d,  //
      st * sa, ct * sa, ca, ca * d,    //
      0, 0, 0, 1;
  return T;
}

TEST(YamlReader, StandardRowIsThePrintedMatrixForAnyRevoluteAngle) {
  const Robot robot = one_row("dh-standard", "{theta: 0.3, d: 0.4, a: 0.025, alpha: -1.1}");
  for (const double q : {-2.0, 0.0, 0.7, 3.0}) {
    const Eigen::Matrix4d expected = standard_matrix(0.3 + q, 0.4, 0.025, -1.1);
    EXPECT_LE(test::largest_difference(moved(robot.joints[0], q).matrix(), expected), 1e-15);
  }
}

TEST(YamlReader, StandardRowIsThePrintedMatrixForAnyPrismaticTravel) {
  const Robot robot =
      one_row("dh-standard", "{theta: 0.3, d: 0.4, a: 0.025, alpha: -1.1}", "prismatic");
  for (const double q : {-0.2, 0.0, 0.7}) {
    const Eigen::Matrix4d expected = standard_matrix(0.3, 0.4 + q, 0.025, -1.1);
    EXPECT_LE(test::largest_difference(moved(robot.joints[0], q).matrix(), expected), 1e-15);
  }
}

TEST(YamlReader, ModifiedRowIsCraigsMatrixForAnyRevoluteAngle) {
  const Robot robot = one_row("dh-modified", "{theta: 0.3, d: 0.4, a: 0.025, alpha: -1.1}");
  EXPECT_EQ(robot.joints[0].tip.matrix(), Eigen::Matrix4d::Identity());
  for (const double q : {-2.0, 0.0, 0.7, 3.0}) {
    const Eigen::Matrix4d expected = modified_matrix(0.3 + q, 0.4, 0.025, -1.1);
    EXPECT_LE(test::largest_difference(moved(robot.joints[0], q).matrix(), expected), 1e-15);
  }
}

TEST(YamlReader, ModifiedRowIsCraigsMatrixForAnyPrismaticTravel) {
  const Robot robot =
      one_row("dh-modified", "{theta: 0.3, d: 0.4, a: 0.025, alpha: -1.1}", "prismatic");
  for (const double q : {-0.2, 0.0, 0.7}) {
    const Eigen::Matrix4d expected = modified_matrix(0.3, 0.4 + q, 0.025, -1.1);
    EXPECT_LE(test::largest_difference(moved(robot.joints[0], q).matrix(), expected), 1e-15);
  }
}

/// The line a joint moves about, in the world.
struct Axis {
  Eigen::Vector3d point, direction;
};

std::vector<Axis> world_axes(const Robot& robot, const Eigen::Vector3d& q,
                             Eigen::Isometry3d& flange) {
  std::vector<Axis> axes;
  flange = robot.base_pose;
  for (std::size_t i = 0; i < robot.joints.size(); ++i) {
    const Eigen::Isometry3d at_joint = flange * robot.joints[i].origin;
    axes.push_back({at_joint.translation(), at_joint.linear() * robot.joints[i].axis});
    flange = flange * moved(robot.joints[i], q[static_cast<long>(i)]);
  }
  flange = flange * (robot.frames.empty() ? Eigen::Isometry3d::Identity() : robot.frames[0].pose);
  return axes;
}

TEST(YamlReader, TheSameArmInBothDhConventionsHasTheSameAxesAndTheSameHand) {
  const Robot standard = read(R"(alembert: robot/1
name: puma
convention: dh-standard
joints:
  - {name: waist, dh: {alpha: 90 deg}}
  - {name: shoulder, dh: {a: 431.8 mm}}
  - {name: elbow, dh: {d: 0.15005, a: 0.0203, alpha: -90 deg}}
)");
  const Robot modified = read(R"(alembert: robot/1
name: puma
convention: dh-modified
joints:
  - {name: waist, dh: {}}
  - {name: shoulder, dh: {alpha: 90 deg}}
  - {name: elbow, dh: {a: 431.8 mm, d: 0.15005}}
frames:
  - {name: hand, link: elbow, xyz: [0.0203, 0, 0], rpy: [-90 deg, 0, 0]}
)");
  for (const Eigen::Vector3d& q : {Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(0.4, -1.3, 2.2)}) {
    Eigen::Isometry3d hand_a, hand_b;
    const auto a = world_axes(standard, q, hand_a);
    const auto b = world_axes(modified, q, hand_b);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_LE((a[i].direction - b[i].direction).norm(), 1e-15) << i;
      EXPECT_LE((a[i].point - b[i].point).cross(a[i].direction).norm(), 1e-15) << i;
    }
    expect_same_pose(hand_a, hand_b, 1e-15, "hand");
  }
}

TEST(YamlReader, ReadsEveryKeyOfTheRobotAndItsBase) {
  const Robot robot = read(full_robot);
  EXPECT_EQ(robot.name, "everything");
  EXPECT_EQ(robot.file, "robot.yaml");
  EXPECT_EQ(robot.base, "stand");
  EXPECT_EQ(robot.gravity, Eigen::Vector3d(0, 0.5, -1.62));
  EXPECT_EQ(robot.base_pose.translation(), Eigen::Vector3d(0, 0, 0.7));
  EXPECT_EQ(robot.base_pose.linear(), Eigen::Vector3d(1, -1, -1).asDiagonal().toDenseMatrix());
  ASSERT_EQ(robot.links.size(), 13u);
  EXPECT_EQ(robot.links[0].inertia->mass, 12);
  EXPECT_EQ(robot.links[0].inertia->com, Eigen::Vector3d(0, 0, 0.1));
  EXPECT_EQ(robot.links[0].inertia->about_com(1, 1), 0.21);
  EXPECT_TRUE(robot.findings.empty());
}

TEST(YamlReader, ReadsEveryKeyOfADrivenJoint) {
  const Joint joint = *read(full_robot).find_joint("shoulder");
  EXPECT_EQ(joint.type, JointType::revolute);
  EXPECT_EQ(joint.parent, "stand");
  EXPECT_EQ(joint.child, "upper_arm");
  EXPECT_EQ(joint.tip.translation(), Eigen::Vector3d(0.025, 0, 0));
  EXPECT_EQ(joint.limits.lower, -170 * pi / 180);
  EXPECT_EQ(joint.limits.upper, 170 * pi / 180);
  EXPECT_EQ(joint.limits.velocity, 2);
  EXPECT_EQ(joint.limits.acceleration, 10);
  EXPECT_EQ(joint.limits.jerk, 100);
  EXPECT_EQ(joint.limits.torque, 87);
  EXPECT_EQ(joint.friction.viscous, 0.1);
  EXPECT_EQ(joint.friction.coulomb, 0.5);
  EXPECT_EQ(joint.rotor.inertia, 2e-4);
  EXPECT_EQ(joint.rotor.gear, 107);
  EXPECT_EQ(joint.spring.stiffness, 10);
  EXPECT_EQ(joint.spring.rest, pi / 4);
}

TEST(YamlReader, ReadsAFullTensorAsTensorEntries) {
  const Inertia inertia = *read(full_robot).find_link("upper_arm")->inertia;
  Eigen::Matrix3d tensor;
  tensor << 0.13, 0.001, -0.002, 0.001, 0.524, 0.003, -0.002, 0.003, 0.539;
  EXPECT_EQ(inertia.mass, 17.4);
  EXPECT_EQ(inertia.com, Eigen::Vector3d(-0.3638, 0.006, 0.2275));
  EXPECT_EQ(inertia.about_com, tensor);
}

TEST(YamlReader, TurnsPrincipalMomentsByRpy) {
  const Inertia inertia = *read(full_robot).find_link("slide")->inertia;
  const Eigen::Matrix3d quarter_turn = Eigen::Vector3d(0.2, 0.1, 0.25).asDiagonal();
  EXPECT_LE(test::largest_difference(inertia.about_com, quarter_turn), 1e-17);
}

TEST(YamlReader, ReadsEveryShape) {
  const std::vector<Visual> visuals = read(full_robot).find_link("upper_arm")->visuals;
  ASSERT_EQ(visuals.size(), 5u);
  EXPECT_EQ(visuals[0].shape, Visual::Shape::box);
  EXPECT_EQ(visuals[0].size, Eigen::Vector3d(0.1, 0.2, 0.3));
  EXPECT_EQ(visuals[0].pose.translation().z(), 0.01);
  EXPECT_EQ(visuals[0].rgba, (std::array{1.0, 0.5, 0.25, 1.0}));
  EXPECT_EQ(visuals[1].shape, Visual::Shape::cylinder);
  EXPECT_EQ(visuals[1].size.head<2>(), Eigen::Vector2d(0.05, 0.4));
  EXPECT_EQ(visuals[1].pose.linear() * Eigen::Vector3d::UnitZ(), Eigen::Vector3d::UnitX());
  EXPECT_EQ(visuals[2].shape, Visual::Shape::capsule);
  EXPECT_EQ(visuals[3].shape, Visual::Shape::sphere);
  EXPECT_EQ(visuals[3].size.x(), 0.07);
  EXPECT_EQ(visuals[4].mesh, "meshes/arm.stl");
  EXPECT_EQ(visuals[4].size, Eigen::Vector3d::Constant(0.001));
}

TEST(YamlReader, ReadsOtherJointTypesAndMakesAxesUnit) {
  const Robot robot = read(full_robot);
  EXPECT_EQ(robot.find_joint("slide")->limits.lower, -0.1);
  EXPECT_EQ(robot.find_joint("slide")->limits.upper, 0.25);
  EXPECT_EQ(robot.find_joint("screw")->pitch, 0.002);
  EXPECT_EQ(robot.find_joint("screw")->axis, Eigen::Vector3d(0, 0.6, 0.8));
  EXPECT_EQ(robot.find_joint("wrist")->axis2, Eigen::Vector3d::UnitZ());
  EXPECT_EQ(robot.find_joint("finger_right")->mimic->joint, "finger_left");
  EXPECT_EQ(robot.find_joint("finger_right")->mimic->offset, 0.001);
  EXPECT_EQ(robot.find_joint("ball")->tip.translation(), Eigen::Vector3d::UnitX());
  for (const char* type :
       {"continuous", "fixed", "cylindrical", "spherical", "planar", "floating"}) {
    const auto has_type = [&](const Joint& joint) { return joint.type == joint_type(type); };
    EXPECT_TRUE(std::any_of(robot.joints.begin(), robot.joints.end(), has_type)) << type;
  }
}

TEST(YamlReader, AParentIsThePreviousJointUnlessALinkOrJointIsNamed) {
  const Robot robot = read(full_robot);
  EXPECT_EQ(robot.find_joint("slide")->parent, "upper_arm");
  EXPECT_EQ(robot.find_joint("screw")->parent, "slide");
  EXPECT_EQ(robot.find_joint("finger_right")->parent, "wrist");
  EXPECT_EQ(robot.find_joint("wheel")->parent, "stand");
  EXPECT_EQ(robot.find_joint("plate")->parent, "upper_arm");
}

TEST(YamlReader, AJointNameMeansTheLinkThatItMoves) {
  const Robot robot = read(R"(alembert: robot/1
name: arm
convention: frames
joints:
  - {name: second, parent: first, link: {name: forearm}}
  - {name: first, parent: base, link: {name: upper_arm}}
frames: [{name: tool, link: second}]
payload: {frame: second, mass: 1}
)");
  EXPECT_EQ(robot.joints[0].parent, "upper_arm");
  EXPECT_EQ(robot.frames[0].link, "forearm");
  EXPECT_EQ(robot.payloads[0].frame, "forearm");
}

TEST(YamlReader, ReadsFramesAndPayloads) {
  const Robot robot = read(full_robot);
  ASSERT_EQ(robot.frames.size(), 2u);
  EXPECT_EQ(robot.frames[0].link, "wrist");
  EXPECT_EQ(robot.frames[0].pose.translation(), Eigen::Vector3d(0, 0, 0.1));
  EXPECT_NEAR(robot.frames[0].pose.linear()(0, 0), std::sqrt(0.5), 1e-16);
  ASSERT_EQ(robot.payloads.size(), 2u);
  EXPECT_EQ(robot.payloads[0].frame, "tool");
  EXPECT_EQ(robot.payloads[0].inertia.mass, 2);
  EXPECT_EQ(robot.payloads[0].inertia.about_com(2, 2), 0.005);
  EXPECT_EQ(robot.payloads[1].frame, "slide");
  EXPECT_EQ(robot.payloads[1].inertia.about_com, Eigen::Matrix3d::Zero());
}

TEST(YamlReader, KeepsTheLineOfEverything) {
  const Robot robot = read(full_robot);
  EXPECT_EQ(robot.links[0].where.line, 5);
  EXPECT_EQ(robot.find_joint("shoulder")->where.line, 11);
  EXPECT_EQ(robot.find_joint("shoulder")->limits.where.line, 13);
  EXPECT_EQ(robot.find_link("upper_arm")->where.line, 17);
  EXPECT_EQ(robot.find_link("upper_arm")->inertia_where.line, 19);
  EXPECT_EQ(robot.find_joint("finger_right")->mimic->where.line, 53);
  EXPECT_EQ(robot.frames[1].where.line, 62);
  EXPECT_EQ(robot.payloads[1].where.line, 65);
  EXPECT_EQ(robot.payloads[1].where.file, "robot.yaml");
}

TEST(YamlReader, KeepsWrongButReadableNumbersForTheDoctor) {
  const Robot robot = read(R"(alembert: robot/1
name: wrong
convention: frames
joints:
  - name: j
    axis: [0, 0, 0]
    limits: {position: [1, -1]}
    link: {mass: -1, inertia: {xx: 0, yy: 0, zz: 0}}
)");
  EXPECT_EQ(robot.joints[0].axis, Eigen::Vector3d::Zero());
  EXPECT_GT(robot.joints[0].limits.lower, robot.joints[0].limits.upper);
  EXPECT_EQ(robot.links[1].inertia->mass, -1);
}

TEST(YamlReader, LimitsMayBeInfinite) {
  const Robot robot = read(R"(alembert: robot/1
name: free
convention: frames
joints:
  - {name: j, limits: {position: [-.inf, 90 deg], velocity: .inf}}
)");
  EXPECT_EQ(robot.joints[0].limits.lower, -infinity);
  EXPECT_EQ(robot.joints[0].limits.upper, pi / 2);
  EXPECT_EQ(robot.joints[0].limits.velocity, infinity);
}

TEST(YamlReader, EffortsMayDifferEachWay) {
  const auto limits = [](const std::string& effort) {
    return read(
               "alembert: robot/1\nname: ankle\nconvention: frames\njoints:\n"
               "  - {name: j, limits: {effort: " +
               effort + "}}\n")
        .joints[0]
        .limits;
  };
  const Limits ankle = limits("[-120, 40]");
  EXPECT_EQ(ankle.torque, 120);
  EXPECT_EQ(ankle.torque_lower, -infinity);
  EXPECT_EQ(ankle.torque_upper, 40);
  EXPECT_EQ(limits("[-3, 3]").torque_upper, infinity);
  EXPECT_EQ(limits("[-3, 7]").torque_lower, -3);
  EXPECT_THROW(limits("[1, 3]"), Error);
}

TEST(YamlReader, AliasesAreFollowed) {
  const Robot robot = read(R"(alembert: robot/1
name: twins
convention: frames
joints:
  - {name: a, friction: &grease {viscous: 0.3}}
  - {name: b, friction: *grease}
)");
  EXPECT_EQ(robot.joints[1].friction.viscous, 0.3);
}

}  // namespace alembert::testing::yaml_reader_test
