// Torques beside what motors can give where their joints are and as fast as they move.
#pragma once

#include "alembert/motion_problem.hpp"
#include "task/point_limit.hpp"
#include "task/torque_function.hpp"

namespace alembert {

/// tau + limit (1 - share), one entry a curve: within the torque limit where the torque is within
/// the share of it that is there.
class MomentaryStrength : public TorqueFunction {
 public:
  /// `limits` are the torque limits of the curves' coordinates and directions.
  MomentaryStrength(std::vector<StrengthCurve> curves, std::vector<double> limits)
      : curves_(std::move(curves)), limits_(std::move(limits)) {}
  int size() const override { return static_cast<int>(curves_.size()); }
  void value(const TorquePoint& at, VecOut<double> g) const override;
  void derivative(const TorquePoint& at, MatOut<double> D) const override;
  bool enclose(const MotionPiece& piece, Enclosures tau, EnclosureOut out) const override;
  void add_hessian(const TorquePoint& at, const Weights& weights, Gradient gradient,
                   MatOut<double> H, Gradient tau_weights) const override;

 private:
  std::vector<StrengthCurve> curves_;
  std::vector<double> limits_;
};

/// Moves bounds on torques, where strength depends on angle and speed, to a limit of their own.
PointLimit weakened_part(const std::vector<StrengthCurve>& curves, PointLimit& limit);

}  // namespace alembert
