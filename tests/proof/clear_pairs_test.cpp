// Proofs of many clearances at once: what balls settle is so, what is hidden between instants is
// found, and the margin that is told is there.
#include "proof/clear_pairs.hpp"

#include <gtest/gtest.h>

#include "alembert/motion_file.hpp"
#include "alembert/self_pairs.hpp"

namespace alembert::test::clear_pairs_test {

/// A straight motion of 0.6 s with few segments.
Trajectory straight(const MotionProblem& problem) {
  const Eigen::VectorXd from = *problem.start.q, to = *problem.goal.q;
  const Eigen::VectorXd knots = BSpline::clamped_knots(3, 3, 0.6);
  Eigen::MatrixXd points(6, from.size());
  const double shares[] = {0.0, 0.0, 0.3, 0.7, 1.0, 1.0};
  for (int k = 0; k < 6; ++k) points.row(k) = (from + shares[k] * (to - from)).transpose();
  return {BSpline(3, knots, points)};
}

/// The arm of the shelf, and what is put around it.
MotionProblem arm_alone() {
  MotionProblem problem =
      load_motion_problem(std::string(ALEMBERT_SOURCE_DIR) + "/examples/shelf.yaml").problem;
  problem.clearance.obstacles.clear();
  problem.goal.q = *problem.start.q;
  (*problem.goal.q)[0] += 1.2;
  return problem;
}

double apart(const MotionProblem& problem, const Eigen::VectorXd& q, std::size_t arm,
             std::size_t obstacle) {
  return clearance_at(problem.model, q, problem.clearance.arm[arm],
                      problem.clearance.obstacles[obstacle].solid);
}

TEST(ClearPairs, AThinWallBetweenInstantsIsFound) {
  MotionProblem problem = arm_alone();
  const Trajectory motion = straight(problem);
  // Across the way at its middle, thinner than anything that is looked at only now and then.
  const double turn = (*problem.start.q)[0] + 0.5 * 1.2;
  Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();
  axes.col(0) = Eigen::Vector3d(std::cos(turn), std::sin(turn), 0.0);
  axes.col(1) = Eigen::Vector3d(-std::sin(turn), std::cos(turn), 0.0);
  problem.clearance.obstacles = {
      {"wall", Solid::box(0.6 * axes.col(0) + Eigen::Vector3d(0, 0, 0.4), {0.4, 1e-4, 0.6}, axes)}};
  const Proof proof =
      prove(Task(problem, motion), motion, {.accuracy = infinity, .stop_at_violation = true});
  int passed = 0;
  for (const LimitProof& limit : proof.limits) {
    if (limit.worst.of.kind != LimitKind::clearance) continue;
    passed += limit.verdict == LimitProof::Verdict::violated ? 1 : 0;
  }
  EXPECT_GT(passed, 5);
  EXPECT_FALSE(proof.holds());
}

TEST(ClearPairs, TheMarginThatIsToldIsThere) {
  MotionProblem problem = arm_alone();
  const Trajectory motion = straight(problem);
  for (int k = 0; k < 4; ++k) {
    const double turn = (*problem.start.q)[0] + 0.4 * k;
    const Eigen::Vector3d at(1.2 * std::cos(turn), 1.2 * std::sin(turn), 0.2 + 0.1 * k);
    problem.clearance.obstacles.push_back(
        {"block " + std::to_string(k), Solid::box(at, {0.2, 0.3, 0.2})});
  }
  problem.clearance.margin = 0.0;
  const Proof proof = prove(Task(problem, motion), motion);
  std::size_t pair = 0;
  int held = 0;
  for (const LimitProof& limit : proof.limits) {
    if (limit.worst.of.kind != LimitKind::clearance) continue;
    double least = infinity;
    for (int k = 0; k <= 3000; ++k) {
      least = std::min(least, apart(problem, motion.q(0.6 * k / 3000.0), pair / 4, pair % 4));
    }
    if (limit.verdict == LimitProof::Verdict::holds) {
      ++held;
      EXPECT_GT(least, 0.0);
      // Told as a share of the limit's scale, of a value that is about the distance near contact
      // and more than it beyond: what is told is not more than what is there.
      EXPECT_LE(limit.worst.violation, limit.bound + 1e-12);
      EXPECT_GE(limit.worst.value, least - 1e-6);
    } else {
      EXPECT_LE(least, 1e-4);
    }
    ++pair;
  }
  EXPECT_EQ(pair, problem.clearance.arm.size() * 4);
  EXPECT_GT(held, 40);
}

}  // namespace alembert::test::clear_pairs_test
