// What the contact that carries, or a hand that pushes a body, must be able to exert, as functions
// of the torques of an instant.
#pragma once

#include "task/torque_function.hpp"

namespace alembert {

/// rows * (force, moment) of what carries: of its cone, or of single components. The torques of six
/// coordinates from `first` on are that.
class ContactWrench : public TorqueFunction {
 public:
  explicit ContactWrench(const Eigen::Matrix<double, Eigen::Dynamic, 6>& rows, int first = 0);
  int size() const override { return static_cast<int>(rows_.rows()); }
  void value(const TorquePoint& at, Eigen::Ref<Eigen::VectorXd> g) const override;
  void derivative(const TorquePoint& at, Eigen::Ref<Eigen::MatrixXd> D) const override;
  bool enclose(const MotionPiece& piece, const VecX<Enclosure>& tau,
               EnclosureOut out) const override;
  void add_hessian(const TorquePoint& at, const Weights& weights, Gradient gradient,
                   Eigen::Ref<Eigen::MatrixXd> H, Gradient tau_weights) const override;

 private:
  Eigen::MatrixXd rows_;  // by torques
  int first_;
};

}  // namespace alembert
