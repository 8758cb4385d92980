// Terms of the user's own: what they throw arrives, what is no number is no answer, and two solves
// at once do not meet in one object.
#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <thread>
#include <vector>

#include "alembert/io.hpp"
#include "alembert/motion.hpp"
#include "motion/ipopt_solver.hpp"
#include "task/violation.hpp"

namespace alembert::test::user_terms_test {

struct Complaint {
  int at = 0;
};

/// q0^2, until something is done about it. Without clone().
class OneObject : public PointFunction {
 public:
  int size() const override { return 1; }
  void value(const MotionPoint& point, Eigen::Ref<Eigen::VectorXd> g) override {
    const Inside inside(*this);
    const double q = point.q()[0];
    g[0] = numbers ? q * q : std::numeric_limits<double>::quiet_NaN();
  }
  void derivative(const MotionPoint& point, Eigen::Ref<Eigen::MatrixXd> D) override {
    const Inside inside(*this);
    D(0, 0) = 2.0 * point.q()[0];
  }
  void hessian(const MotionPoint&, const Eigen::Ref<const Eigen::VectorXd>& weights,
               Eigen::Ref<Eigen::MatrixXd> H) override {
    const Inside inside(*this);
    H(0, 0) = 2.0 * weights[0];
  }

  int complain_at = std::numeric_limits<int>::max();
  bool numbers = true;
  std::atomic<int> calls = 0, met = 0;

 private:
  struct Inside {
    explicit Inside(OneObject& object) : of(object) {
      if (of.inside_.fetch_add(1) > 0) ++of.met;
      if (++of.calls >= of.complain_at) {
        --of.inside_;
        throw Complaint{of.calls};
      }
    }
    ~Inside() { --of.inside_; }
    OneObject& of;
  };
  std::atomic<int> inside_ = 0;
};

MotionProblem reach(const std::shared_ptr<PointFunction>& term) {
  MotionProblem problem(compile(load_robot(ALEMBERT_SOURCE_DIR "/models/two_link.yaml")));
  problem.start.q = Eigen::Vector2d(0.0, -2.0);
  problem.goal.q = Eigen::Vector2d(1.0, -1.0);
  problem.spline.segments = 10;
  problem.minimize.terms.push_back({"mine", 0.1, term});
  return problem;
}

/// Those that this build has.
std::vector<SolverMethod> methods() {
  if (!ipopt_is_there()) return {SolverMethod::structured};
  return {SolverMethod::structured, SolverMethod::ipopt};
}

TEST(UserTerms, WhatTheyThrowArrivesWhoeverSolves) {
  for (const SolverMethod method : methods()) {
    for (const int at : {1, 50, 400, 1000}) {
      const auto term = std::make_shared<OneObject>();
      term->complain_at = at;
      SolveOptions options;
      options.method = method;
      EXPECT_THROW((void)solve(reach(term), options), Complaint) << at;
      EXPECT_EQ(term->calls, at) << "nothing is asked after it";
    }
  }
}

TEST(UserTerms, WhatAListenerThrowsArrivesWhoeverSolves) {
  for (const SolverMethod method : methods()) {
    SolveOptions options;
    options.method = method;
    options.on_progress = [](const MotionProgress& now) -> bool {
      if (now.iteration >= 3) throw Complaint{now.iteration};
      return true;
    };
    EXPECT_THROW((void)solve(reach(std::make_shared<OneObject>()), options), Complaint);
  }
}

TEST(UserTerms, AfterAComplaintTheNextSolveIsServed) {
  const auto term = std::make_shared<OneObject>();
  term->complain_at = 100;
  SolveOptions options;
  options.method = methods().back();
  EXPECT_THROW((void)solve(reach(term), options), Complaint);
  term->complain_at = std::numeric_limits<int>::max();
  EXPECT_EQ(solve(reach(term), options).status, MotionStatus::solved);
}

TEST(UserTerms, WhatIsNoNumberIsNoAnswer) {
  const auto term = std::make_shared<OneObject>();
  term->numbers = false;
  SolveOptions options;
  options.max_iterations = 20;
  const Solution solution = solve(reach(term), options);
  EXPECT_NE(solution.status, MotionStatus::solved);
  EXPECT_NE(solution.status, MotionStatus::solved_to_lower_accuracy);
}

TEST(UserTerms, TwoSolvesAtOnceTakeTurns) {
  const auto term = std::make_shared<OneObject>();
  const MotionProblem problem = reach(term);
  const double alone = solve(problem).objective;
  double found[4] = {};
  std::vector<std::thread> threads;
  for (double& objective : found) {
    threads.emplace_back([&] { objective = solve(problem).objective; });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(term->met, 0);
  for (const double objective : found) EXPECT_EQ(objective, alone);
}

TEST(Violation, OfWhatIsNoNumberIsBeyondEverything) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(violation_of(nan, -1.0, 1.0, 1.0), infinity);
  EXPECT_EQ(violation_of(nan, -infinity, infinity, 1.0), infinity);
  EXPECT_EQ(violation_of(infinity, 0.0, infinity, 1.0), infinity);
  EXPECT_EQ(violation_of(3.0, -1.0, 1.0, 4.0), 0.5);
  EXPECT_EQ(violation_of(-0.5, -1.0, 1.0, 1.0), -0.5);
}

}  // namespace alembert::test::user_terms_test
