// Tubes around lines: round, ends included. What leaves one is refused, what stays in is proven.
#include <gtest/gtest.h>

#include <numbers>

#include "alembert/kinematics.hpp"
#include "alembert/proof.hpp"
#include "support/random_robot.hpp"
#include "task/line_distance.hpp"

namespace alembert::test::line_test {

using Eigen::Vector3d;
using Verdict = LimitProof::Verdict;

/// Three slides along x, y and z: joint values are the tip's position.
Model gantry() {
  Robot robot;
  robot.name = "gantry";
  robot.base = "base";
  robot.links = {{"base", {}, {}, {}, {}}};
  const Inertia body{1.0, Vector3d::Zero(), Eigen::Matrix3d::Identity()};
  for (int axis = 0; axis < 3; ++axis) {
    Joint joint;
    joint.type = JointType::prismatic;
    joint.axis = Vector3d::Unit(axis);
    joint.name = std::string("slide ") + "xyz"[axis];
    joint.parent = robot.links.back().name;
    joint.child = axis == 2 ? "tip" : std::string("carriage ") + "xyz"[axis];
    robot.links.push_back({joint.child, body, {}, {}, {}});
    robot.joints.push_back(joint);
  }
  return compile(robot);
}

/// By code that shares nothing with the library's.
double distance_to_segment(const Vector3d& p, const Vector3d& a, const Vector3d& b) {
  const double share = (p - a).dot(b - a) / (b - a).squaredNorm();
  return (p - a - std::clamp(share, 0.0, 1.0) * (b - a)).norm();
}

Trajectory through(const Eigen::MatrixXd& points) {
  const int degree = 3;
  const Eigen::VectorXd knots =
      BSpline::clamped_knots(degree, static_cast<int>(points.rows()) - degree, 1.0);
  return {BSpline(degree, knots, points)};
}

struct Line {
  Vector3d from = {0.4, -0.3, 0.2}, to = {0.4, 0.3, 0.5};
  double tolerance = 1e-3;

  MotionProblem problem(const Model& model, const char* frame, int segments) const {
    MotionProblem problem(model);
    const Eigen::VectorXd none = Eigen::VectorXd::Constant(model.dofs(), infinity);
    problem.limits.lower = problem.limits.torque_lower = -none;
    problem.limits.upper = problem.limits.torque_upper = none;
    problem.start.q = problem.goal.q = Eigen::VectorXd::Zero(model.dofs());
    problem.spline.segments = segments;
    problem.lines.push_back({.name = "line",
                             .frame = model.frame(frame),
                             .from = from,
                             .to = to,
                             .tolerance = tolerance});
    return problem;
  }
  /// From the beginning of the line to a point and on to the end.
  Trajectory by_way_of(const Vector3d& place) const {
    Eigen::MatrixXd points(9, 3);
    for (int l = 0; l < 3; ++l) points.row(l) = from.transpose();
    for (int l = 3; l < 6; ++l) points.row(l) = place.transpose();  // so it is there
    for (int l = 6; l < 9; ++l) points.row(l) = to.transpose();
    return through(points);
  }
};

TEST(Line, ACornerBeyondItsEndIsRefused) {
  const Line line;
  const Model model = gantry();
  const MotionProblem problem = line.problem(model, "tip", 6);
  const Vector3d along = (line.to - line.from).normalized(), across = along.unitOrthogonal();
  const double r = line.tolerance;
  for (const double share : {0.99 * std::numbers::sqrt2, 1.00001}) {
    const Vector3d corner = line.from - share * r * (along - across) / std::numbers::sqrt2;
    const Proof proof = prove(Task(problem), line.by_way_of(corner));
    ASSERT_EQ(proof.limits.size(), 1u);
    EXPECT_EQ(proof.limits[0].verdict, Verdict::violated) << share;
    EXPECT_NEAR(proof.limits[0].worst.value, share * r, 1e-9);
    EXPECT_DOUBLE_EQ(proof.limits[0].worst.bound, r);
    EXPECT_FALSE(proof.holds());
  }
}

TEST(Line, AllOfTheRoundTubeIsLeftToTheMotion) {
  const Line line;
  const Model model = gantry();
  const MotionProblem problem = line.problem(model, "tip", 6);
  const Vector3d along = (line.to - line.from).normalized(), across = along.unitOrthogonal();
  const double r = 0.99999 * line.tolerance;
  const Vector3d places[] = {line.from - r * (along - across) / std::numbers::sqrt2,
                             line.from - r * along, line.to + r * along,
                             0.5 * (line.from + line.to) + r * across, 0.5 * (line.from + line.to)};
  for (const Vector3d& place : places) {
    EXPECT_TRUE(prove(Task(problem), line.by_way_of(place)).holds()) << place.transpose();
  }
}

TEST(Line, BoundsAreAboveEverySample) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const Model model = compile(random_robot(random, {.joints = 5, .chain = true}));
    Line line;
    line.from = random.vector();
    line.to = random.vector();
    line.tolerance = 0.05;
    const std::string frame = model.frames().back().name;
    MotionProblem problem = line.problem(model, frame.c_str(), 4);
    Eigen::MatrixXd points(7, model.dofs());
    for (double& x : points.reshaped()) x = random.real(-0.3, 0.3);
    const Trajectory motion = through(points);
    Kinematics<> kinematics(model);
    double farthest = 0.0;
    for (int k = 0; k <= 20000; ++k) {
      kinematics.update(motion.q(motion.duration() * k / 20000));
      const Vector3d p = kinematics.pose(model.frame(frame)).translation();
      farthest = std::max(farthest, distance_to_segment(p, line.from, line.to));
    }
    for (const double off : {1e-6, -1e-6}) {
      problem.lines[0].tolerance = farthest * (1.0 + off);
      const Proof proof = prove(Task(problem), motion);
      ASSERT_EQ(proof.limits.size(), 1u);
      EXPECT_EQ(proof.limits[0].verdict, off > 0.0 ? Verdict::holds : Verdict::violated)
          << "seed " << seed;
    }
  }
}

}  // namespace alembert::test::line_test
