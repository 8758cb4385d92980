// One verdict: what is solved holds, what holds is not called impossible, and how far torques were
// integrated is told.
#include <gtest/gtest.h>

#include "alembert/io.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/motion.hpp"
#include "alembert/motion_file.hpp"
#include "alembert/report.hpp"
#include "alembert/verify.hpp"
#include "motion/diagnosis.hpp"
#include "support/planar_arms.hpp"

namespace alembert::test::verdict_test {

using Method = MotionCertificate::Method;

Model seven_axis() { return compile(load_robot(ALEMBERT_SOURCE_DIR "/models/seven_axis.yaml")); }

Eigen::VectorXd bent() {
  return (Eigen::VectorXd(7) << 0.0, 0.3, 0.0, -1.5, 0.0, 1.8, 0.0).finished();
}

void expect_proven(const Solution& solution) {
  EXPECT_EQ(solution.status, MotionStatus::solved) << summary(solution);
  EXPECT_EQ(solution.certificate.method, Method::proven) << summary(solution);
}

/// 0.3 and 1.8 are not the sums of their shares of a spline: rounding passed such limits.
TEST(Verdict, EqualPositionLimitsHoldAJoint) {
  MotionProblem problem(seven_axis());
  problem.start.q = bent();
  problem.goal.q = bent();
  (*problem.goal.q)[0] = 1.0;
  for (const int j : {1, 3, 5}) {
    problem.limits.lower[j] = problem.limits.upper[j] = bent()[j];
    const Solution solution = solve(problem);
    expect_proven(solution);
    for (const int held : {1, j}) {
      EXPECT_EQ(solution.motion.q.control_points().col(held).minCoeff(), bent()[held]);
    }
  }
}

TEST(Verdict, AGoalThatIsAPoseWhereTheArmIsTakesNoTimeAndIsFoundAtOnce) {
  const Model model = seven_axis();
  Kinematics kinematics(model);
  kinematics.update(bent());
  const FrameId flange = model.frame("flange");
  const FrameTarget here{flange, kinematics.pose(flange).translation(),
                         kinematics.pose(flange).linear()};
  MotionProblem problem(model);
  problem.start.q = bent();
  problem.goal.pose = here;
  for (const bool both_poses : {false, true}) {
    if (both_poses) problem.start = {.pose = here};
    const Solution solution = solve(problem);
    expect_proven(solution);
    EXPECT_TRUE(solution.takes_no_time);
    EXPECT_EQ(solution.iterations, 0);
  }
}

/// The elbow arm stretched out, for a second.
Solution at_rest() {
  Solution solution;
  const Eigen::VectorXd knots = BSpline::clamped_knots(3, 20, 1.0);
  solution.motion.q = BSpline(3, knots, Eigen::MatrixXd::Zero(23, 2));
  solution.status = MotionStatus::solved;
  solution.certificate.method = Method::proven;
  return solution;
}

TEST(Verdict, NothingIsSolvedWhoseProofFindsALimitPassed) {
  MotionProblem problem(elbow_arm(1.0, 1.0));
  problem.start.q = problem.goal.q = Eigen::Vector2d::Zero();
  problem.limits.torque_upper = Eigen::Vector2d(29.4, 100.0);  // 29.43 are needed
  Solution solution = at_rest();
  prove_answer(Task(problem), nullptr, solution);
  EXPECT_EQ(solution.status, MotionStatus::solved_to_lower_accuracy);
  EXPECT_EQ(solution.certificate.method, Method::sampled);
  ASSERT_EQ(solution.violations.size(), 1u);
  EXPECT_NEAR(solution.violations[0].value, 29.43, 1e-9);
  EXPECT_NEAR(solution.largest_violation, 0.03 / 29.4, 1e-9);
}

TEST(Verdict, NothingIsCalledImpossibleThatBreaksNothing) {
  MotionProblem problem(elbow_arm(1.0, 1.0));
  problem.start.q = problem.goal.q = Eigen::Vector2d::Zero();
  problem.limits.torque_upper = Eigen::Vector2d(29.5, 100.0);
  Solution solution = at_rest();
  solution.status = MotionStatus::infeasible;
  prove_answer(Task(problem), nullptr, solution);
  EXPECT_EQ(solution.status, MotionStatus::solved_to_lower_accuracy);
  EXPECT_EQ(solution.certificate.method, Method::proven);
  EXPECT_NE(message(solution).find("a motion, but maybe not the best"), std::string::npos);
}

/// What is passed is told as it is, not as samples saw it.
TEST(Verdict, TheViolationOfAFailureIsTheLargestAnywhere) {
  MotionFile file = load_motion_problem(ALEMBERT_SOURCE_DIR "/examples/seven_axis_reach.yaml");
  file.problem.duration = {0.3, 0.3};
  SolveOptions options;
  options.threads = 1;
  const Solution solution = solve(file.problem, options);
  ASSERT_NE(solution.status, MotionStatus::solved);
  double largest = 0.0;
  for (const MotionSample& at : sample(file.problem, solution.motion, 20'001)) {
    for (int j = 0; j < 7; ++j) {
      const double limit = file.problem.limits.torque_upper[j];
      largest = std::max(largest, std::abs(at.tau[j]) / limit - 1.0);
    }
  }
  EXPECT_GE(solution.largest_violation, largest - 1e-5);
}

// Verification.

/// Both joints of an arm by half a radian.
Solution turned(MotionProblem& problem) {
  problem.start.q = Eigen::Vector2d(0.0, 0.0);
  problem.goal.q = Eigen::Vector2d(0.5, 0.5);
  problem.limits.velocity.setConstant(1.0);
  problem.limits.acceleration.setConstant(5.0);
  Solution solution = solve(problem);
  expect_proven(solution);
  return solution;
}

/// A last link that weighs nothing.
TEST(Verdict, AJointThatMovesNoMassIsNamed) {
  Joint shoulder, elbow;
  elbow.origin.translation().x() = 1.0;
  MotionProblem problem(
      compile(two_joints(shoulder, elbow, point_mass(1.0, 1.0), point_mass(0.0, 1.0))));
  const Solution solution = turned(problem);
  for (const bool restart : {false, true}) {
    const Verification check = verify(problem, solution.motion, {.restart = restart});
    EXPECT_FALSE(check.finished);
    EXPECT_EQ(check.stuck_joint, "joint2");
    EXPECT_FALSE(reproduces_plan({check}));
    EXPECT_NE(not_reproduced(check).find("how joint2 moves"), std::string::npos);
  }
}

/// Friction a million times the inertia: an explicit method would take ten million steps.
TEST(Verdict, StiffJointsAreIntegratedImplicitly) {
  Joint shoulder, elbow;
  elbow.origin.translation().x() = 1.0;
  elbow.friction.viscous = 1.0;
  Robot robot = two_joints(shoulder, elbow, point_mass(1.0, 1.0), point_mass(1e-5, 0.1));
  MotionProblem problem(compile(robot));
  const Solution solution = turned(problem);
  const Verification check = verify(problem, solution.motion, {.restart = true});
  EXPECT_TRUE(check.within(reproduction_tolerance)) << check.position_error;
  EXPECT_LT(check.steps, 200'000);
}

TEST(Verdict, VerificationThatRunsOutOfTimeSaysHowFarItCame) {
  const MotionFile file = load_motion_problem(ALEMBERT_SOURCE_DIR "/examples/xiang_1.yaml");
  const Solution solution = solve(file.problem);
  int calls = 0;
  const VerifyOptions hasty{.max_seconds = 0.0, .checkpoint = [&] { ++calls; }};
  const Verification check = verify(file.problem, solution.motion, hasty);
  EXPECT_TRUE(check.out_of_time);
  EXPECT_FALSE(check.finished);
  EXPECT_FALSE(check.within(reproduction_tolerance));
  EXPECT_TRUE(reproduces_plan({check}));
  EXPECT_GT(calls, 0);
  EXPECT_NE(verification_line({check}, reproduction_tolerance).find("verified no further than"),
            std::string::npos);
}

/// An upright arm runs away within a second; from knot to knot alone a segment would last ten.
TEST(Verdict, LongMotionsAreVerifiedPieceByPiece) {
  MotionProblem problem(elbow_arm(1.0, 1.0));
  problem.start.q = Eigen::Vector2d(1.5, 0.0);
  problem.goal.q = Eigen::Vector2d(1.6, 0.2);
  problem.duration = {200.0, 200.0};
  problem.minimize = {.time = 0.0, .jerk = 1.0};
  const Solution solution = solve(problem);
  ASSERT_EQ(solution.status, MotionStatus::solved) << summary(solution);
  EXPECT_TRUE(verify(problem, solution.motion, {.restart = true}).within(reproduction_tolerance));
}

TEST(Verdict, TheLongWayRoundAndFewSegmentsAreRemarkedOn) {
  Joint shoulder, elbow;
  shoulder.type = JointType::continuous;
  elbow.origin.translation().x() = 1.0;
  MotionProblem problem(
      compile(two_joints(shoulder, elbow, point_mass(1.0, 1.0), point_mass(1.0, 1.0))));
  problem.limits.velocity.setConstant(1.0);
  problem.start.q = Eigen::Vector2d::Zero();
  problem.goal.q = Eigen::Vector2d(6.0, 0.0);
  problem.spline.segments = 4;
  Solution solution;
  solution.status = MotionStatus::solved;
  const Eigen::VectorXd knots = BSpline::clamped_knots(3, 4, 10.0);
  Eigen::MatrixXd points = Eigen::MatrixXd::Zero(7, 2);
  points.col(0).setLinSpaced(0.0, 6.0);
  solution.motion.q = BSpline(3, knots, points);
  std::string all;
  for (const std::string& remark : remarks(problem, solution)) all += remark + '\n';
  EXPECT_NE(all.find("joint1 turns by 6 rad and comes to the same place by -0.2832"),
            std::string::npos)
      << all;
  EXPECT_NE(all.find("the curve has 4 segments"), std::string::npos) << all;
  points.col(0).setLinSpaced(0.0, 3.0);
  solution.motion.q = BSpline(3, knots, points);
  for (const std::string& remark : remarks(problem, solution)) {
    EXPECT_EQ(remark.find("comes to the same place"), std::string::npos) << remark;
  }
}

TEST(Verdict, IsOneForTheFirstLineThePageAndTheDocument) {
  const MotionFile file = load_motion_problem(ALEMBERT_SOURCE_DIR "/examples/xiang_1.yaml");
  const Solution solution = solve(file.problem);
  MotionDocument document = motion_document(file, solution, {});
  EXPECT_EQ(verdict(document), MotionVerdict::good);
  EXPECT_EQ(verdict_words(document), "solved");
  Verification off;
  off.finished = true;
  off.position_error = 0.25;
  off.worst_joint = "joint2";
  off.joint_errors = {0.0, 0.25};
  document.verification = {off};
  EXPECT_EQ(verdict(document), MotionVerdict::not_verified);
  EXPECT_NE(motion_text(document).find("xiang_1: NOT VERIFIED: integrated forward, joint2 is 0.25"),
            std::string::npos)
      << motion_text(document);
  EXPECT_NE(motion_page(document, "x.svg").find("**NOT VERIFIED**"), std::string::npos);
  EXPECT_NE(write_motion(document, ".").find("\"not verified\""), std::string::npos);
  document.solution.status = MotionStatus::infeasible;
  EXPECT_EQ(verdict(document), MotionVerdict::not_solved);
}

}  // namespace alembert::test::verdict_test
