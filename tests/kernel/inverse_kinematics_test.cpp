#include "alembert/inverse_kinematics.hpp"

#include <gtest/gtest.h>

#include "alembert/kinematics.hpp"
#include "support/compare.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::inverse_kinematics_test {

using Eigen::VectorXd;

Robot limited_arm(Random& random, int joints) {
  Robot robot = random_robot(
      random, {.joints = joints, .chain = true, .types = {JointType::revolute}, .tip = 0.2});
  for (Joint& joint : robot.joints) {
    joint.limits.lower = -2.5;
    joint.limits.upper = 2.5;
  }
  return robot;
}

TEST(InverseKinematics, ReachesPosesThatCanBeReachedWithinTheLimits) {
  Random random(21);
  int solved = 0;
  constexpr int tries = 100;
  for (int k = 0; k < tries; ++k) {
    const Model model = compile(limited_arm(random, 6 + k % 3));
    const FrameId tool = model.frame("tool");
    Kinematics kinematics(model);
    kinematics.update(random.values(model.dofs(), 2.4));
    const Eigen::Isometry3d target = kinematics.pose(tool);
    const IkResult result = inverse_kinematics(model, tool, target, VectorXd::Zero(model.dofs()));
    EXPECT_LE(largest(result.q), 2.5);
    if (!result.solved()) continue;
    ++solved;
    kinematics.update(result.q);
    EXPECT_LT(relative_difference(kinematics.pose(tool).matrix(), target.matrix()), 1e-8);
  }
  EXPECT_GE(solved, 98);
}

TEST(InverseKinematics, SaysHowFarAwayAnUnreachablePoseIs) {
  Random random(22);
  const Model model = compile(limited_arm(random, 6));
  Eigen::Isometry3d far = Eigen::Isometry3d::Identity();
  far.translation() = Eigen::Vector3d(100.0, 0.0, 0.0);
  const IkResult result =
      inverse_kinematics(model, model.frame("tool"), far, VectorXd::Zero(6), {.restarts = 2});
  EXPECT_FALSE(result.solved());
  EXPECT_GT(result.position_error, 90.0);
  EXPECT_LE(largest(result.q), 2.5);
}

TEST(InverseKinematics, LeavesTheOrientationFreeWhenAsked) {
  Random random(23);
  const Model model = compile(limited_arm(random, 3));
  const FrameId tool = model.frame("tool");
  Kinematics kinematics(model);
  kinematics.update(random.values(3, 2.0));
  Eigen::Isometry3d target = kinematics.pose(tool);
  target.linear().setIdentity();
  const IkResult result =
      inverse_kinematics(model, tool, target, VectorXd::Zero(3), {.position_only = true});
  ASSERT_TRUE(result.solved());
  kinematics.update(result.q);
  EXPECT_LT((kinematics.pose(tool).translation() - target.translation()).norm(), 1e-9);
}

TEST(InverseKinematics, FollowsAPathWithoutJumps) {
  Random random(24);
  const Model model = compile(limited_arm(random, 7));
  const FrameId tool = model.frame("tool");
  Kinematics kinematics(model);
  const VectorXd start = random.values(7, 1.0);
  kinematics.update(start);
  std::vector<Eigen::Isometry3d> path;
  for (int k = 0; k <= 50; ++k) {
    path.push_back(kinematics.pose(tool));
    path.back().translation() += Eigen::Vector3d(0.002 * k, 0.001 * k, 0.0);
  }
  const auto results = inverse_kinematics_path(model, tool, path, start);
  ASSERT_EQ(results.size(), path.size());
  VectorXd before = start;
  for (const IkResult& result : results) {
    ASSERT_TRUE(result.solved());
    EXPECT_LT(largest(result.q - before), 0.1);
    before = result.q;
  }
}

TEST(InverseKinematics, RefusesAStartOfTheWrongSize) {
  Random random(25);
  const Model model = compile(limited_arm(random, 6));
  EXPECT_THROW(
      (void)inverse_kinematics(model, FrameId(0), Eigen::Isometry3d::Identity(), VectorXd::Zero(5)),
      Error);
}

}  // namespace alembert::test::inverse_kinematics_test
