// What a verification lets act on the arm: the planned torque, or a table of it.
#pragma once

#include <vector>

#include "alembert/motion_sample.hpp"
#include "task/planned_motion.hpp"
#include "task/rigid_dynamics.hpp"

namespace alembert {

/// Coulomb friction is taken with the planned direction of every joint and put into the torque:
/// left in the arm it would chatter wherever a joint rests, and the torque would jump at every
/// turn. The arm that moves is Task::without_coulomb().
class AppliedTorque {
 public:
  /// `table`: how many instants the torque is interpolated between; less than 2 for none.
  AppliedTorque(const Task& task, const Trajectory& motion, int table);

  void evaluate(double t, int segment);
  /// As last evaluated.
  const Eigen::VectorXd& value() const { return tau_; }
  Loads loads() const { return plan_.loads(); }
  const PlannedMotion& plan() const { return plan_; }

 private:
  PlannedMotion plan_;
  Drives<double> friction_;
  std::vector<MotionSample> table_;
  Eigen::VectorXd tau_;
};

}  // namespace alembert
