// Torques from what was measured and what was planned.
#pragma once

#include "alembert/simulate.hpp"
#include "simulate/reference.hpp"

namespace alembert {

class TrackingControl {
 public:
  /// Knows the reference's model of the arm, which must outlive it.
  TrackingControl(const ControlOptions& options, Reference& reference);

  /// The reference is evaluated for it, at t.
  void torque(double t, int segment, VecIn<double> q, VecIn<double> v, VecOut<double> tau);

 private:
  void measure_inertias();

  ControlOptions options_;
  Reference& reference_;
  std::vector<InverseDynamics<double>> dynamics_;  // one a stage
  Eigen::VectorXd inertia_;                        // scales the gains, one a joint
  Eigen::VectorXd feedback_, rest_;
};

}  // namespace alembert
