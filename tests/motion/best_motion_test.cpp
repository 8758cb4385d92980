// Answers are as good as they should be: knots where they are needed, other postures, nothing done
// at once.
#include <gtest/gtest.h>

#include "alembert/io.hpp"
#include "alembert/motion.hpp"
#include "alembert/motion_file.hpp"
#include "support/best_trapezoid.hpp"
#include "support/compare.hpp"

namespace alembert::test::best_motion_test {

using Knots = SplineOptions::Knots;
using Method = MotionCertificate::Method;

MotionProblem reach() {
  return load_motion_problem(ALEMBERT_SOURCE_DIR "/examples/seven_axis_reach.yaml").problem;
}

TEST(BestMotion, AdaptedKnotsAreQuickerThanEqualOnes) {
  MotionProblem problem = reach();
  problem.spline.knots = Knots::uniform;
  const Solution equal = solve(problem);
  problem.spline.knots = Knots::adapted;
  const Solution adapted = solve(problem);
  ASSERT_EQ(equal.certificate.method, Method::proven);
  ASSERT_EQ(adapted.certificate.method, Method::proven);
  EXPECT_LT(adapted.motion.duration(), equal.motion.duration() - 1e-4);
  EXPECT_EQ(adapted.motion.q.segments(), equal.motion.q.segments());
}

// Of 400 random problems the three that more knots in the right places were needed for, and two
// others.
class NotSlowerThanATrapezoid : public ::testing::TestWithParam<unsigned> {};

TEST_P(NotSlowerThanATrapezoid, FromRestToRest) {
  const RandomProblem made =
      random_problem(GetParam(), {.models = ALEMBERT_SOURCE_DIR "/models", .only_profiles = true});
  const Solution found = solve(made.problem);
  ASSERT_EQ(found.certificate.method, Method::proven) << made.arm;
  EXPECT_LE(found.motion.duration(), best_trapezoid(made) * (1.0 + 1e-4)) << made.arm;
}

INSTANTIATE_TEST_SUITE_P(BestMotion, NotSlowerThanATrapezoid,
                         ::testing::Values(231u, 233u, 348u, 7u, 8u));

TEST(BestMotion, GoesOnFromAnAdaptedAnswer) {
  MotionProblem problem = reach();
  const Solution first = solve(problem);
  SolveOptions options;
  options.initial = first.motion;
  const Solution again = solve(problem, options);
  ASSERT_EQ(again.certificate.method, Method::proven);
  EXPECT_LE(again.motion.duration(), first.motion.duration() * (1.0 + 1e-4));
}

TEST(BestMotion, APoseIsReachedInAQuickerPostureThanTheFirstFound) {
  // The posture that inverse kinematics finds first takes 1.6 s.
  const MotionProblem problem =
      load_motion_problem(ALEMBERT_SOURCE_DIR "/examples/upright_cup.yaml").problem;
  const Solution found = solve(problem);
  ASSERT_EQ(found.status, MotionStatus::solved);
  EXPECT_LT(found.motion.duration(), 0.9);
}

TEST(BestMotion, NothingToDoIsDoneAtOnce) {
  MotionProblem problem(compile(load_robot(ALEMBERT_SOURCE_DIR "/models/seven_axis.yaml")));
  Eigen::VectorXd q(7);
  q << 0.0, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0;
  problem.start.q = q;
  for (const double move : {0.0, 1e-9, 9e-7}) {
    q[0] = move;
    problem.goal.q = q;
    const Solution found = solve(problem);
    EXPECT_EQ(found.status, MotionStatus::solved);
    EXPECT_EQ(found.certificate.method, Method::proven);
    EXPECT_EQ(found.iterations, 0);
    EXPECT_EQ(found.largest_violation, 0.0);
    EXPECT_LT(found.motion.duration(), 0.02);
    EXPECT_LT(largest_difference(found.motion.q(found.motion.q.end()), q), 1e-15);
  }
}

/// Seven joints of 101: the others are fingers, which stay where they are.
TEST(BestMotion, JointsThatDoNotMoveCostNothing) {
  Robot robot = load_robot(ALEMBERT_SOURCE_DIR "/models/seven_axis.yaml");
  const std::string hand = robot.joints.back().child;
  for (int k = 0; k < 94; ++k) {
    Joint joint;
    joint.name = "finger" + std::to_string(k);
    joint.type = JointType::revolute;
    joint.axis = Eigen::Vector3d::UnitZ();
    joint.origin.translation() = Eigen::Vector3d(0.001 * k, 0.0, 0.05);
    joint.parent = hand;
    joint.child = joint.name + " link";
    joint.limits = robot.joints[0].limits;
    Link link;
    link.name = joint.child;
    link.inertia = Inertia{0.001, {0.01, 0.0, 0.0}, 1e-6 * Eigen::Matrix3d::Identity()};
    robot.links.push_back(link);
    robot.joints.push_back(joint);
  }
  MotionProblem problem(compile(robot));
  ASSERT_EQ(problem.model.dofs(), 101);
  problem.start.q = Eigen::VectorXd::Constant(101, -0.5);
  problem.start.q->head(7) << 0.0, 0.3, 0.0, -1.5, 0.0, 1.5, 0.0;
  problem.goal.q = problem.start.q;
  problem.goal.q->head(7).array() += 0.4;
  const Solution found = solve(problem);
  EXPECT_EQ(found.status, MotionStatus::solved);
  EXPECT_EQ(found.certificate.method, Method::proven);
  EXPECT_EQ(found.motion.q.dofs(), 101);
  const Eigen::VectorXd end = found.motion.q(found.motion.q.end());
  EXPECT_LT(largest_difference(end, *problem.goal.q), 1e-12);
}

TEST(BestMotion, ProvenAnswersPassNoLimit) {
  for (const char* name : {"xiang_1", "xiang_2", "pick_and_place"}) {
    const MotionProblem problem =
        load_motion_problem(std::string(ALEMBERT_SOURCE_DIR "/examples/") + name + ".yaml").problem;
    const Solution found = solve(problem);
    ASSERT_EQ(found.certificate.method, Method::proven) << name;
    EXPECT_EQ(found.largest_violation, 0.0) << name;
    for (const LimitProof& limit : found.certificate.proof->limits) {
      EXPECT_LE(limit.bound, 0.0) << name << " " << limit.worst.of.name;
      EXPECT_LE(limit.worst.violation, limit.bound) << name << " " << limit.worst.of.name;
    }
  }
}

}  // namespace alembert::test::best_motion_test
