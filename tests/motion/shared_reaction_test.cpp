// The ground's reaction shared between feet by distance, as Xiang, Arora and Abdel-Malek do.
#include "alembert/shared_reaction.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "alembert/inverse_dynamics.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/motion.hpp"
#include "alembert/motion_file.hpp"

namespace alembert::test::shared_reaction_test {

struct Solved {
  explicit Solved(const std::string& example)
      : file(load_motion_problem(std::string(ALEMBERT_SOURCE_DIR) + "/examples/" + example)),
        found(solve(file.problem, file.options)),
        motion(found.motion) {}
  MotionFile file;
  Solution found;
  Trajectory motion;
};

/// The six equations of the trunk and those of every joint, by inverse dynamics without contacts
/// and Jacobians: nothing of the sharing's own sums.
TEST(SharedReaction, TogetherIsWhatTheMotionTakesOfTheGround) {
  const Solved walking("walking_step.yaml");
  const MotionProblem& problem = walking.file.problem;
  const Model& model = problem.model;
  InverseDynamics<double> inverse(model);
  Kinematics<double> kinematics(model);
  int several = 0;
  for (const MotionSample& now : sample_shared(problem, walking.motion, 41)) {
    if (now.ground.contacts.size() < 2) continue;
    ++several;
    Eigen::VectorXd tau(model.dofs());
    inverse(now.q, now.v, now.a, tau);
    kinematics.update(now.q);
    Eigen::VectorXd exerted = now.tau;
    // All but what carries; of that the first six torques tell.
    const ContactForce* carrying = now.ground.find(problem.contacts.front().name);
    for (const ContactForce& contact : now.ground.contacts) {
      if (&contact == carrying) continue;
      Eigen::Matrix<double, 6, Eigen::Dynamic> J(6, model.dofs());
      const FrameId foot = model.frame("right_foot");
      kinematics.jacobian(foot, J);
      const Eigen::Vector3d arm = contact.origin - kinematics.pose(foot).translation();
      Eigen::Matrix<double, 6, 1> wrench;
      wrench << contact.force, contact.moment + arm.cross(contact.force);
      exerted += J.transpose() * wrench;
    }
    EXPECT_LT((exerted - tau).lpNorm<Eigen::Infinity>(), 1e-8) << now.t;
    EXPECT_LT((carrying->force - now.tau.head<3>()).norm(), 1e-8) << now.t;
  }
  EXPECT_GT(several, 4);
}

/// Feet that stand flat: the middle of a sole is 4.5 cm before its frame.
TEST(SharedReaction, IsByDistanceFromTheZeroMomentPoint) {
  const Solved step("step_anywhere.yaml");
  const Model& model = step.file.problem.model;
  Kinematics<double> kinematics(model);
  const std::vector<MotionSample> found = sample(step.file.problem, step.motion, 41);
  const std::vector<MotionSample> shared = sample_shared(step.file.problem, step.motion, 41);
  int several = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const GroundReaction& before = found[i].ground;
    const GroundReaction& now = shared[i].ground;
    EXPECT_LT((before.force() - now.force()).norm(), 1e-9);
    if (before.contacts.size() < 2) {
      EXPECT_EQ(found[i].tau, shared[i].tau);
      continue;
    }
    ++several;
    const Eigen::Vector3d about(0.3, 0.1, 0.2);
    EXPECT_LT((before.moment_about(about) - now.moment_about(about)).norm(), 1e-8);
    kinematics.update(found[i].q);
    const auto middle = [&](const char* foot) -> Eigen::Vector3d {
      return kinematics.pose(model.frame(foot)) * Eigen::Vector3d(0.045, 0.0, -0.07);
    };
    const Eigen::Vector3d point = *before.zero_moment_point;
    const ContactForce& a = now.contacts[0];
    const ContactForce& b = now.contacts[1];
    const double from_a = (middle("left_foot") - point).norm();
    const double from_b = (middle("right_foot") - point).norm();
    EXPECT_NEAR(a.force.norm() / b.force.norm(), from_b / from_a, 1e-6 * from_b / from_a);
  }
  EXPECT_GT(several, 4);
}

TEST(SharedReaction, ComparisonCountsAndMeasures) {
  const Solved walking("walking_step.yaml");
  const SharedReaction all = compare_shared(walking.file.problem, walking.motion, 401);
  EXPECT_EQ(all.instants, 401);
  EXPECT_GT(all.shared, 50);
  EXPECT_LT(all.shared, 401);
  EXPECT_GT(all.difference, 0.01);
  EXPECT_GT(all.shared_exertion, all.found_exertion) << "what was found is the least of all";
  for (const auto& [name, value] : walking.found.objective_terms) {
    if (name == "exertion") {
      EXPECT_NEAR(all.found_exertion, value, 1e-3 * value);
    }
  }
}

}  // namespace alembert::test::shared_reaction_test
