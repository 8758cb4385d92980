// Torque and power at an instant, loads and cut joints included: what limits and efforts stand on.
#pragma once

#include <memory>
#include <vector>

#include "alembert/derivatives.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/motion.hpp"
#include "motion/coulomb.hpp"
#include "motion/frame_motion.hpp"

namespace alembert {

/// The force and moment of a cut joint act on its frame b and, reversed, on its frame a (Xiang
/// 38b); entries of MotionPoint::force() in the order of the cut joints, forces before moments.
class Torque : public PointFunction {
 public:
  /// Coulomb friction falls off below `slip_speed`; 0 for the plain sign of the speed.
  Torque(const Model& model, std::vector<Load> loads, const std::vector<CutJoint>& cuts = {},
         double slip_speed = 0.0);

  int size() const override { return dofs_; }
  bool uses_forces() const override { return !cuts_.empty(); }
  /// Loads and, as last evaluated, the cut joints' forces.
  Loads loads() const { return loads_; }
  void value(const MotionPoint& point, Eigen::Ref<Eigen::VectorXd> g) override;
  void derivative(const MotionPoint& point, Eigen::Ref<Eigen::MatrixXd> D) override;
  void hessian(const MotionPoint& point, const Eigen::Ref<const Eigen::VectorXd>& weights,
               Eigen::Ref<Eigen::MatrixXd> H) override;

 private:
  struct Cut {
    CutJoint joint;
    FrameMotion a, b;
    std::size_t load;  // its first load; the second follows
  };

  void set_loads(const MotionPoint& point);

  int dofs_;
  std::vector<Load> loads_;
  std::vector<Cut> cuts_;
  Coulomb friction_;
  InverseDynamics<double> dynamics_;
  InverseDynamicsDerivatives<double> derivatives_;
  WeightedHessian<double> hessian_;
  MatX<double> qq_, qv_, vv_, qa_;
};

/// What holds the arm still where it is, whatever its velocity and acceleration: for arms without
/// cut joints.
class HoldingTorque : public PointFunction {
 public:
  explicit HoldingTorque(std::shared_ptr<Torque> torque);
  int size() const override { return torque_->size(); }
  void value(const MotionPoint& point, Eigen::Ref<Eigen::VectorXd> g) override;
  void derivative(const MotionPoint& point, Eigen::Ref<Eigen::MatrixXd> D) override;
  void hessian(const MotionPoint& point, const Eigen::Ref<const Eigen::VectorXd>& weights,
               Eigen::Ref<Eigen::MatrixXd> H) override;

 private:
  const MotionPoint& at_rest(const MotionPoint& point);

  std::shared_ptr<Torque> torque_;
  MotionPoint rest_;
  Eigen::MatrixXd by_z_, hessian_;
};

/// tau_i v_i.
class Power : public PointFunction {
 public:
  explicit Power(std::shared_ptr<Torque> torque);
  int size() const override { return torque_->size(); }
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

}  // namespace alembert
