// Torque at an instant, with loads: the point function behind torque limits and efforts.
#pragma once

#include <vector>

#include "alembert/derivatives.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/point_function.hpp"

namespace alembert {

class Torque : public PointFunction {
 public:
  Torque(const Model& model, std::vector<Load> loads);

  int size() const override { return dofs_; }
  void value(const MotionPoint& point, Eigen::Ref<Eigen::VectorXd> g) override;
  void derivative(const MotionPoint& point, Eigen::Ref<Eigen::MatrixXd> D) override;
  void hessian(const MotionPoint& point, const Eigen::Ref<const Eigen::VectorXd>& weights,
               Eigen::Ref<Eigen::MatrixXd> H) override;

 private:
  int dofs_;
  std::vector<Load> loads_;
  InverseDynamics<double> dynamics_;
  InverseDynamicsDerivatives<double> derivatives_;
  WeightedHessian<double> hessian_;
  MatX<double> qq_, qv_, vv_, qa_;
};

}  // namespace alembert
