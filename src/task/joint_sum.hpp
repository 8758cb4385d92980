// A weighted sum of joint values.
#pragma once

#include <vector>

#include "alembert/motion_problem.hpp"

namespace alembert {

class JointSum : public PointFunction {
 public:
  explicit JointSum(std::vector<SumLimit::Part> parts) : parts_(std::move(parts)) {}
  std::unique_ptr<PointFunction> clone() const override {
    return std::make_unique<JointSum>(*this);
  }
  int size() const override { return 1; }
  void value(const MotionPoint& point, Eigen::Ref<Eigen::VectorXd> g) override {
    for (const auto& [j, factor] : parts_) g[0] += factor * point.z[j];
  }
  void derivative(const MotionPoint&, Eigen::Ref<Eigen::MatrixXd> D) override {
    for (const auto& [j, factor] : parts_) D(0, j) += factor;
  }
  void hessian(const MotionPoint&, const Eigen::Ref<const Eigen::VectorXd>&,
               Eigen::Ref<Eigen::MatrixXd>) override {}  // it is linear
  bool enclose(const MotionPiece& piece, EnclosureOut out) override {
    out[0] = Enclosure(0.0);
    for (const auto& [j, factor] : parts_) out[0] += piece.q[j] * factor;
    return true;
  }

 private:
  std::vector<SumLimit::Part> parts_;
};

}  // namespace alembert
