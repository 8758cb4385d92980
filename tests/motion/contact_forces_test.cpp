// What contacts exert, against momentum and its rate by kinematics and masses alone.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <random>

#include "alembert/center_of_mass.hpp"
#include "alembert/io.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/motion_sample.hpp"
#include "alembert/standing.hpp"

namespace alembert::test::contact_forces_test {

constexpr double weight = 75.0 * 9.81;
constexpr int placing = 6;

Robot walker() {
  return load_robot(std::string(ALEMBERT_SOURCE_DIR) + "/models/planar_biped.yaml");
}

/// A sole whose ankle stands at x, on ground that leans.
Footing sole(const std::string& side, double x, const Eigen::Quaterniond& leaning) {
  Footing footing;
  footing.name = side;
  footing.frame = side + "_foot";
  footing.corners = {
      {-0.06, -0.05, -0.07}, {0.15, -0.05, -0.07}, {0.15, 0.05, -0.07}, {-0.06, 0.05, -0.07}};
  footing.place = leaning * Eigen::Translation3d(x, 0.0, 0.07);
  return footing;
}

const Eigen::Quaterniond level = Eigen::Quaterniond::Identity();
const Eigen::Quaterniond slope(Eigen::AngleAxisd(0.3,
                                                 Eigen::Vector3d(1.0, -0.5, 0.4).normalized()));

/// Standing: what a motion is to be is no matter here.
MotionProblem on_soles(const std::vector<Footing>& soles, int degree, int segments) {
  MotionProblem problem = standing(walker(), soles);
  problem.spline = {.degree = degree, .segments = segments};
  problem.start.q = problem.goal.q = Eigen::VectorXd::Zero(problem.model.dofs());
  return problem;
}

/// The foot stays, all joints swing.
Trajectory swinging(const MotionProblem& problem, double duration) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-0.4, 0.4);
  const SplineOptions& spline = problem.spline;
  Eigen::MatrixXd points(spline.segments + spline.degree, problem.model.dofs());
  for (double& x : points.reshaped()) x = uniform(random);
  points.leftCols(placing).setZero();
  return {BSpline(spline.degree, BSpline::clamped_knots(spline.degree, spline.segments, duration),
                  points)};
}

/// Linear momentum, and angular momentum about the world's origin, link by link.
struct Momentum {
  Eigen::Vector3d linear = Eigen::Vector3d::Zero(), angular = Eigen::Vector3d::Zero();
};

Momentum momentum(const MotionProblem& problem, const Robot& robot, const BSpline& q, double t) {
  Kinematics<double> kinematics(problem.model);
  kinematics.update(q(t));
  const Eigen::VectorXd v = q(t, 1);
  Momentum sum;
  for (const Link& link : robot.links) {
    if (!link.inertia) continue;
    const FrameId frame = problem.model.frame(link.name);
    const Eigen::Isometry3d pose = kinematics.pose(frame);
    Kinematics<double>::Jacobian J(6, problem.model.dofs());
    kinematics.jacobian(frame, J);
    const Eigen::Matrix<double, 6, 1> twist = J * v;
    const Eigen::Vector3d turning = twist.tail<3>(), arm = pose.linear() * link.inertia->com;
    const Eigen::Vector3d speed = twist.head<3>() + turning.cross(arm);
    const Eigen::Matrix3d about_com =
        pose.linear() * link.inertia->about_com * pose.linear().transpose();
    sum.linear += link.inertia->mass * speed;
    sum.angular +=
        (pose.translation() + arm).cross(link.inertia->mass * speed) + about_com * turning;
  }
  return sum;
}

TEST(ContactForces, AreTheRateOfMomentumLessGravity) {
  for (const Eigen::Quaterniond& leaning : {level, slope}) {
    const Robot robot = walker();
    const MotionProblem problem = on_soles({sole("left", 0.06, leaning)}, 5, 6);
    constexpr double duration = 0.8, step = 1e-4;
    const Trajectory motion = swinging(problem, duration);
    CenterOfMass centre(problem.model);
    const std::vector<MotionSample> samples = sample(problem, motion, 14);
    for (std::size_t k = 1; k + 1 < samples.size(); ++k) {
      const MotionSample& now = samples[k];
      const Momentum before = momentum(problem, robot, motion.q, now.t - step);
      const Momentum after = momentum(problem, robot, motion.q, now.t + step);
      centre.update(now.q, now.v);
      const Eigen::Vector3d gravity = centre.mass() * problem.model.gravity();
      const Eigen::Vector3d force = (after.linear - before.linear) / (2.0 * step) - gravity;
      const Eigen::Vector3d moment =
          (after.angular - before.angular) / (2.0 * step) - centre.position().cross(gravity);
      ASSERT_EQ(now.ground.contacts.size(), 1u);
      EXPECT_LT((now.ground.force() - force).norm(), 1e-5 * weight);
      EXPECT_LT((now.ground.moment_about(Eigen::Vector3d::Zero()) - moment).norm(), 1e-5 * weight);
    }
  }
}

TEST(ContactForces, OfOneThatStandsPressUnderItsMassCentre) {
  const MotionProblem problem = on_soles({sole("left", 0.06, level)}, 3, 4);
  Eigen::VectorXd q = Eigen::VectorXd::Zero(problem.model.dofs());
  q[problem.model.coordinate("right_hip")] = -0.4;
  q[problem.model.coordinate("right_knee")] = 0.7;
  const int degree = problem.spline.degree;
  const Trajectory still{BSpline(degree, BSpline::clamped_knots(degree, 4, 1.0),
                                 q.transpose().replicate(4 + degree, 1))};
  CenterOfMass centre(problem.model);
  centre.update(q, 0.0 * q);
  for (const MotionSample& now : sample(problem, still, 3)) {
    ASSERT_TRUE(now.ground.zero_moment_point);
    const ContactForce* left = now.ground.find("left");
    ASSERT_TRUE(left && left->pressure);
    EXPECT_NEAR(left->pressure->x(), centre.position().x(), 1e-12);
    EXPECT_NEAR(left->pressure->z(), 0.0, 1e-12);
    EXPECT_LT((*left->pressure - *now.ground.zero_moment_point).norm(), 1e-12);
    EXPECT_NEAR(left->force.z(), weight, 1e-10 * weight);
  }
  EXPECT_EQ(sample(problem, still, 2).front().ground.find("right"), nullptr);
}

/// What the unknown forces of the second foot are is anybody's choice: the first takes the rest.
TEST(ContactForces, OfBothFeetHoldTheBodyInBalance) {
  for (const Eigen::Quaterniond& leaning : {level, slope}) {
    const MotionProblem problem =
        on_soles({sole("left", 0.06, leaning), sole("right", 0.06, leaning)}, 3, 4);
    const int degree = problem.spline.degree, dofs = problem.model.dofs();
    const Eigen::VectorXd knots = BSpline::clamped_knots(degree, 4, 1.0);
    const Eigen::VectorXd q = Eigen::VectorXd::Zero(dofs);
    // Forward, up and the moment about y: its feet move in a plane.
    const Eigen::Vector3d pushed(20.0, 0.4 * weight, 7.0);
    const Trajectory still{BSpline(degree, knots, q.transpose().replicate(4 + degree, 1)),
                           {BSpline(degree, knots, pushed.transpose().replicate(4 + degree, 1))}};
    CenterOfMass centre(problem.model);
    centre.update(q, q);
    for (const MotionSample& now : sample(problem, still, 3)) {
      ASSERT_EQ(now.ground.contacts.size(), 2u);
      EXPECT_LT((now.ground.force() + centre.mass() * problem.model.gravity()).norm(), 1e-9);
      EXPECT_LT(now.ground.moment_about(centre.position()).norm(), 1e-9);
      const ContactForce* right = now.ground.find("right");
      ASSERT_TRUE(right && right->pressure);
      const Eigen::Vector3d felt = leaning.inverse() * right->force;
      EXPECT_LT((felt - Eigen::Vector3d(20.0, 0.0, 0.4 * weight)).norm(), 1e-9);
      // 7 N m about y are 0.4 of the weight so far behind the sole's middle, 0.105 m ahead.
      const Eigen::Vector3d at = leaning.inverse() * *right->pressure;
      EXPECT_LT((at - Eigen::Vector3d(0.105 - 7.0 / (0.4 * weight), 0.0, 0.0)).norm(), 1e-12);
      // In the plane of the soles, where nothing turns it in that plane.
      ASSERT_TRUE(now.ground.zero_moment_point);
      const Eigen::Vector3d point = *now.ground.zero_moment_point;
      EXPECT_NEAR((leaning.inverse() * point).z(), 0.0, 1e-12);
      const Eigen::Vector3d left_over = leaning.inverse() * now.ground.moment_about(point);
      EXPECT_LT(left_over.head<2>().norm(), 1e-9);
    }
  }
}

}  // namespace alembert::test::contact_forces_test
