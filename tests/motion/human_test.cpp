// A person who lifts a box: found cold, proven, and by Newton's own law.
#include <gtest/gtest.h>

#include "alembert/center_of_mass.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/motion.hpp"
#include "alembert/motion_file.hpp"
#include "alembert/motion_sample.hpp"
#include "io/text_source.hpp"
#include "motion/stance.hpp"
#include "support/compare.hpp"

namespace alembert::test::human_test {

using Eigen::Vector3d;
using Eigen::VectorXd;

MotionFile lift() {
  return load_motion_problem(std::string(ALEMBERT_SOURCE_DIR) + "/examples/human_lift.yaml");
}

TEST(Stance, StandsOnBothFeetInBalanceWithTheBoxInBothHands) {
  const MotionFile file = lift();
  const Task task(file.problem);
  const Model& model = file.problem.model;
  Stance stance(task);
  VectorXd q = VectorXd::Zero(model.dofs());
  stance.settle(0.0, {*file.problem.start.pose}, stance.middle_of_support(0.0), q);
  Kinematics kinematics(model);
  kinematics.update(q);
  const auto at = [&](const char* name) {
    return Vector3d(kinematics.pose(model.frame(name)).translation());
  };
  EXPECT_LT(largest(at("box") - Vector3d(0.40, 0, 0.25)), 1e-6);
  EXPECT_LT(largest(at("box") - at("other_grip")), 1e-6);
  EXPECT_LT(largest(at("right_foot") - Vector3d(0, -0.1, 0.06825)), 1e-6);
  CenterOfMass centre(task.stages().front().model);
  centre.update(q, VectorXd::Zero(q.size()));
  EXPECT_NEAR(centre.mass(), 77.0 + 9.07, 1e-9);
  EXPECT_NEAR(centre.position().x(), 0.5 * (0.1998 - 0.0597), 1e-6);
  EXPECT_NEAR(centre.position().y(), 0.0, 1e-6);
  for (int j = 0; j < model.dofs(); ++j) {
    EXPECT_GE(q[j], file.problem.limits.lower[j]);
    EXPECT_LE(q[j], file.problem.limits.upper[j]);
  }
}

/// Also where the problem's file says nothing of it; not what is held, nor where it says `none`.
TEST(HumanLift, KeepsItsPartsApartByDefault) {
  const MotionFile file = lift();
  EXPECT_EQ(file.problem.clearance.self_pairs.size(), 21u);
  const std::string path = std::string(ALEMBERT_SOURCE_DIR) + "/examples/human_lift.yaml";
  const std::string text = io::read_whole(path);
  EXPECT_TRUE(read_motion_problem(text + "clearance: none\n", path).problem.clearance.arm.empty());
  const MotionFile stiff =
      load_motion_problem(std::string(ALEMBERT_SOURCE_DIR) + "/examples/human_legs.yaml");
  for (const auto& [i, j] : stiff.problem.clearance.self_pairs) {
    const std::vector<ArmSolid>& arm = stiff.problem.clearance.arm;
    const auto joint = [&](int k) {
      return stiff.problem.model.frame(arm[static_cast<std::size_t>(k)].frame).joint;
    };
    EXPECT_NE(joint(i), joint(j)) << "never move against each other";
  }
  EXPECT_EQ(stiff.problem.clearance.self_pairs.size(), 9u);
}

/// What the ground exerts is what moves the mass centre, by differences of where it is.
TEST(HumanLift, IsProvenAndTheGroundMovesTheMassCentre) {
  const MotionFile file = lift();
  const Solution found = solve(file.problem, file.options);
  ASSERT_EQ(found.status, MotionStatus::solved);
  EXPECT_EQ(found.certificate.method, MotionCertificate::Method::proven);
  const Task task = Task(file.problem).of(found.motion);
  const Model& carrying_box = task.stages().front().model;
  CenterOfMass centre(carrying_box);
  const auto position = [&](double t) {
    centre.update(found.motion.q(t), VectorXd::Zero(carrying_box.dofs()));
    return Vector3d(centre.position());
  };
  constexpr double h = 1e-4;
  const std::vector<MotionSample> samples = sample(file.problem, found.motion, 40);
  for (const MotionSample& now : samples) {
    if (now.t < h || now.t > found.motion.duration() - h) continue;
    const Vector3d acceleration =
        (position(now.t + h) - 2.0 * position(now.t) + position(now.t - h)) / (h * h);
    const Vector3d needed = centre.mass() * (acceleration - carrying_box.gravity());
    EXPECT_LT(largest(now.ground.force() - needed), 0.05) << "N at " << now.t << " s";
    for (const ContactForce& contact : now.ground.contacts) EXPECT_GT(contact.force.z(), 0.0);
  }
}

}  // namespace alembert::test::human_test
