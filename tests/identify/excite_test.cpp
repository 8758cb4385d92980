// Motions that tell most, within limits.
#include <gtest/gtest.h>

#include "alembert/error.hpp"
#include "alembert/excitation.hpp"
#include "made_up_log.hpp"

namespace alembert::test::excite_test {

Robot model_named(const std::string& name) {
  return load_robot(std::string(ALEMBERT_SOURCE_DIR) + "/models/" + name);
}

double widest(const std::vector<ExcitedParameter>& parameters) {
  double most = 0.0;
  for (const ExcitedParameter& p : parameters) most = std::max(most, p.deviation / p.size);
  return most;
}

TEST(Excite, TellsThreeTimesMoreThanSlowSinesAndKeepsLimits) {
  const Robot robot = model_named("seven_axis.yaml");
  const MotionProblem problem(compile(robot));
  ExciteOptions options;
  options.duration = 15.0;
  options.starts = 1;
  options.iterations = 60;
  const Excitation found = excite(problem, options);
  EXPECT_TRUE(found.proof.holds());
  EXPECT_GT(found.proof.limits.size(), 20u);
  Sensors slow;
  slow.seconds = 15.0;
  slow.speed = 0.25;
  const RobotLog log = made_up_log(robot, slow, 1, 1);
  const auto told = told_by(problem.model, *log_in_memory(log, problem.model), options);
  EXPECT_GT(widest(told), 3.0 * widest(found.parameters));
  EXPECT_EQ(widest(found.parameters), found.worst().deviation / found.worst().size);
}

TEST(Excite, BeginsAndEndsAtRestInOnePose) {
  const MotionProblem problem(compile(model_named("seven_axis.yaml")));
  ExciteOptions options;
  options.duration = 8.0;
  options.starts = 1;
  options.iterations = 20;
  const Excitation found = excite(problem, options);
  const BSpline& q = found.motion.q;
  EXPECT_LT((q(0.0) - q(8.0)).norm(), 1e-12);
  for (const double t : {0.0, 8.0}) {
    EXPECT_LT(q(t, 1).norm(), 1e-9);
    EXPECT_LT(q(t, 2).norm(), 1e-8);
  }
  EXPECT_GT((q(4.0) - q(0.0)).norm(), 0.1);
}

TEST(Excite, InformationIsThatOfTheLogOfItsMotion) {
  // The figures come from the spline; a log of the motion, smoothed again, must say the same.
  const Robot robot = model_named("seven_axis.yaml");
  const MotionProblem problem(compile(robot));
  ExciteOptions options;
  options.duration = 12.0;
  options.starts = 1;
  options.iterations = 40;
  const Excitation found = excite(problem, options);
  RobotLog log;
  log.name = "excited";
  const int rows = 2401;
  log.t.resize(rows);
  log.q.resize(rows, 7);
  log.tau = Eigen::MatrixXd::Random(rows, 7);
  for (int i = 0; i < rows; ++i) {
    log.t[i] = 0.005 * i;
    log.q.row(i) = found.motion.q(log.t[i]);
  }
  const auto told = told_by(problem.model, *log_in_memory(log, problem.model), options);
  ASSERT_EQ(told.size(), found.parameters.size());
  for (std::size_t k = 0; k < told.size(); ++k) {
    EXPECT_NEAR(told[k].deviation / found.parameters[k].deviation, 1.0, 0.15) << told[k].name;
  }
}

TEST(Excite, KeepsClearOfObstacles) {
  MotionProblem problem(compile(model_named("seven_axis.yaml")));
  problem.clearance.arm = {{"hand", problem.model.frame("flange"), Solid::sphere({0, 0, 0}, 0.05)}};
  problem.clearance.obstacles = {{"post", Solid::capsule({0.6, 0.6, -1}, {0.6, 0.6, 2}, 0.05)}};
  problem.clearance.margin = 0.01;
  ExciteOptions options;
  options.duration = 10.0;
  options.starts = 2;
  options.iterations = 30;
  const Excitation found = excite(problem, options);
  EXPECT_TRUE(found.proof.holds());
  EXPECT_GT(found.proof.limits.size(), 35u);
}

TEST(Excite, LooksAtWhatIsNotKnownYet) {
  const MotionProblem problem(compile(model_named("two_link.yaml")));
  ExciteOptions options;
  options.duration = 5.0;
  options.starts = 1;
  options.iterations = 40;
  const Excitation first = excite(problem, options);
  EXPECT_TRUE(first.proof.holds());
  const MotionProblem none(compile(model_named("two_link.yaml")));
  ExciteOptions bad = options;
  bad.duration = -1.0;
  EXPECT_THROW((void)excite(none, bad), Error);
}

}  // namespace alembert::test::excite_test
