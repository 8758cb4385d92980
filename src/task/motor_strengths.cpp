#include "task/motor_strengths.hpp"

#include <algorithm>

#include "alembert/ground_coordinates.hpp"

namespace alembert {

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
