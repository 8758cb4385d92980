#include "task/holding.hpp"

#include <algorithm>

#include "alembert/ground_coordinates.hpp"

namespace alembert {

std::optional<Unheld> unheld_joint(const MotionProblem& problem, const Stage& stage,
                                   VecIn<double> q) {
  if (stage.forces > 0) return {};
  const MotionLimits& limits = problem.limits;
  MotionPoint point(problem.model.dofs(), 0);
  point.z.head(point.dofs) = q;
  Eigen::VectorXd tau(point.dofs);
  stage.dynamics->clone()->torque(point, tau);
  for (int j = 0; j < point.dofs; ++j) {
    const double lower = limits.torque_lower[j], upper = limits.torque_upper[j];
    if (lower != upper && !(lower <= tau[j] && tau[j] <= upper)) return Unheld{j, tau[j]};
  }
  return {};
}

Eigen::VectorXd motor_strengths(const MotionProblem& problem) {
  Eigen::VectorXd most = Eigen::VectorXd::Constant(problem.model.dofs(), infinity);
  for (const int j : own_coordinates(problem, problem.model.dofs())) {
    const double strength =
        std::max(-problem.limits.torque_lower[j], problem.limits.torque_upper[j]);
    if (strength > 0.0) most[j] = strength;
  }
  return most;
}

}  // namespace alembert
