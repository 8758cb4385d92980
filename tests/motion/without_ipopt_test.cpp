// What is told where our own method stops short: by Ipopt's answer, or in a build without Ipopt by
// words.
#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <string>

#include "alembert/error.hpp"
#include "alembert/io.hpp"
#include "alembert/motion.hpp"
#include "motion/ipopt_solver.hpp"

namespace alembert::test::without_ipopt_test {

/// A cost whose Hessian is no number for a while: our own method gives up there.
class Stumble : public PointFunction {
 public:
  explicit Stumble(int calls) : stumbles_(calls) {}
  int size() const override { return 1; }
  void value(const MotionPoint& point, Eigen::Ref<Eigen::VectorXd> g) override {
    g[0] = point.q().squaredNorm();
  }
  void derivative(const MotionPoint& point, Eigen::Ref<Eigen::MatrixXd> D) override {
    D.leftCols(point.q().size()) = 2.0 * point.q().transpose();
  }
  void hessian(const MotionPoint& point, const Eigen::Ref<const Eigen::VectorXd>& weights,
               Eigen::Ref<Eigen::MatrixXd> H) override {
    const double entry = stumbles_-- > 0 ? std::numeric_limits<double>::quiet_NaN() : 2.0;
    for (int j = 0; j < point.q().size(); ++j) H(j, j) = entry * weights[0];
  }

 private:
  int stumbles_;
};

MotionProblem short_reach() {
  MotionProblem problem(compile(load_robot(ALEMBERT_SOURCE_DIR "/models/two_link.yaml")));
  problem.start.q = Eigen::Vector2d(0.0, -2.0);
  problem.goal.q = Eigen::Vector2d(1.0, -1.0);
  problem.spline.segments = 10;
  return problem;
}

TEST(WithoutIpopt, WhatOurMethodSolvesIsSolved) {
  const Solution solution = solve(short_reach());
  EXPECT_EQ(solution.status, MotionStatus::solved);
  EXPECT_EQ(solution.method, SolverMethod::structured);
  EXPECT_FALSE(solution.without_way_out);
}

TEST(WithoutIpopt, WhatStopsShortSaysSoWhereNothingElseCanBeAsked) {
  MotionProblem problem = short_reach();
  problem.minimize.terms.push_back(
      {"stumble", 0.1, std::make_shared<Stumble>(std::numeric_limits<int>::max())});
  SolveOptions options;
  options.max_iterations = 20;
  const Solution solution = solve(problem, options);
  EXPECT_NE(solution.status, MotionStatus::solved);
  EXPECT_EQ(solution.without_way_out, !ipopt_is_there());
}

TEST(WithoutIpopt, WhatCannotBeIsNotForWantOfIt) {
  MotionProblem problem = short_reach();
  problem.limits.torque_lower.setConstant(-1e-3);  // less than holds the arm where it begins
  problem.limits.torque_upper.setConstant(1e-3);
  const Solution solution = solve(problem);
  EXPECT_EQ(solution.status, MotionStatus::infeasible);
  EXPECT_TRUE(solution.cause);
  EXPECT_FALSE(solution.without_way_out);
}

TEST(WithoutIpopt, ItIsRefusedByName) {
  SolveOptions options;
  options.method = SolverMethod::ipopt;
  if (ipopt_is_there()) {
    EXPECT_EQ(solve(short_reach(), options).method, SolverMethod::ipopt);
    return;
  }
  try {
    (void)solve(short_reach(), options);
    FAIL() << "solved by what is not there";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("this build has no Ipopt"), std::string::npos);
  }
}

}  // namespace alembert::test::without_ipopt_test
