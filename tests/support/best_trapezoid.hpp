// The quickest synchronised trapezoid of velocity between two postures that keeps all limits, by
// independent dynamics.
#pragma once

#include <algorithm>
#include <vector>

#include "alembert/profiles.hpp"
#include "support/random_problem.hpp"

namespace alembert::test {

/// Are torques within their limits, on both sides of every jump of the acceleration?
inline bool holds(const Profile& profile, const MotionProblem& problem, DenseArm& arm) {
  std::vector<double> instants;
  for (int j = 0; j < profile.dofs(); ++j) {
    for (const ProfilePiece& piece : profile.pieces(j)) {
      instants.insert(instants.end(), {piece.begin, std::max(0.0, piece.begin - 1e-9)});
    }
  }
  constexpr int samples = 1000;
  for (int k = 0; k <= samples; ++k) instants.push_back(profile.duration() * k / samples);
  for (const double t : instants) {
    const Eigen::VectorXd tau =
        arm.torque(profile(t, 0), profile(t, 1), profile(t, 2), problem.slip_speed);
    if ((tau - problem.limits.torque_upper).maxCoeff() > 0.0) return false;
    if ((problem.limits.torque_lower - tau).maxCoeff() > 0.0) return false;
  }
  return true;
}

/// Over shares of the velocity limits the largest share of the acceleration limits that the motors
/// can deliver.
inline double best_trapezoid(const RandomProblem& made) {
  const MotionProblem& problem = made.problem;
  DenseArm arm(made.robot, problem.model);
  double best = infinity;
  for (const double fast : {1.0, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1}) {
    const auto at = [&](double share) {
      ProfileLimits limits{fast * problem.limits.velocity, share * problem.limits.acceleration,
                           Eigen::VectorXd::Constant(problem.model.dofs(), infinity)};
      return trapezoidal_profile(*problem.start.q, *problem.goal.q, limits);
    };
    if (at(1.0).duration() >= best) continue;
    double low = 0.0, high = 1.0;
    if (holds(at(1.0), problem, arm)) low = 1.0;
    for (int k = 0; k < 30 && low < 1.0; ++k) {
      const double middle = k == 0 ? 1e-3 : 0.5 * (low + high);
      (holds(at(middle), problem, arm) ? low : high) = middle;
      if (high < 1e-4) break;
    }
    if (low > 0.0) best = std::min(best, at(low).duration());
  }
  return best;
}

}  // namespace alembert::test
