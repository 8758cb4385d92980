// What motors can give at most.
#pragma once

#include "alembert/motion_problem.hpp"

namespace alembert {

/// N m or N, by coordinate; infinite where no torque is limited and where there is no motor.
Eigen::VectorXd motor_strengths(const MotionProblem& problem);

}  // namespace alembert
