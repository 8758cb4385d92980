// The motions that are timed: Xiang's example 1 and reaches of the seven-axis arm.
#pragma once

#include <random>
#include <string>

#include "alembert/formulation.hpp"
#include "alembert/io.hpp"
#include "alembert/motion.hpp"

namespace alembert::bench {

inline std::string model_path(const char* file) {
  return std::string(ALEMBERT_SOURCE_DIR "/models/") + file;
}

/// Xiang (66): 20 segments, no gravity.
inline MotionProblem xiang_1() {
  CompileOptions options;
  options.gravity = Eigen::Vector3d(0.0, 0.0, 0.0);
  MotionProblem problem(compile(load_robot(model_path("two_link.yaml")), options));
  problem.start.q = Eigen::Vector2d(0.0, -2.0);
  problem.goal.q = Eigen::Vector2d(1.0, -1.0);
  return problem;
}

/// Rest to rest in minimum time, torque and velocity limits, 30 segments.
inline MotionProblem seven_axis_reach(std::mt19937& random) {
  MotionProblem problem(compile(load_robot(model_path("seven_axis.yaml"))));
  problem.spline.segments = 30;
  problem.limits.acceleration.setConstant(infinity);
  problem.limits.jerk.setConstant(infinity);
  const auto anywhere = [&] {
    Eigen::VectorXd q(problem.model.dofs());
    for (Eigen::Index j = 0; j < q.size(); ++j) {
      std::uniform_real_distribution<double> range(problem.limits.lower[j],
                                                   problem.limits.upper[j]);
      q[j] = range(random);
    }
    return q;
  };
  problem.start.q = anywhere();
  problem.goal.q = anywhere();
  return problem;
}

/// The largest share of a limit used anywhere, by another formulation on a dense grid.
inline double largest_share(const MotionProblem& problem, const Trajectory& motion) {
  const auto& kane = Formulations::get("kane");
  const BSpline& q = motion.q;
  Eigen::VectorXd tau(q.dofs());
  double worst = 0.0;
  constexpr int samples = 5000;
  for (int i = 0; i <= samples; ++i) {
    const double t = q.begin() + q.duration() * i / samples;
    kane(problem.model, q(t), q(t, 1), q(t, 2), tau);
    worst = std::max(worst, tau.cwiseAbs().cwiseQuotient(problem.limits.torque_upper).maxCoeff());
    worst = std::max(worst, q(t, 1).cwiseAbs().cwiseQuotient(problem.limits.velocity).maxCoeff());
    const Eigen::VectorXd middle = 0.5 * (problem.limits.upper + problem.limits.lower);
    const Eigen::VectorXd half = 0.5 * (problem.limits.upper - problem.limits.lower);
    if (half.allFinite()) {
      worst = std::max(worst, (q(t) - middle).cwiseAbs().cwiseQuotient(half).maxCoeff());
    }
  }
  return worst;
}

}  // namespace alembert::bench
