// All that the ground exerts together, as functions of the torques and forces of an instant.
#pragma once

#include "task/torque_function.hpp"

namespace alembert {

/// rows * y with y the torques that place the robot, then the unknown forces from `first` on.
class ReactionRows : public TorqueFunction {
 public:
  ReactionRows(Eigen::MatrixXd rows, int first) : rows_(std::move(rows)), first_(first) {}
  int size() const override { return static_cast<int>(rows_.rows()); }
  void value(const TorquePoint& at, Eigen::Ref<Eigen::VectorXd> g) const override;
  void derivative(const TorquePoint& at, Eigen::Ref<Eigen::MatrixXd> D) const override;
  bool enclose(const MotionPiece& piece, const VecX<Enclosure>& tau,
               EnclosureOut out) const override;
  void add_hessian(const TorquePoint& at, const Weights& weights, Gradient gradient,
                   Eigen::Ref<Eigen::MatrixXd> H, Gradient tau_weights) const override;

 private:
  Eigen::Index forces() const;

  Eigen::MatrixXd rows_;
  int first_;
};

}  // namespace alembert
