// Timed paths keep their limits by the true sign of the speed, not only by the smoothed one.
#include <gtest/gtest.h>

#include "alembert/formulation.hpp"
#include "alembert/io.hpp"
#include "alembert/retime.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::friction_test {

/// Largest share of a torque or power limit used, minus one, by Kane's equations and fc sign(v).
double by_true_sign(const MotionProblem& problem, const BSpline& q, int count) {
  const auto kane =
      Formulations::get("kane").make<double>(without_drives(problem.model, {.coulomb = true}));
  Eigen::VectorXd tau(q.dofs());
  double worst = -infinity;
  for (int k = 0; k <= count; ++k) {
    const double t = q.begin() + q.duration() * k / count;
    const Eigen::VectorXd v = q(t, 1);
    (*kane)(q(t), v, q(t, 2), {}, tau);
    for (const ModelJoint& joint : problem.model.joints()) {
      const double rate = v[joint.coordinate];
      tau[joint.coordinate] += rate > 0.0 ? joint.coulomb : rate < 0.0 ? -joint.coulomb : 0.0;
    }
    worst = std::max(
        {worst, tau.cwiseAbs().cwiseQuotient(problem.limits.torque_upper).maxCoeff() - 1.0,
         tau.cwiseProduct(v).cwiseAbs().cwiseQuotient(problem.limits.power).maxCoeff() - 1.0});
  }
  return worst;
}

TEST(RetimeFriction, NoTimedPathPassesALimitByTheTrueSignOfTheSpeed) {
  Robot robot = load_robot(ALEMBERT_SOURCE_DIR "/models/seven_axis.yaml");
  Random random(21);
  double most_slower = 0.0;
  int smoothed_passes = 0;
  for (int i = 0; i < 10; ++i) {
    for (std::size_t j = 0; j < robot.joints.size(); ++j) {
      robot.joints[j].friction = {random.real(0.0, 0.5),
                                  (j < 4 ? 6.0 : 0.8) * random.real(0.1, 1.0)};
    }
    MotionProblem problem(compile(robot));
    problem.limits.acceleration.setConstant(infinity);
    problem.limits.jerk.setConstant(infinity);
    if (i % 3 == 1) problem.limits.power.setConstant(40.0);
    Eigen::MatrixXd points(i % 2 == 0 ? 2 : 4, 7);
    for (Eigen::Index r = 0; r < points.rows(); ++r) {
      for (Eigen::Index j = 0; j < 7; ++j) {
        const double lower = problem.limits.lower[j], upper = problem.limits.upper[j];
        points(r, j) = 0.5 * (lower + upper) + random.real(-0.35, 0.35) * (upper - lower);
      }
    }
    problem.limits.lower.setConstant(-infinity);
    problem.limits.upper.setConstant(infinity);
    const BSpline path = path_through(points).curve;
    const Retimed found = retime(problem, path);
    ASSERT_FALSE(found.blocked) << i;
    EXPECT_TRUE(found.holds()) << i;
    EXPECT_LE(by_true_sign(problem, found.motion.q, 20'000), 0.0) << i;
    problem.friction = FrictionCover::smoothed;
    const Retimed smoothed = retime(problem, path);
    ASSERT_TRUE(smoothed.holds()) << i;
    smoothed_passes += by_true_sign(problem, smoothed.motion.q, 20'000) > 0.0 ? 1 : 0;
    most_slower = std::max(most_slower, found.motion.duration() / smoothed.motion.duration() - 1.0);
  }
  EXPECT_GT(smoothed_passes, 0);  // else nothing is tested here
  EXPECT_LT(most_slower, 0.05);
  RecordProperty("most_slower", std::to_string(most_slower));
}

}  // namespace alembert::test::friction_test
