// What a controller is to follow: the plan, and its end held for as long as it takes.
#pragma once

#include "alembert/inverse_dynamics.hpp"
#include "task/planned_motion.hpp"
#include "task/rigid_dynamics.hpp"

namespace alembert {

class Reference {
 public:
  Reference(const Task& task, const Trajectory& motion, double slip_speed, bool held);

  /// Those of the spline, and one more in which the end is held.
  int segments() const { return plan_.segments() + 1; }
  /// When a segment begins; the last has no end.
  double begin(int segment) const { return plan_.knot(segment); }
  /// The later one at a knot; at the end the last of the spline, unless it is held.
  int segment_at(double t) const;

  void evaluate(double t, int segment);
  const Eigen::VectorXd& q() const { return q_; }
  const Eigen::VectorXd& v() const { return v_; }
  const Eigen::VectorXd& a() const { return a_; }
  /// What the plan's model needs for it, Coulomb friction smoothed.
  const Eigen::VectorXd& torque() const { return tau_; }

  /// Coulomb friction of the planned speed, which is added to what other controllers compute.
  const Eigen::VectorXd& friction() const { return friction_; }
  /// What the controller knows of the arm: without Coulomb friction, with what is in hand.
  const Task& task() const { return smooth_; }

 private:
  PlannedMotion plan_;
  bool held_;
  Task smooth_;
  std::vector<InverseDynamics<double>> dynamics_;  // one a stage
  Drives<double> coulomb_;
  Eigen::VectorXd q_, v_, a_, tau_, friction_;
};

}  // namespace alembert
