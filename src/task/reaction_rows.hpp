// What the ground exerts, or a hand on what it pushes, as functions of the torques and forces of an
// instant.
#pragma once

#include "task/torque_function.hpp"

namespace alembert {

/// rows * y with y the six torques from `first_torque` on (of all that the ground exerts together
/// those that place the robot), then the unknown forces from `first_force` on.
class ReactionRows : public TorqueFunction {
 public:
  ReactionRows(Eigen::MatrixXd rows, int first_force, int first_torque = 0)
      : rows_(std::move(rows)), first_force_(first_force), first_torque_(first_torque) {}
  int size() const override { return static_cast<int>(rows_.rows()); }
  void value(const TorquePoint& at, VecOut<double> g) const override;
  void derivative(const TorquePoint& at, MatOut<double> D) const override;
  bool enclose(const MotionPiece& piece, Enclosures tau, EnclosureOut out) const override;
  void add_hessian(const TorquePoint& at, const Weights& weights, Gradient gradient,
                   MatOut<double> H, Gradient tau_weights) const override;

 private:
  Eigen::Index forces() const;

  Eigen::MatrixXd rows_;
  int first_force_, first_torque_;
};

/// rows * (force, moment) of what carries: of its cone, or of single components. The torques of six
/// coordinates from `first` on are that.
class ContactWrench : public ReactionRows {
 public:
  explicit ContactWrench(const Eigen::Matrix<double, Eigen::Dynamic, 6>& rows, int first = 0);
};

}  // namespace alembert
