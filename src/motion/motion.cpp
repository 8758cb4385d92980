#include "alembert/motion.hpp"

#include <cstdio>

namespace alembert {

MotionLimits::MotionLimits(const Model& model) {
  const int n = model.dofs();
  for (Eigen::VectorXd* vector :
       {&lower, &upper, &velocity, &acceleration, &jerk, &torque_lower, &torque_upper, &power}) {
    vector->setConstant(n, infinity);
  }
  for (int j = 0; j < n; ++j) {
    const Limits& limits = model.coordinates()[static_cast<std::size_t>(j)].limits;
    lower[j] = limits.lower;
    upper[j] = limits.upper;
    velocity[j] = limits.velocity;
    acceleration[j] = limits.acceleration;
    jerk[j] = limits.jerk;
    torque_lower[j] = -limits.torque;
    torque_upper[j] = limits.torque;
  }
}

int MotionProblem::force_count() const {
  int count = 0;
  for (const CutJoint& cut : cut_joints) {
    count += static_cast<int>(cut.directions.rows()) + (cut.hold_orientation ? 3 : 0);
  }
  return count;
}

const char* to_string(MotionStatus status) {
  switch (status) {
    case MotionStatus::solved:
      return "solved";
    case MotionStatus::solved_to_lower_accuracy:
      return "solved to lower accuracy";
    case MotionStatus::infeasible:
      return "infeasible";
    case MotionStatus::iteration_limit:
      return "iteration limit";
    case MotionStatus::interrupted:
      return "interrupted";
  }
  return "";
}

std::string Solution::summary() const {
  char numbers[160];
  std::snprintf(numbers, sizeof numbers,
                ": duration %.6g s, objective %.6g, largest violation %.2g, %d iterations, %.3g s",
                motion.duration(), objective, largest_violation, iterations, seconds);
  return to_string(status) + std::string(numbers) + "; " + message;
}

}  // namespace alembert
