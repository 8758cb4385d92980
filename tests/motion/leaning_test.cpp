// Arms whose base is fixed and which lean on something: forces that agree with inverse dynamics of
// the arm alone, and what would not be without them.
#include <gtest/gtest.h>

#include "alembert/inverse_dynamics.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/motion.hpp"
#include "alembert/motion_file.hpp"
#include "alembert/motion_sample.hpp"
#include "alembert/problem_document.hpp"

namespace alembert::test::leaning_test {

MotionFile example() {
  return load_motion_problem(std::string(ALEMBERT_SOURCE_DIR) + "/examples/lean_on_elbow.yaml");
}

TEST(Leaning, OnAnElbowIsProvenAndWhatItLeansOnTakesTheRest) {
  const MotionFile file = example();
  const MotionProblem& problem = file.problem;
  EXPECT_EQ(problem.ground_coordinates, 0);
  const Solution found = solve(problem, file.options);
  ASSERT_EQ(found.status, MotionStatus::solved);
  EXPECT_EQ(found.certificate.method, MotionCertificate::Method::proven);
  const Model with_load = Task(problem).stages().front().model;
  InverseDynamics<double> inverse(with_load);
  Kinematics<double> kinematics(with_load);
  const FrameId elbow = with_load.frame("left_forearm");
  const int waist = with_load.coordinate("waist_pitch");
  const Eigen::Vector3d start = problem.footings.front().place.translation();
  Eigen::VectorXd alone(with_load.dofs());
  Eigen::Matrix<double, 6, Eigen::Dynamic> jacobian(6, with_load.dofs());
  double without = 0.0;
  for (const MotionSample& now : sample(problem, found.motion, 301)) {
    ASSERT_EQ(now.ground.contacts.size(), 1u);
    const ContactForce& push = now.ground.contacts.front();
    inverse(now.q, now.v, now.a, alone);
    kinematics.update(now.q);
    kinematics.jacobian(elbow, jacobian);
    const Eigen::VectorXd helped = alone - jacobian.topRows<3>().transpose() * push.force;
    EXPECT_LT((helped - now.tau).norm(), 1e-8);
    EXPECT_LE(std::abs(now.tau[waist]), 100.0);
    without = std::max(without, std::abs(alone[waist]));
    // It pushes, within friction, from where it stays.
    EXPECT_GT(push.force.z(), 0.0);
    EXPECT_LE(push.force.head<2>().norm(), 0.5 * push.force.z() * (1.0 + 1e-9));
    EXPECT_EQ(push.moment.norm(), 0.0);
    EXPECT_LT((kinematics.pose(elbow).translation() - start).norm(), 1e-4);
  }
  EXPECT_GT(without, 130.0);
}

TEST(Leaning, ItCouldNotBeWithoutTheElbow) {
  MotionFile file = example();
  file.problem.contacts.clear();
  file.problem.footings.clear();
  const Solution found = solve(file.problem, file.options);
  EXPECT_EQ(found.status, MotionStatus::infeasible);
  ASSERT_TRUE(found.cause);
  EXPECT_EQ(found.cause->name, "waist_pitch");
}

TEST(Leaning, IsKeptInDocuments) {
  const MotionFile file = example();
  const MotionFile again =
      problem_of(read_problem(write_problem(problem_document(file), "."), "problem.json"));
  EXPECT_EQ(again.problem.contacts, file.problem.contacts);
  EXPECT_EQ(again.problem.model.coordinate_names(), file.problem.model.coordinate_names());
}

}  // namespace alembert::test::leaning_test
