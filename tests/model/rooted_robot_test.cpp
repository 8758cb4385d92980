// The same mechanism hung from another link: the same places, energies and torques.
#include "alembert/rooted_robot.hpp"

#include <gtest/gtest.h>

#include "alembert/center_of_mass.hpp"
#include "alembert/energy.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/io.hpp"
#include "alembert/root_wrench.hpp"
#include "support/compare.hpp"
#include "support/random_robot.hpp"
#include "support/rerooted_state.hpp"

namespace alembert::test::rooted_robot_test {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using Wrench = Eigen::Matrix<double, 6, 1>;

VectorXd torque(const Model& model, const Instant& at, const std::vector<Load>& loads = {}) {
  VectorXd tau(model.dofs());
  InverseDynamics{model}(at.q, at.v, at.a, loads, tau);
  return tau;
}

Joint joint_on(const std::string& name, const std::string& parent, const std::string& child,
               const Vector3d& at, const Vector3d& axis, JointType type = JointType::revolute) {
  Joint joint;
  joint.name = name;
  joint.type = type;
  joint.parent = parent;
  joint.child = child;
  joint.origin.translation() = at;
  joint.axis = axis;
  return joint;
}

/// A trunk on four legs of three joints and a foot each, with motors behind gears.
Robot quadruped(Random& random) {
  Robot robot;
  robot.name = "quadruped";
  robot.base = "trunk";
  robot.links.push_back({"trunk", random.body(), {}, {}, {}});
  for (const double side : {1.0, -1.0}) {
    for (const double end : {1.0, -1.0}) {
      const std::string leg = std::string(side > 0 ? "L" : "R") + (end > 0 ? "F" : "H");
      const Joint joints[] = {
          joint_on(leg + "_HAA", "trunk", leg + "_hip", {0.3 * end, 0.1 * side, 0}, {1, 0, 0}),
          joint_on(leg + "_HFE", leg + "_hip", leg + "_thigh", {0.06 * end, 0.08 * side, 0},
                   {0, 1, 0}),
          joint_on(leg + "_KFE", leg + "_thigh", leg + "_shank", {0, 0.1 * side, -0.28}, {0, 1, 0}),
          joint_on(leg + "_sole", leg + "_shank", leg + "_foot", {0.09 * end, 0, -0.33}, {0, 0, 1},
                   JointType::fixed)};
      for (const Joint& joint : joints) {
        robot.joints.push_back(joint);
        if (joint.type == JointType::revolute) add_drive(robot.joints.back(), random);
        robot.links.push_back({joint.child, random.body(), {}, {}, {}});
      }
    }
  }
  return robot;
}

/// Everything that must be the same, whichever link the tree begins at. Both bases are free.
void expect_same_mechanism(const Model& from, const Model& to, const std::string& root,
                           Random& random) {
  const Instant before = random_instant(from, random);
  const Instant after = rerooted(from, before, to, root);

  Kinematics<double> here(from), there(to);
  here.update(before.q);
  there.update(after.q);
  for (const ModelFrame& frame : from.frames()) {
    if (frame.name == "ground" || frame.name.starts_with("base.")) continue;
    const Isometry3d a = here.pose(from.frame(frame.name)), b = there.pose(to.frame(frame.name));
    EXPECT_LT(largest_difference(a.matrix(), b.matrix()), 1e-11) << frame.name;
  }

  const double kinetic = Energy{from}(before.q, before.v).kinetic;
  EXPECT_NEAR(Energy{to}(after.q, after.v).kinetic / kinetic, 1.0, 1e-11);

  CenterOfMass mass_here(from), mass_there(to);
  mass_here.update(before.q, before.v);
  mass_there.update(after.q, after.v);
  EXPECT_NEAR(mass_there.mass(), mass_here.mass(), 1e-12 * mass_here.mass());
  EXPECT_LT(largest_difference(mass_there.position(), mass_here.position()), 1e-11);
  EXPECT_LT(largest_difference(mass_there.velocity(), mass_here.velocity()), 1e-10);

  // The wrench on the new root does as a load on the old tree what the world did: its base, too,
  // has no other.
  const VectorXd tau = torque(to, after);
  for (const Load::Axes axes : {Load::Axes::frame, Load::Axes::world}) {
    const Wrench w = root_wrench(there, to.frame(root), tau, axes);
    Load load;
    load.frame = from.frame(root);
    load.force = w.head<3>();
    load.moment = w.tail<3>();
    load.axes = axes;
    const VectorXd loaded = torque(from, before, {load});
    const double scale = largest(tau) + w.cwiseAbs().maxCoeff();
    for (int i = 0; i < to.dofs(); ++i) {
      const std::string name = to.coordinate_names()[static_cast<std::size_t>(i)];
      if (name.starts_with("base.")) continue;
      EXPECT_NEAR(loaded[from.coordinate(name)], tau[i], 1e-11 * scale) << name;
    }
    for (const int i : base_coordinates(from)) EXPECT_NEAR(loaded[i], 0.0, 1e-10 * scale);
  }
}

TEST(RootedRobot, IsTheSameQuadrupedOnAFootAsOnItsTrunk) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    Random random(seed);
    const Robot robot = quadruped(random);
    const Model on_trunk = compile(robot, {.floating_base = true});
    for (const char* foot : {"LF_foot", "RH_foot", "RF_shank"}) {
      SCOPED_TRACE(foot + std::to_string(seed));
      const Robot turned = rooted_at(robot, foot);
      EXPECT_EQ(turned.base, foot);
      expect_same_mechanism(on_trunk, compile(turned, {.floating_base = true}), foot, random);
    }
  }
}

TEST(RootedRobot, TurnsEveryTypeOfJoint) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    Random random(seed);
    const Robot robot = random_robot(random, {.joints = random.integer(2, 9),
                                              .types = all_joint_types(),
                                              .couple = 0.3,
                                              .tip = 0.4,
                                              .drives = true});
    const Model model = compile(robot, {.floating_base = true});
    const std::string root = robot.links.back().name;
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Model other = compile(rooted_at(robot, root), {.floating_base = true});
    ASSERT_EQ(other.dofs(), model.dofs());
    for (const Coordinate& coordinate : model.coordinates()) {
      const Coordinate& same =
          other.coordinates()[static_cast<std::size_t>(other.coordinate(coordinate.name))];
      EXPECT_EQ(same.angular, coordinate.angular);
      EXPECT_EQ(same.wraps, coordinate.wraps);
      EXPECT_EQ(same.limits.torque, coordinate.limits.torque);
    }
    expect_same_mechanism(model, other, root, random);
  }
}

TEST(RootedRobot, BeginsAtAFrameThatWearsTheWrench) {
  Random random(7);
  Robot robot = quadruped(random);
  robot.frames.push_back({"sole", "LH_foot", random.pose(0.1), {}});
  robot.payloads.push_back({"sole", random.body(), {}});
  const Robot turned = rooted_at(robot, "sole");
  EXPECT_EQ(turned.base, "sole");
  expect_same_mechanism(compile(robot, {.floating_base = true}),
                        compile(turned, {.floating_base = true}), "sole", random);
}

TEST(RootedRobot, TurnedBackIsTheRobotItWas) {
  Random random(11);
  const Robot robot =
      random_robot(random, {.joints = 8, .couple = 0.3, .tip = 0.4, .drives = true});
  const Robot back = rooted_at(rooted_at(robot, "l7"), "base");
  const Model model = compile(robot), same = compile(back);
  const Instant at = random_instant(model, random);
  ASSERT_EQ(model.coordinate_names(), same.coordinate_names());
  EXPECT_LT(relative_difference(torque(model, at), torque(same, at)), 1e-12);
}

TEST(RootedRobot, KeepsLimitsAndDrives) {
  Random random(2);
  Robot robot = quadruped(random);
  Joint& knee = robot.joints[2];
  knee.limits = {-2.0, 0.5, 7.0, 50.0, 900.0, 80.0, -infinity, infinity, {}};
  const Robot turned = rooted_at(robot, "LF_foot");
  const Joint* same = turned.find_joint("LF_KFE");
  EXPECT_EQ(same->parent, "LF_shank");
  EXPECT_EQ(same->child, "LF_thigh");
  EXPECT_EQ(same->limits.lower, -2.0);
  EXPECT_EQ(same->limits.upper, 0.5);
  EXPECT_EQ(same->limits.torque, 80.0);
  EXPECT_EQ(same->friction.coulomb, knee.friction.coulomb);
  EXPECT_EQ(same->rotor.gear, knee.rotor.gear);
  EXPECT_EQ(same->spring.rest, knee.spring.rest);
}

/// Held still: the ground carries the weight, at the centre of mass.
TEST(RootedRobot, StandingStillItsRootCarriesTheWeight) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    Random random(seed);
    Robot robot = quadruped(random);
    robot.base_pose = random.pose();
    const Model model = compile(rooted_at(robot, "RH_foot"), {.floating_base = true});
    Instant at = random_instant(model, random);
    at.v.setZero();
    at.a.setZero();
    const VectorXd tau = torque(model, at);
    Kinematics<double> kinematics(model);
    kinematics.update(at.q);
    CenterOfMass centre(model);
    centre.update(at.q, at.v);
    const FrameId foot = model.frame("RH_foot");
    const Vector3d weight = centre.mass() * robot.gravity;
    const Vector3d arm = centre.position() - kinematics.pose(foot).translation();
    const Wrench w = root_wrench(kinematics, foot, tau, Load::Axes::world);
    EXPECT_LT((w.head<3>() + weight).norm(), 1e-10);
    EXPECT_LT((w.tail<3>() + arm.cross(weight)).norm(), 1e-10);
    // The rows themselves: a force in the mount's components, a moment about its z.
    EXPECT_LT((tau.head<3>() + model.mount().linear().transpose() * weight).norm(), 1e-10);
    EXPECT_NEAR(tau[3], -model.mount().linear().col(2).dot(arm.cross(weight)), 1e-10);
  }
}

TEST(FreeBase, IsTheFloatingBaseWrittenOut) {
  Random random(5);
  const Robot robot = quadruped(random);
  const Model floating = compile(robot, {.floating_base = true});
  const Model written = compile(with_free_base(robot));
  ASSERT_EQ(written.coordinate_names(), floating.coordinate_names());
  const Instant at = random_instant(floating, random);
  EXPECT_LT(relative_difference(torque(written, at), torque(floating, at)), 1e-13);
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(written.coordinates()[static_cast<std::size_t>(i)].limits.torque, 0.0);
  }
}

TEST(FreeBase, OfSixJointsInAnyOrderOfTurnsCarriesTheNewRoot) {
  Random random(6);
  const Robot robot = quadruped(random);
  const Model floating = compile(robot, {.floating_base = true});
  for (const char* last : {"rz ry rx", "ry rx rz", "rz rx ry"}) {
    SCOPED_TRACE(last);
    std::vector<std::string> motions = {"x", "y", "z"};
    for (const char* c = last; *c; c += c[2] ? 3 : 2) motions.emplace_back(c, 2);
    const Robot turned = rooted_at(with_free_base(robot, motions), "LF_foot");
    EXPECT_EQ(turned.base, "ground");
    expect_same_mechanism(floating, compile(turned), "LF_foot", random);
  }
}

/// A trunk and two legs in the plane of x and z, feet 0.2 m apart, whose frames stand askew.
Robot planar_biped(Random& random) {
  Robot robot;
  robot.name = "biped";
  robot.base = "trunk";
  robot.links.push_back({"trunk", random.body(), {}, {}, {}});
  for (const double side : {1.0, -1.0}) {
    const std::string leg = side > 0 ? "left" : "right";
    Joint joints[] = {
        joint_on(leg + "_hip", "trunk", leg + "_thigh", {0, 0.1 * side, 0}, {0, 1, 0}),
        joint_on(leg + "_knee", leg + "_thigh", leg + "_shank", {0, 0, -0.44}, {0, 1, 0}),
        joint_on(leg + "_ankle", leg + "_shank", leg + "_foot", {0, 0, -0.44}, {0, 1, 0})};
    // Feet are drawn lying on their sides, toes 20 degrees down.
    joints[2].tip.linear() = (Eigen::AngleAxisd(0.35, Vector3d::UnitY()) *
                              Eigen::AngleAxisd(0.5 * 3.14159, Vector3d::UnitX()))
                                 .toRotationMatrix();
    for (const Joint& joint : joints) {
      robot.joints.push_back(joint);
      robot.links.push_back({joint.child, random.body(), {}, {}, {}});
    }
  }
  robot.frames.push_back({"left_heel", "left_foot", random.pose(0.1), {}});
  return robot;
}

TEST(FreeBase, InAPlaneCarriesTheNewRoot) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    Random random(seed);
    const Robot robot = with_free_base(planar_biped(random), {"x", "z", "ry"});
    const Model on_trunk = compile(robot);
    for (const char* root : {"left_foot", "right_foot", "left_heel", "right_shank"}) {
      SCOPED_TRACE(root);
      const Robot turned = rooted_at(robot, root);
      const Model model = compile(turned);
      ASSERT_EQ(model.dofs(), 9);
      EXPECT_EQ(model.coordinate_names()[2], "base.ry");
      // At zero it stands in the plane's origin, beside the plane as far as it did.
      Kinematics<double> kinematics(model);
      kinematics.update(VectorXd::Zero(9));
      const Vector3d at = kinematics.pose(model.frame(root)).translation();
      EXPECT_NEAR(at.x(), 0.0, 1e-15);
      EXPECT_NEAR(at.z(), 0.0, 1e-15);
      expect_same_mechanism(on_trunk, model, root, random);
    }
  }
}

TEST(FreeBase, OfThePlanarBipedStandsOnItsHeel) {
  const Robot robot = load_robot(ALEMBERT_SOURCE_DIR "/models/planar_biped.yaml");
  const Model model = compile(rooted_at(robot, "left_heel"));
  ASSERT_EQ(model.coordinate_names()[0], "base.x");
  Instant at{VectorXd::Zero(9), VectorXd::Zero(9), VectorXd::Zero(9)};
  at.q[model.coordinate("left_knee")] = 0.3;
  at.q[model.coordinate("right_hip")] = -0.4;
  Kinematics<double> kinematics(model);
  kinematics.update(at.q);
  EXPECT_LT(kinematics.pose(model.frame("left_heel"))
                .translation()
                .cwiseProduct(Vector3d(1, 0, 1))
                .norm(),
            1e-15);
  EXPECT_NEAR(kinematics.pose(model.frame("left_toe")).translation().x(), 0.21, 1e-15);
  CenterOfMass centre(model);
  centre.update(at.q, at.v);
  const Wrench w = root_wrench(kinematics, model.frame("left_heel"), torque(model, at));
  Wrench expected;
  expected << 0, 0, 75.0 * 9.81, 0, -75.0 * 9.81 * centre.position().x(), 0;
  EXPECT_LT((w - expected).norm(), 1e-10);
}

TEST(FreeBase, OnARailCarriesTheFootOfAHopper) {
  Random random(1);
  Robot hopper;
  hopper.name = "hopper";
  hopper.base = "body";
  hopper.links.push_back({"body", random.body(), {}, {}, {}});
  hopper.links.push_back({"foot", random.body(), {}, {}, {}});
  hopper.joints.push_back(
      joint_on("leg", "body", "foot", {0.1, 0.2, -0.5}, {0, 0, -1}, JointType::prismatic));
  const Robot on_rail = with_free_base(hopper, {"z"});
  const Robot turned = rooted_at(on_rail, "foot");
  EXPECT_EQ(turned.joints.front().child, "foot");
  expect_same_mechanism(compile(on_rail), compile(turned), "foot", random);
}

std::string refusal(const Robot& robot, const std::string& root) {
  try {
    (void)rooted_at(robot, root);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(RootedRobot, SaysWhatCannotBeTurned) {
  Random random(4);
  const Robot robot = quadruped(random);
  EXPECT_NE(refusal(robot, "LF_fot").find("did you mean 'LF_foot'"), std::string::npos);
  // Hips that roll leave the plane; knees and hips that pitch do not.
  const Robot in_plane = with_free_base(robot, {"x", "z", "ry"});
  EXPECT_NE(refusal(in_plane, "RF_foot").find("joint 'RF_HAA' lies between"), std::string::npos);
  EXPECT_NE(refusal(in_plane, "RF_foot").find("'base.x', 'base.z' and 'base.ry' cannot follow"),
            std::string::npos);
  EXPECT_NE(refusal(in_plane, "base.z").find("lies between the ground and the body"),
            std::string::npos);
  const Robot bending = load_robot(ALEMBERT_SOURCE_DIR "/models/space_arm.yaml");
  EXPECT_NE(refusal(bending, "grip").find("behind a bending link"), std::string::npos);
  EXPECT_EQ(refusal(bending, "shoulder_yaw"), "");
  EXPECT_THROW((void)with_free_base(robot, {"x", "pitch"}), Error);
  EXPECT_THROW((void)with_free_base(robot, {"x", "x"}), Error);
}

TEST(RootedRobot, AJointWithoutMotorThatIsNoFreedomOfABodyIsTurned) {
  // An acrobot: its first joint has no motor, but turns about one place of the ground.
  Random random(8);
  Robot robot = random_robot(random, {.joints = 2, .chain = true, .types = {JointType::revolute}});
  robot.links[0].inertia.reset();
  robot.joints[0].limits.torque = 0.0;
  const Robot turned = rooted_at(robot, "l1");
  EXPECT_EQ(turned.base, "l1");
  EXPECT_EQ(turned.find_joint("j0")->child, "base");
}

TEST(RootWrench, IsRefusedForFramesThatMotorsCarry) {
  Random random(9);
  const Model model = compile(quadruped(random), {.floating_base = true});
  Kinematics<double> kinematics(model);
  kinematics.update(VectorXd::Zero(model.dofs()));
  EXPECT_THROW(root_wrench(kinematics, model.frame("LF_foot"), VectorXd::Zero(model.dofs())),
               Error);
}

}  // namespace alembert::test::rooted_robot_test
