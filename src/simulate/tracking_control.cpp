#include "simulate/tracking_control.hpp"

#include "alembert/mass_matrix.hpp"

namespace alembert {

TrackingControl::TrackingControl(const ControlOptions& options, Reference& reference)
    : options_(options), reference_(reference) {
  for (const Stage& stage : reference.task().stages()) dynamics_.emplace_back(stage.model);
  const int n = reference.task().dofs();
  feedback_ = Eigen::VectorXd::Zero(n);
  rest_ = Eigen::VectorXd::Zero(n);
  inertia_ = Eigen::VectorXd::Ones(n);
  // Computed torque multiplies by the whole mass matrix at every instant.
  if (options.kind != Controller::computed_torque) measure_inertias();
}

void TrackingControl::measure_inertias() {
  inertia_.setZero();
  Eigen::MatrixXd M(inertia_.size(), inertia_.size());
  for (int segment = 0; segment < reference_.segments(); ++segment) {
    MassMatrix mass(reference_.task().stage(segment).model);
    reference_.evaluate(reference_.begin(segment), segment);
    mass(reference_.q(), M);
    inertia_ = inertia_.cwiseMax(M.diagonal());
  }
}

void TrackingControl::torque(double t, int segment, VecIn<double> q, VecIn<double> v,
                             VecOut<double> tau) {
  const double kp = options_.frequency * options_.frequency;
  const double kd = 2.0 * options_.damping * options_.frequency;
  const std::size_t stage = reference_.task().stage_index(segment);
  const std::vector<Load>& loads = reference_.task().stages()[stage].loads;
  reference_.evaluate(t, segment);
  feedback_ = kp * (reference_.q() - q) + kd * (reference_.v() - v);
  switch (options_.kind) {
    case Controller::computed_torque:
      feedback_ += reference_.a();
      dynamics_[stage](q, v, feedback_, loads, tau);
      tau += reference_.friction();
      return;
    case Controller::pd_gravity:
      dynamics_[stage].bias(q, rest_, loads, tau);
      tau += inertia_.cwiseProduct(feedback_);
      return;
    case Controller::feed_forward:
      tau = reference_.torque();
      return;
    case Controller::feed_forward_pd:
      tau = reference_.torque() + inertia_.cwiseProduct(feedback_);
      return;
  }
}

}  // namespace alembert
