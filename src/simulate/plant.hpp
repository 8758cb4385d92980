// The arm as it really is, and how it moves under a torque.
#pragma once

#include "alembert/simulate.hpp"

namespace alembert {

class Plant {
 public:
  /// On the grid of the motion that it is to follow.
  Plant(const MotionProblem& problem, const Trajectory& motion, const PlantMismatch& mismatch);

  /// What is in hand from now on; index of Task::stages().
  void set_stage(std::size_t index) { stage_ = index; }

  /// What the motors give when asked for tau.
  void saturate(VecOut<double> tau) const;
  /// Which of them cannot.
  bool saturated(VecIn<double> tau, int joint) const;

  /// False where the arm has no unique answer.
  bool accelerate(VecIn<double> q, VecIn<double> v, VecIn<double> tau, VecOut<double> a);

 private:
  std::vector<std::unique_ptr<Dynamics>> dynamics_;  // one a stage
  MotionPoint state_;
  Eigen::VectorXd lower_, upper_;
  std::size_t stage_ = 0;
};

}  // namespace alembert
