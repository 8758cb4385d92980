// Ways in milliseconds, and the motion along them: they keep clear by distances that share no code
// with them, and end where they should.
#include <gtest/gtest.h>

#include "alembert/first_motion.hpp"
#include "alembert/io.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/proof.hpp"
#include "alembert/self_pairs.hpp"
#include "alembert/task.hpp"
#include "paths/rounded_path.hpp"

namespace alembert::test::clear_planner_test {

/// The seven-axis arm with a ball every few centimetres.
MotionProblem arm_of_balls() {
  MotionProblem problem(
      compile(load_robot(std::string(ALEMBERT_SOURCE_DIR) + "/models/seven_axis.yaml")));
  const Model& model = problem.model;
  int count = 0;
  for (const ModelFrame& frame : model.frames()) {
    if (frame.joint < 2) continue;
    for (const double z : {0.0, 0.06}) {
      problem.clearance.arm.push_back({frame.name + std::to_string(count++),
                                       model.frame(frame.name),
                                       Solid::sphere({0.0, 0.0, z}, 0.05)});
    }
  }
  Eigen::VectorXd q(7);
  q << -0.8, 0.9, 0.0, -1.2, 0.0, 1.5, 0.0;
  problem.start.q = q;
  q[0] = 0.8;
  problem.goal.q = q;
  return problem;
}

double least_clearance(const MotionProblem& problem, const Eigen::VectorXd& q) {
  double least = infinity;
  for (const ArmSolid& arm : problem.clearance.arm) {
    for (const Obstacle& obstacle : problem.clearance.obstacles) {
      least = std::min(least, clearance_at(problem.model, q, arm, obstacle.solid));
    }
  }
  return least;
}

/// A board on edge where the hand passes on the straight way.
MotionProblem with_a_board() {
  MotionProblem problem = arm_of_balls();
  Kinematics<double> kinematics(problem.model);
  kinematics.update(0.5 * (*problem.start.q + *problem.goal.q));
  const Eigen::Vector3d hand = kinematics.pose(problem.clearance.arm.back().frame).translation();
  problem.clearance.obstacles = {{"board", Solid::box(hand, {0.25, 0.02, 0.5})}};
  return problem;
}

TEST(ClearPlanner, FindsAWayAroundABoardThatDistancesAgreeWith) {
  const MotionProblem problem = with_a_board();
  ASSERT_GT(least_clearance(problem, *problem.start.q), 0.0);
  ASSERT_GT(least_clearance(problem, *problem.goal.q), 0.0);
  ClearPlanner planner(problem.model, problem.clearance, problem.limits);
  EXPECT_FALSE(planner.straight(*problem.start.q, *problem.goal.q));
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const auto path = planner.find(*problem.start.q, *problem.goal.q, {.seed = seed});
    ASSERT_TRUE(path);
    EXPECT_EQ(path->corners.front(), *problem.start.q);
    EXPECT_EQ(path->corners.back(), *problem.goal.q);
    for (std::size_t k = 1; k < path->corners.size(); ++k) {
      for (int i = 0; i <= 200; ++i) {
        const Eigen::VectorXd q =
            path->corners[k - 1] + i / 200.0 * (path->corners[k] - path->corners[k - 1]);
        EXPECT_GT(least_clearance(problem, q), 0.0);
        EXPECT_TRUE((q.array() >= problem.limits.lower.array() - 1e-12).all());
        EXPECT_TRUE((q.array() <= problem.limits.upper.array() + 1e-12).all());
      }
    }
  }
}

TEST(ClearPlanner, IsTheSameForTheSameSeed) {
  const MotionProblem problem = with_a_board();
  ClearPlanner fresh(problem.model, problem.clearance, problem.limits);
  ClearPlanner used(problem.model, problem.clearance, problem.limits);
  ASSERT_TRUE(used.find(*problem.start.q, *problem.goal.q, {.seed = 9}));
  const auto one = fresh.find(*problem.start.q, *problem.goal.q, {.seed = 3});
  const auto other = used.find(*problem.start.q, *problem.goal.q, {.seed = 3});
  ASSERT_TRUE(one && other);
  EXPECT_EQ(one->corners, other->corners);
}

TEST(ClearPlanner, GivesUpWhenToldTo) {
  MotionProblem problem = with_a_board();
  // In a box of its own: no way leads out.
  problem.clearance.obstacles.push_back({"wall", Solid::box({0, 0, 0}, {6.0, 0.01, 6.0})});
  ClearPlanner planner(problem.model, problem.clearance, problem.limits);
  int asked = 0;
  CollisionFreePathOptions options;
  options.go_on = [&] { return ++asked < 3; };
  EXPECT_FALSE(planner.find(*problem.start.q, *problem.goal.q, options));
  EXPECT_EQ(asked, 3);
  EXPECT_FALSE(planner.find(*problem.start.q, *problem.goal.q, {.max_seconds = 0.02}));
}

TEST(FirstMotion, IsProvenAndClearByOtherDistances) {
  const MotionProblem problem = with_a_board();
  const std::optional<FirstMotion> first = first_motion(problem);
  ASSERT_TRUE(first);
  const Trajectory& motion = first->motion;
  const Proof proof = prove(Task(problem, motion), motion);
  EXPECT_TRUE(proof.holds());
  EXPECT_LT((motion.q(0.0) - *problem.start.q).norm(), 1e-12);
  EXPECT_LT((motion.q(motion.duration()) - *problem.goal.q).norm(), 1e-12);
  double least = infinity;
  for (int k = 0; k <= 2000; ++k) {
    least = std::min(least, least_clearance(problem, motion.q(motion.duration() * k / 2000.0)));
  }
  EXPECT_GT(least, 0.0);
  // What the proof says is left everywhere is no more than what is seen.
  for (const LimitProof& limit : proof.limits) EXPECT_GE(limit.bound, limit.worst.violation - 1e-9);
}

TEST(FirstMotion, IsNoneForWhatIsNoReach) {
  MotionProblem problem = with_a_board();
  problem.goal.any_velocity = true;
  EXPECT_FALSE(first_motion(problem));
}

TEST(RoundedPath, KeepsEndsAndComesNearerToItsLinesWhereSomethingIsInTheWay) {
  const std::vector<Eigen::VectorXd> corners = {Eigen::Vector2d(0, 0), Eigen::Vector2d(1, 0),
                                                Eigen::Vector2d(1, 1), Eigen::Vector2d(1.5, 1)};
  const Eigen::VectorXd scale = Eigen::VectorXd::Ones(2);
  const auto off = [&](const BSpline& curve) {  // of the first corner
    double nearest = infinity;
    for (int i = 0; i <= 1000; ++i) {
      nearest = std::min(nearest, (curve(i / 1000.0) - Eigen::Vector2d(1, 0)).norm());
    }
    return nearest;
  };
  const auto free = rounded_path(corners, scale, [](const BSpline&) { return std::nullopt; });
  ASSERT_TRUE(free);
  EXPECT_EQ((*free)(0.0), corners.front());
  EXPECT_EQ((*free)(1.0), corners.back());
  EXPECT_GT(off(*free), 0.05);
  const auto held = rounded_path(corners, scale, [&](const BSpline& curve) {
    return off(curve) > 0.01 ? std::optional(0.4) : std::nullopt;
  });
  ASSERT_TRUE(held);
  EXPECT_LE(off(*held), 0.01);
  // C2: second derivatives do not jump at knots.
  for (Eigen::Index k = 4; k + 4 < held->knots().size(); ++k) {
    const double t = held->knots()[k];
    EXPECT_LT(((*held)(t - 1e-9, 2) - (*held)(t + 1e-9, 2)).norm(),
              1e-3 * (*held)(t, 2).norm() + 1e-3);
  }
}

}  // namespace alembert::test::clear_planner_test
