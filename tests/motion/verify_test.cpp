#include "alembert/verify.hpp"

#include <gtest/gtest.h>

#include "alembert/io.hpp"
#include "alembert/report.hpp"
#include "support/compare.hpp"

namespace alembert::test::verify_test {

Model model_of(const char* file, const CompileOptions& options = {}) {
  return compile(load_robot(std::string(ALEMBERT_SOURCE_DIR "/models/") + file), options);
}

TEST(Verify, XiangExample1ComesBack) {
  MotionProblem problem(
      model_of("two_link.yaml", {.gravity = Eigen::Vector3d(Eigen::Vector3d::Zero())}));
  problem.start.q = Eigen::Vector2d(0.0, -2.0);
  problem.goal.q = Eigen::Vector2d(1.0, -1.0);
  const Verification verified = verify(problem, solve(problem).motion);
  EXPECT_TRUE(verified.finished);
  EXPECT_LT(verified.position_error, 1e-6);
}

TEST(Verify, XiangExample2WithItsLoadComesBack) {
  MotionProblem problem(model_of("two_link.yaml", {.gravity = Eigen::Vector3d(0, -9.8062, 0)}));
  problem.start.q = Eigen::Vector2d(1.32, -2.37);
  problem.goal.q = Eigen::Vector2d(2.80, -2.37);
  problem.loads.push_back({{.frame = problem.model.frame("tip"), .force = {0, -10, 0}}, {}});
  problem.minimize = {.time = 0.99, .effort = 0.01};
  const Solution solution = solve(problem);
  EXPECT_TRUE(verify(problem, solution.motion).within(1e-6));
  // Straight lines between the 21 knots are another torque, and another motion.
  double error = 0.0;
  raise(error, verify(problem, solution.motion, {.torque_table = 21}).position_error);
  EXPECT_GT(error, 1e-3);
}

TEST(Verify, SevenAxisArmWithSomethingInHandComesBack) {
  MotionProblem problem(model_of("seven_axis.yaml"));
  problem.start.q = (Eigen::VectorXd(7) << 0.5, -0.5, 0.2, -2.0, 0.3, 1.5, 0.1).finished();
  problem.goal.q = (Eigen::VectorXd(7) << -0.8, 0.6, -0.4, -1.2, -0.5, 2.2, 1.0).finished();
  problem.spline.segments = 30;
  Inertia box;
  box.mass = 1.5;
  box.com = {0.0, 0.0, 0.05};
  box.about_com = 0.002 * Eigen::Matrix3d::Identity();
  problem.carried.push_back({"box", problem.model.frame("flange"), box, {0.3, 0.7}});
  const Solution solution = solve(problem);
  EXPECT_EQ(solution.status, MotionStatus::solved) << summary(solution);
  const Verification verified = verify(problem, solution.motion);
  EXPECT_TRUE(verified.finished);
  EXPECT_LT(verified.position_error, 1e-6);
  // The torque jumps when the box is picked up, which a table cannot follow.
  double error = 0.0;
  raise(error, verify(problem, solution.motion, {.torque_table = 61}).position_error);
  EXPECT_GT(error, 1e-4);
}

}  // namespace alembert::test::verify_test
