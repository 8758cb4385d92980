// Distances that were asked for, measured by sampling the solids themselves.
#include <gtest/gtest.h>

#include "alembert/io.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/motion.hpp"
#include "alembert/report.hpp"
#include "support/compare.hpp"

namespace alembert::test::clearance_test {

MotionProblem reach() {
  MotionProblem problem(compile(load_robot(ALEMBERT_SOURCE_DIR "/models/seven_axis.yaml")));
  problem.start.q = (Eigen::VectorXd(7) << 1.0, 0.5, 0, -1.6, 0, 2.1, 0.8).finished();
  problem.goal.q = (Eigen::VectorXd(7) << -1.0, 0.5, 0, -1.6, 0, 2.1, 0.8).finished();
  problem.duration = {1.5, 1.5, {}};
  problem.minimize = {.time = 0.0, .jerk = 1e-3};  // alone, joint 1 turns and nothing else moves
  return problem;
}

/// A grid of points of a solid's core.
std::vector<Eigen::Vector3d> core(const Solid& solid) {
  std::vector<Eigen::Vector3d> points{solid.corner};
  for (Eigen::Index k = 0; k < solid.edges.cols(); ++k) {
    std::vector<Eigen::Vector3d> longer;
    const int steps = solid.edges.cols() > 1 ? 10 : 60;
    for (const Eigen::Vector3d& point : points) {
      for (int i = 0; i <= steps; ++i) {
        longer.push_back(point + solid.edges.col(k) * i / static_cast<double>(steps));
      }
    }
    points = longer;
  }
  return points;
}

/// Exact: edges are at right angles.
double distance(const Eigen::Vector3d& p, const Solid& solid) {
  Eigen::Vector3d nearest = solid.corner;
  for (Eigen::Index k = 0; k < solid.edges.cols(); ++k) {
    const Eigen::Vector3d edge = solid.edges.col(k);
    nearest += std::clamp(edge.dot(p - solid.corner) / edge.squaredNorm(), 0.0, 1.0) * edge;
  }
  return (p - nearest).norm() - solid.radius;
}

/// Smallest distance over the motion between an arm solid and an obstacle, by the arm's points.
double nearest(const MotionProblem& problem, const Trajectory& motion, const ArmSolid& arm,
               const Solid& obstacle) {
  const std::vector<Eigen::Vector3d> points = core(arm.solid);
  Kinematics kinematics(problem.model);
  double least = infinity;
  for (int i = 0; i <= 1000; ++i) {
    kinematics.update(motion.q(motion.duration() * i / 1000));
    const Eigen::Isometry3d pose = kinematics.pose(arm.frame);
    for (const Eigen::Vector3d& p : points) {
      lower(least, distance(pose * p, obstacle) - arm.solid.radius);
    }
  }
  return least;
}

struct Scene {
  const char* name;
  Solid hand;
  Solid (*obstacle)(const Eigen::Vector3d& centre);
};

class Scenes : public ::testing::TestWithParam<Scene> {};

TEST_P(Scenes, KeepTheMarginAndAreInTheWay) {
  MotionProblem problem = reach();
  const ArmSolid hand{"hand", problem.model.frame("flange"), GetParam().hand};
  Kinematics kinematics(problem.model);
  kinematics.update(0.5 * (*problem.start.q + *problem.goal.q));
  const Solid obstacle = GetParam().obstacle(kinematics.pose(hand.frame).translation() +
                                             Eigen::Vector3d(0.01, 0.0, -0.04));
  const Solution free = solve(problem);
  ASSERT_EQ(free.status, MotionStatus::solved);
  EXPECT_LE(nearest(problem, free.motion, hand, obstacle), 0.0);
  problem.clearance = {{hand}, {{"thing", obstacle}}, {}, 0.015};
  const Solution around = solve(problem);
  ASSERT_EQ(around.status, MotionStatus::solved) << summary(around);
  const double least = nearest(problem, around.motion, hand, obstacle);
  EXPECT_GE(least, 0.015 - 1.1e-4);
  EXPECT_LE(least, 0.02);  // … and no farther than it must be
  EXPECT_GT(around.objective, free.objective);
}

const Eigen::Matrix3d turned =
    Eigen::AngleAxisd(0.5, Eigen::Vector3d(0, 0.6, 0.8)).toRotationMatrix();
const Solid ball = Solid::sphere({0, 0, 0}, 0.05);
const Solid rod = Solid::capsule({0, 0, -0.1}, {0, 0, 0.05}, 0.04);
const Solid brick = Solid::box({0, 0, 0}, {0.08, 0.1, 0.06});

Solid crate(const Eigen::Vector3d& at) { return Solid::box(at, {0.1, 0.12, 0.1}, turned); }
Solid sphere(const Eigen::Vector3d& at) { return Solid::sphere(at, 0.08); }
Solid bar(const Eigen::Vector3d& at) {
  const Eigen::Vector3d half(0.2, 0.03, 0.0);
  return Solid::capsule(at - half, at + half, 0.04);
}

INSTANTIATE_TEST_SUITE_P(
    Clearance, Scenes,
    ::testing::Values(Scene{"SphereAndBox", ball, crate}, Scene{"CapsuleAndBox", rod, crate},
                      Scene{"CapsuleAndCapsule", rod, bar}, Scene{"BoxAndSphere", brick, sphere},
                      Scene{"BoxAndCapsule", brick, bar}, Scene{"BoxAndBox", brick, crate}),
    [](const auto& scene) { return scene.param.name; });

TEST(SelfCollision, HandKeepsClearOfTheColumn) {
  MotionProblem problem(compile(load_robot(ALEMBERT_SOURCE_DIR "/models/two_link.yaml"),
                                {.gravity = Eigen::Vector3d(Eigen::Vector3d::Zero())}));
  problem.start.q = Eigen::Vector2d(0.0, -2.6);
  problem.goal.q = Eigen::Vector2d(0.5, 2.6);
  problem.limits.lower[1] = -10.0;
  problem.limits.upper[1] = 10.0;
  const ArmSolid hand{"hand", problem.model.frame("tip"), Solid::sphere({0, 0, 0}, 0.05)};
  const ArmSolid upper{"upper", problem.model.frame("link1"),
                       Solid::capsule({-0.4, 0, 0}, {-0.2, 0, 0}, 0.05)};
  problem.clearance = {{hand, upper}, {}, {{0, 1}}, 0.02};
  const Solution solution = solve(problem);
  ASSERT_EQ(solution.status, MotionStatus::solved) << summary(solution);
  Kinematics kinematics(problem.model);
  double least = infinity;
  for (int i = 0; i <= 2000; ++i) {
    kinematics.update(solution.motion.q(solution.motion.duration() * i / 2000));
    const Eigen::Vector3d p =
        kinematics.pose(upper.frame).inverse() * kinematics.pose(hand.frame).translation();
    lower(least, distance(p, upper.solid) - 0.05);
  }
  EXPECT_GE(least, 0.02 - 1.1e-4);
}

}  // namespace alembert::test::clearance_test
