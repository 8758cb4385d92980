// What compile() promises about its frames.
#include <gtest/gtest.h>

#include <numbers>

#include "alembert/kinematics.hpp"
#include "alembert/model.hpp"
#include "support/compare.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::canonical_test {

/// From the joint above (or, for joints of the base, its first one) to the joint, as written.
double longest_offset(const Robot& robot) {
  double longest = 0.0;
  const Eigen::Vector3d first = robot.joints.front().origin.translation();
  for (const Joint& joint : robot.joints) {
    Eigen::Isometry3d from = Eigen::Isometry3d::Identity();
    for (const Joint& above : robot.joints) {
      if (above.child == joint.parent) from = above.tip;
    }
    const Eigen::Vector3d offset = (from * joint.origin).translation();
    longest = std::max(longest, offset.norm());
    if (joint.parent == robot.base) longest = std::max(longest, (offset - first).norm());
  }
  return longest;
}

// src/model/canonical.cpp: an origin slides at most ten times the longest offset.
TEST(CanonicalFrames, LeaveThreeNumbersOnlyWhereBothSlidesWouldBeTooLong) {
  int joints = 0, three = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const Robot robot = random_robot(random, {.joints = 20, .tip = 0.3});
    const double limit = 10.0 * longest_offset(robot);
    const Model model = compile(robot);
    for (const ModelJoint& joint : model.joints()) {
      SCOPED_TRACE(joint.name + " seed " + std::to_string(seed));
      ++joints;
      if (joint.motion == JointMotion::prismatic) {
        EXPECT_EQ(joint.p.norm(), 0.0);
      }
      if (joint.p.y() == 0.0 || joint.p.z() == 0.0) continue;
      ++three;
      EXPECT_GT(std::abs(joint.p.y() / joint.sin_alpha), limit);
      EXPECT_GT(std::abs(joint.p.z() / joint.cos_alpha), limit);
    }
  }
  EXPECT_LE(three, joints / 1000);
}

TEST(CanonicalFrames, LeaveTwoNumbersBehindTurningJointsWhoseAxesClearlyCross) {
  int crossing = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const Model model = compile(random_robot(random, {.joints = 20, .tip = 0.3}));
    for (const ModelJoint& joint : model.joints()) {
      const bool behind_turning =
          joint.parent < 0 || model.joint(joint.parent).motion != JointMotion::prismatic;
      if (!behind_turning || std::abs(joint.sin_alpha) <= 0.1) continue;
      if (joint.motion == JointMotion::prismatic) continue;
      ++crossing;
      EXPECT_EQ(joint.p.y(), 0.0) << joint.name << " seed " << seed;
    }
  }
  EXPECT_GT(crossing, 500);
}

TEST(CanonicalFrames, TurnByBetaOnlyAtBranches) {
  Random random(4);
  const Model chain = compile(random_robot(random, {.joints = 20, .chain = true}));
  for (const ModelJoint& joint : chain.joints()) {
    EXPECT_TRUE(joint.first_child);
    EXPECT_EQ(joint.sin_beta, 0.0);
    EXPECT_EQ(joint.cos_beta, 1.0);
  }
  EXPECT_EQ(chain.joint(0).sin_alpha, 0.0);
  EXPECT_EQ(chain.joint(0).p.norm(), 0.0);
  const Model tree = compile(random_robot(random, {.joints = 20}));
  int turned = 0;
  for (const ModelJoint& joint : tree.joints()) turned += !joint.first_child;
  EXPECT_GT(turned, 0);
}

TEST(CanonicalFrames, MakeRightAnglesExact) {
  Random random(6);
  Robot robot = random_robot(random, {.joints = 6, .chain = true, .types = {JointType::revolute}});
  for (std::size_t j = 0; j < 6; ++j) {
    robot.joints[j].axis = Eigen::Vector3d::UnitZ();
    robot.joints[j].origin.linear() =
        Eigen::AngleAxisd(j % 2 ? std::numbers::pi / 2 : -std::numbers::pi / 2,
                          Eigen::Vector3d::UnitX())
            .toRotationMatrix();
  }
  for (const ModelJoint& joint : compile(robot).joints()) {
    EXPECT_TRUE(joint.sin_alpha == 0.0 || joint.cos_alpha == 0.0) << joint.name;
  }
}

TEST(CanonicalFrames, NeverRunAwayForNearlyParallelAxes) {
  for (const double angle : {0.0, 1e-14, 1e-12, 1e-9, 1e-6, 1e-3, 0.05, 0.0999, 0.1001, 0.2}) {
    Random random(8);
    const Model model =
        compile(random_robot(random, {.joints = 60, .chain = true, .nearly_parallel = angle}));
    for (const ModelJoint& joint : model.joints()) {
      EXPECT_LT(joint.p.norm(), 60.0) << joint.name << " at " << angle;
      EXPECT_LT(joint.inertia.com.norm(), 60.0) << joint.name << " at " << angle;
    }
  }
}

TEST(Compile, KeepsTheOrderOfTheFileWithParentsFirst) {
  Random random(12);
  Robot robot = random_robot(random, {.joints = 6});
  std::vector<std::string> expected;
  for (const Joint& joint : robot.joints) expected.push_back(joint.name);
  EXPECT_EQ(compile(robot).coordinate_names(), expected);
  std::swap(robot.joints.front(), robot.joints.back());
  const Model model = compile(robot);
  for (int i = 0; i < model.joint_count(); ++i) EXPECT_LT(model.joint(i).parent, i);
}

TEST(Compile, FollowsChainsOfMimicsAndTightensLimits) {
  Random random(13);
  Robot robot = random_robot(random, {.joints = 3, .chain = true, .types = {JointType::revolute}});
  robot.joints[2].mimic = Mimic{"j1", -2.0, 0.5, {}};
  robot.joints[1].mimic = Mimic{"j0", 3.0, 0.25, {}};
  robot.joints[0].limits.upper = 10.0;
  robot.joints[2].limits.lower = -6.0;  // j2 = -6 j0 + 0, so j0 <= 1
  robot.joints[2].limits.velocity = 12.0;
  const Model model = compile(robot);
  ASSERT_EQ(model.dofs(), 1);
  EXPECT_EQ(model.joint(2).ratio, -6.0);
  EXPECT_EQ(model.joint(2).offset, 0.0);
  EXPECT_EQ(model.joint(1).offset, 0.25);
  EXPECT_DOUBLE_EQ(model.coordinates()[0].limits.upper, 1.0);
  EXPECT_DOUBLE_EQ(model.coordinates()[0].limits.velocity, 2.0);
  EXPECT_TRUE(model.coupled());
}

/// A right or straight angle as files have it: to twelve digits.
Eigen::Isometry3d right_angles_in_twelve_digits(Random& random) {
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  for (int axis = 0; axis < 3; ++axis) {
    const double angle = 1e-12 * std::round(1e12 * 0.5 * std::numbers::pi * random.integer(-2, 2));
    pose.rotate(Eigen::AngleAxisd(angle, Eigen::Vector3d::Unit(axis)));
  }
  pose.translation() = random.real(0.02, 0.6) * Eigen::Vector3d::Unit(random.integer(0, 2));
  return pose;
}

/// Offsets that such angles leave are no rounding: places of links beside those of the file, in
/// long double.
TEST(CanonicalFrames, KeepTheOffsetsOfRightAnglesThatAreRounded) {
  using Long = long double;
  using Pose = Eigen::Transform<Long, 3, Eigen::Isometry>;
  for (unsigned seed = 0; seed < 200; ++seed) {
    Random random(seed);
    Robot robot = random_robot(random, {.joints = 6, .chain = true, .tip = 0.0});
    for (Joint& joint : robot.joints) {
      joint.origin = right_angles_in_twelve_digits(random);
      joint.type = JointType::revolute;
      joint.axis = Eigen::Vector3d::UnitZ();
    }
    const Model model = compile(robot);
    const Eigen::VectorXd q = random.values(model.dofs());
    Kinematics<double> kinematics(model);
    kinematics.update(q);
    Pose at = robot.base_pose.cast<Long>();
    for (const Joint& joint : robot.joints) {
      const Long angle = q[model.coordinate(joint.name)];
      at = at * joint.origin.cast<Long>() *
           Eigen::AngleAxis<Long>(angle, joint.axis.normalized().cast<Long>());
      const Eigen::Vector3d found = kinematics.pose(model.frame(joint.child)).translation();
      const Long off = (found.cast<Long>() - at.translation()).norm();
      EXPECT_LT(static_cast<double>(off), 1.5e-15) << seed << ' ' << joint.name;
    }
  }
}

TEST(Compile, RefusesAJointNamedLikeTheFloatingBase) {
  Random random(14);
  Robot robot = random_robot(random, {.joints = 3, .chain = true});
  robot.joints[1].name = "base.rz";
  EXPECT_NO_THROW(compile(robot));
  EXPECT_THROW(compile(robot, {.floating_base = true}), Error);
}

TEST(Model, NamesWhatThereIsWhenAskedForWhatIsNot) {
  Random random(15);
  const Model model = compile(random_robot(random, {.joints = 2, .chain = true}));
  EXPECT_EQ(model.coordinate("j1"), 1);
  try {
    model.frame("hand");
    FAIL() << "no error for an unknown frame";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Error::Code::name);
    EXPECT_NE(std::string(error.what()).find("base, l0, l1, tool"), std::string::npos);
  }
}

}  // namespace alembert::test::canonical_test
