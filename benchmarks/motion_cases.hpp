// The motions that are timed: Xiang's example 1 and reaches of the seven-axis arm.
#pragma once

#include <algorithm>
#include <random>
#include <string>

#include "alembert/formulation.hpp"
#include "alembert/io.hpp"
#include "alembert/motion.hpp"
#include "alembert/self_pairs.hpp"

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

/// A reach with `arms` capsules on the outer links among `obstacles` spheres or boxes that stand
/// off the straight way: arms times obstacles clearance pairs.
inline MotionProblem cluttered_reach(int arms, int obstacles, bool boxes) {
  std::mt19937 random(20080206);
  MotionProblem problem = seven_axis_reach(random);
  const Eigen::Vector3d up(0.0, 0.0, 0.06);
  for (int k = 0; k < arms; ++k) {
    const std::string link = "joint" + std::to_string(7 - k);
    problem.clearance.arm.push_back(
        {link, problem.model.frame(link), Solid::capsule(-up, up, 0.05)});
  }
  std::uniform_real_distribution<double> anywhere(-1.0, 1.0);
  while (static_cast<int>(problem.clearance.obstacles.size()) < obstacles) {
    const Eigen::Vector3d at(anywhere(random), anywhere(random), anywhere(random));
    const Solid solid =
        boxes ? Solid::box(at, Eigen::Vector3d::Constant(0.1)) : Solid::sphere(at, 0.05);
    const Clearance& clearance = problem.clearance;
    const bool clear =
        std::all_of(clearance.arm.begin(), clearance.arm.end(), [&](const auto& arm) {
          for (int i = 0; i <= 20; ++i) {
            const Eigen::VectorXd q =
                *problem.start.q + i / 20.0 * (*problem.goal.q - *problem.start.q);
            if (clearance_at(problem.model, q, arm, solid) < 0.3) return false;
          }
          return true;
        });
    if (clear) problem.clearance.obstacles.push_back({"obstacle", solid});
  }
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
