// Running costs: what an objective may add up along a motion.
#pragma once

#include <memory>

#include "alembert/derivatives.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/motion_problem.hpp"
#include "task/rigid_dynamics.hpp"

namespace alembert {

/// A cost is one number.
class Cost : public PointFunction {
 public:
  int size() const override { return 1; }
};

/// sum jerk_i^2.
class JerkSquared : public Cost {
 public:
  std::unique_ptr<PointFunction> clone() const override { return std::make_unique<JerkSquared>(); }
  bool uses_jerk() const override { return true; }
  void value(const MotionPoint& point, Eigen::Ref<Eigen::VectorXd> g) override;
  void derivative(const MotionPoint& point, Eigen::Ref<Eigen::MatrixXd> D) override;
  void hessian(const MotionPoint& point, const Eigen::Ref<const Eigen::VectorXd>& weights,
               Eigen::Ref<Eigen::MatrixXd> H) override;
};

/// sum (d tau_i / dt)^2. Constant loads and payloads; cut forces are taken as constant.
class TorqueRate : public Cost {
 public:
  TorqueRate(const Model& model, std::vector<Load> loads);
  std::unique_ptr<PointFunction> clone() const override;
  bool uses_jerk() const override { return true; }
  void value(const MotionPoint& point, Eigen::Ref<Eigen::VectorXd> g) override;
  void derivative(const MotionPoint& point, Eigen::Ref<Eigen::MatrixXd> D) override;
  void hessian(const MotionPoint& point, const Eigen::Ref<const Eigen::VectorXd>& weights,
               Eigen::Ref<Eigen::MatrixXd> H) override;

 private:
  void set_rate(const MotionPoint& point);
  /// Gradient of weights · rate, and of it the part that is F'' dz/dt (see the source).
  void rate_slopes(const MotionPoint& point, Eigen::MatrixXd& slopes);

  Model model_;
  RigidDynamics dynamics_;
  std::vector<Load> loads_;
  WeightedHessian<Dual<double>> bending_;
  Eigen::VectorXd rate_, along_;
  Eigen::MatrixXd tau_by_z_, hessian_, slopes_;
};

/// Speed of a frame's origin, rounded at rest within about 1e-4 m/s.
class PathSpeed : public Cost {
 public:
  PathSpeed(const Model& model, FrameId frame);
  std::unique_ptr<PointFunction> clone() const override;
  void value(const MotionPoint& point, Eigen::Ref<Eigen::VectorXd> g) override;
  void derivative(const MotionPoint& point, Eigen::Ref<Eigen::MatrixXd> D) override;
  void hessian(const MotionPoint& point, const Eigen::Ref<const Eigen::VectorXd>& weights,
               Eigen::Ref<Eigen::MatrixXd> H) override;

 private:
  using Second = Dual<Dual<double>>;
  Second speed(const MotionPoint& point, int i, int j);

  FrameId frame_;
  Kinematics<Second> kinematics_;
  Kinematics<Second>::Jacobian jacobian_;
  VecX<Second> q_, v_;
};

}  // namespace alembert
