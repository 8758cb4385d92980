// Running costs: what an objective may add up along a motion.
#pragma once

#include <memory>

#include "alembert/dynamics.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/motion_problem.hpp"
#include "task/copied.hpp"

namespace alembert {

/// Nothing but the duration is minimized, if that.
bool only_time_counts(const Objective& objective);

/// A cost is one number.
class Cost : public PointFunction {
 public:
  int size() const override { return 1; }
};

/// sum jerk_i^2.
class JerkSquared : public Copied<JerkSquared, Cost> {
 public:
  bool uses_jerk() const override { return true; }
  void value(const MotionPoint& point, VecOut<double> g) override;
  void derivative(const MotionPoint& point, MatOut<double> D) override;
  void hessian(const MotionPoint& point, VecIn<double> weights, MatOut<double> H) override;
};

/// sum weight_i (q_i - neutral_i)^2.
class Discomfort : public Copied<Discomfort, Cost> {
 public:
  /// Weights are one over the square of a range, 0 where there is none or no joint moves it.
  explicit Discomfort(const MotionProblem& problem);
  void value(const MotionPoint& point, VecOut<double> g) override;
  void derivative(const MotionPoint& point, MatOut<double> D) override;
  void hessian(const MotionPoint& point, VecIn<double> weights, MatOut<double> H) override;

 private:
  Eigen::VectorXd weights_, neutral_;
};

/// sum (d tau_i / dt)^2 of all coordinates but those that are `left_out`. Constant loads and
/// payloads. Second derivatives hold third ones of the torques, as differences along the motion.
class TorqueRate : public Cost {
 public:
  /// Below `slip_speed` friction bends fast: differences are taken within it. 0: it does not.
  TorqueRate(std::unique_ptr<Dynamics> dynamics, double slip_speed, std::vector<int> left_out = {});
  std::unique_ptr<PointFunction> clone() const override;
  bool uses_jerk() const override { return true; }
  bool uses_forces() const override { return dynamics_->uses_forces(); }
  void value(const MotionPoint& point, VecOut<double> g) override;
  void derivative(const MotionPoint& point, MatOut<double> D) override;
  void hessian(const MotionPoint& point, VecIn<double> weights, MatOut<double> H) override;

 private:
  void set_rate(const MotionPoint& point);
  void add_third(const MotionPoint& point, const Eigen::VectorXd& weights, MatOut<double> H);

  std::unique_ptr<Dynamics> dynamics_;
  double slip_speed_;
  std::vector<int> left_out_;
  Eigen::VectorXd rate_, along_;
  Eigen::MatrixXd tau_by_z_, hessian_, slopes_;
};

/// Speed of a frame's origin, rounded at rest within about 1e-4 m/s.
class PathSpeed : public Cost {
 public:
  PathSpeed(const Model& model, FrameId frame);
  std::unique_ptr<PointFunction> clone() const override;
  void value(const MotionPoint& point, VecOut<double> g) override;
  void derivative(const MotionPoint& point, MatOut<double> D) override;
  void hessian(const MotionPoint& point, VecIn<double> weights, MatOut<double> H) override;

 private:
  using Second = Dual<Dual<double>>;
  Second speed(const MotionPoint& point, int i, int j);

  FrameId frame_;
  Kinematics<Second> kinematics_;
  Kinematics<Second>::Jacobian jacobian_;
  VecX<Second> q_, v_;
};

}  // namespace alembert
