// What motors can give, and whether they can hold the arm still.
#pragma once

#include <optional>

#include "alembert/task.hpp"

namespace alembert {

/// A joint whose motor cannot hold the arm still, and the torque that it would take.
struct Unheld {
  int joint = 0;
  double torque = 0.0;
};

/// The first such joint in the posture q; none if all can. Joints without a motor do not count, and
/// neither does an arm with cut loops, whose forces help.
std::optional<Unheld> unheld_joint(const MotionProblem& problem, const Stage& stage,
                                   VecIn<double> q);

/// N m or N at most, by coordinate; infinite where no torque is limited and where there is no
/// motor.
Eigen::VectorXd motor_strengths(const MotionProblem& problem);

}  // namespace alembert
