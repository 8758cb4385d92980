// Motions that our torques make must come back in MuJoCo's dynamics.
#include "peers/mujoco_verify.hpp"

#include <gtest/gtest.h>

#include "alembert/error.hpp"
#include "support/compare.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::mujoco_verify_test {

MotionFile problem_of(const std::string& text) {
  return read_motion_problem("alembert: motion/1\n" + text, ALEMBERT_SOURCE_DIR "/examples/x.yaml");
}

/// A smooth motion of 0.8 s through random points: nothing is optimal, everything moves.
Trajectory wander(const MotionFile& file, unsigned seed) {
  const int degree = file.problem.spline.degree, segments = file.problem.spline.segments;
  Random random(seed);
  Eigen::MatrixXd points(segments + degree, file.problem.model.dofs());
  for (Eigen::Index j = 0; j < points.cols(); ++j) {
    points.col(j) = 0.3 * random.values(static_cast<int>(points.rows()));
  }
  const Eigen::VectorXd knots = BSpline::clamped_knots(degree, segments, 0.8);
  return {BSpline(degree, knots, points)};
}

/// Friction of both kinds, rotors, a load in a frame's own axes and something in hand for a while.
const char* const burdened_puma = R"(
robot: ../models/puma560.yaml
start: {q: [0, 0, 0, 0, 0, 0]}
goal: {q: [0.3, 0.2, 0.1, 0, 0, 0]}
loads: {frame: flange, force: [3, -10, 5], moment: [0.1, 0.2, -0.3], point: [0.02, 0, 0.1], axes: frame}
carry: {frame: flange, mass: 1.5, com: [0, 0.02, 0.06], inertia: {xx: 0.002, yy: 0.003, zz: 0.002}, from: 0.3, to: 0.7}
spline: {degree: 4, segments: 10}
)";

TEST(MujocoVerify, BringsBackAPumaWithFrictionLoadAndSomethingInHand) {
  const MotionFile file = problem_of(burdened_puma);
  const Trajectory motion = wander(file, 3);
  const Verification ours = verify(file.problem, motion);
  const Verification theirs = peers::verify_with_mujoco(file, motion);
  EXPECT_TRUE(ours.within(1e-7)) << ours.position_error;
  EXPECT_TRUE(theirs.within(1e-7)) << theirs.position_error << " of " << theirs.worst_joint;
  EXPECT_DOUBLE_EQ(theirs.end, 0.8);
}

TEST(MujocoVerify, SeesAMassThatIsWrongByAHundredth) {
  MotionFile file = problem_of(burdened_puma);
  const Trajectory motion = wander(file, 3);
  for (Link& link : file.robot.links) {
    if (link.inertia) link.inertia->mass *= 1.01;
  }
  double error = 0.0;
  raise(error, peers::verify_with_mujoco(file, motion).position_error);
  EXPECT_GT(error, 1e-4);
}

TEST(MujocoVerify, TakesThePlanarTensorsOfXiangsArm) {
  const MotionFile file = problem_of(
      "robot: ../models/two_link.yaml\nstart: {q: [0, 0]}\ngoal: {q: [1, 1]}\n"
      "spline: {degree: 3, segments: 10}\n");
  EXPECT_TRUE(peers::verify_with_mujoco(file, wander(file, 1)).within(1e-9));
}

TEST(MujocoVerify, BeginsAgainAtKnotsWhenAsked) {
  const MotionFile file = problem_of(burdened_puma);
  const Trajectory motion = wander(file, 3);
  // Ten lines instead of a curve: off in every segment, but no error is carried into the next.
  const double once = peers::verify_with_mujoco(file, motion, {.torque_table = 11}).position_error;
  const double anew =
      peers::verify_with_mujoco(file, motion, {.torque_table = 11, .restart = true}).position_error;
  EXPECT_GT(anew, 1e-6);
  EXPECT_LT(anew, 0.5 * once);
  EXPECT_LT(once, infinity);
}

TEST(MujocoVerify, EndsWhenItsTimeIsUpAndSaysHowFarItCame) {
  const MotionFile file = problem_of(burdened_puma);
  int calls = 0;
  const Verification hasty = peers::verify_with_mujoco(
      file, wander(file, 3), {.max_seconds = 0.0, .checkpoint = [&] { ++calls; }});
  EXPECT_TRUE(hasty.out_of_time);
  EXPECT_FALSE(hasty.finished);
  EXPECT_LT(hasty.end, 0.8);
  EXPECT_EQ(calls, 1);
}

TEST(MujocoVerify, RefusesAFreeBaseInWords) {
  const MotionFile file = problem_of(
      "robot: ../models/two_link.yaml\nfloating_base: true\n"
      "start: {q: [0, 0, 0, 0, 0, 0, 0, 0]}\ngoal: {q: [0, 0, 0, 0, 0, 0, 1, 1]}\n");
  try {
    peers::verify_with_mujoco(file, wander(file, 1));
    FAIL() << "took it";
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Error::Code::unsupported);
  }
}

}  // namespace alembert::test::mujoco_verify_test
