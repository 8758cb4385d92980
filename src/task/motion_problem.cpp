#include "alembert/motion_problem.hpp"

#include <algorithm>

namespace alembert {

MotionLimits::MotionLimits(const Model& model) {
  const int n = model.dofs();
  for (Eigen::VectorXd* vector :
       {&lower, &upper, &velocity, &acceleration, &jerk, &torque_lower, &torque_upper, &power}) {
    vector->setConstant(n, infinity);
  }
  for (int j = 0; j < n; ++j) {
    const Limits& limits = model.coordinates()[j].limits;
    lower[j] = limits.lower;
    upper[j] = limits.upper;
    velocity[j] = limits.velocity;
    acceleration[j] = limits.acceleration;
    jerk[j] = limits.jerk;
    torque_lower[j] = std::max(-limits.torque, limits.torque_lower);
    torque_upper[j] = std::min(limits.torque, limits.torque_upper);
  }
}

int MotionRequest::force_count() const {
  int count = 0;
  for (const CutJoint& cut : cut_joints) {
    count += static_cast<int>(cut.directions.rows()) + (cut.hold_orientation ? 3 : 0);
  }
  return count;
}

}  // namespace alembert
