// Running costs: what an objective may add up along a motion.
#pragma once

#include <memory>

#include "alembert/derivatives.hpp"
#include "alembert/kinematics.hpp"
#include "motion/torque.hpp"

namespace alembert {

/// A cost is one number.
class Cost : public PointFunction {
 public:
  int size() const override { return 1; }
};

/// sum tau_i^2.
class Effort : public Cost {
 public:
  explicit Effort(std::shared_ptr<Torque> torque);
  bool uses_forces() const override { return torque_->uses_forces(); }
  void value(const MotionPoint& point, Eigen::Ref<Eigen::VectorXd> g) override;
  void derivative(const MotionPoint& point, Eigen::Ref<Eigen::MatrixXd> D) override;
  void hessian(const MotionPoint& point, const Eigen::Ref<const Eigen::VectorXd>& weights,
               Eigen::Ref<Eigen::MatrixXd> H) override;

 private:
  std::shared_ptr<Torque> torque_;
  Eigen::VectorXd tau_;
  Eigen::MatrixXd tau_by_z_;
};

/// sum |tau_i v_i|, rounded at zero so that it can be differentiated.
class MechanicalEnergy : public Cost {
 public:
  explicit MechanicalEnergy(std::shared_ptr<Torque> torque);
  /// W, below which power counts for about that much. 0 is exact, for values alone.
  void set_rounding(double watts) { rounding_ = watts; }
  bool uses_forces() const override { return power_.uses_forces(); }
  void value(const MotionPoint& point, Eigen::Ref<Eigen::VectorXd> g) override;
  void derivative(const MotionPoint& point, Eigen::Ref<Eigen::MatrixXd> D) override;
  void hessian(const MotionPoint& point, const Eigen::Ref<const Eigen::VectorXd>& weights,
               Eigen::Ref<Eigen::MatrixXd> H) override;

 private:
  Power power_;
  double rounding_ = 1e-2;
  Eigen::VectorXd watts_;
  Eigen::MatrixXd watts_by_z_;
};

/// sum jerk_i^2.
class JerkSquared : public Cost {
 public:
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
  bool uses_jerk() const override { return true; }
  void value(const MotionPoint& point, Eigen::Ref<Eigen::VectorXd> g) override;
  void derivative(const MotionPoint& point, Eigen::Ref<Eigen::MatrixXd> D) override;
  void hessian(const MotionPoint& point, const Eigen::Ref<const Eigen::VectorXd>& weights,
               Eigen::Ref<Eigen::MatrixXd> H) override;

 private:
  void set_rate(const MotionPoint& point);
  /// Gradient of weights · rate, and of it the part that is F'' dz/dt (see the source).
  void rate_slopes(const MotionPoint& point, Eigen::MatrixXd& slopes);

  Torque torque_;
  std::vector<Load> loads_;
  WeightedHessian<Dual<double>> bending_;
  Eigen::VectorXd rate_, along_;
  Eigen::MatrixXd tau_by_z_, hessian_, slopes_;
};

/// Speed of a frame's origin, rounded at rest within about 1e-4 m/s.
class PathSpeed : public Cost {
 public:
  PathSpeed(const Model& model, FrameId frame);
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
