// How fast a body slides on the ground.
#pragma once

#include "task/contact_gap.hpp"

namespace alembert {

/// m/s, along x of the contact's place.
class SlidingSpeed : public PointFunction {
 public:
  SlidingSpeed(const Model& model, const GroundContact& contact);
  std::unique_ptr<PointFunction> clone() const override {
    return std::make_unique<SlidingSpeed>(*this);
  }
  int size() const override { return 1; }
  void value(const MotionPoint& point, VecOut<double> g) override { rate_.value(point, g); }
  void derivative(const MotionPoint& point, MatOut<double> D) override {
    rate_.derivative(point, D);
  }
  void hessian(const MotionPoint& point, VecIn<double> weights, MatOut<double> H) override {
    rate_.hessian(point, weights, H);
  }
  bool enclose(const MotionPiece& piece, EnclosureOut out) override;

 private:
  Model model_;
  ModelFrame frame_;
  Eigen::Vector3d along_;  // world
  ContactRate rate_;
  TreeState<Enclosure> state_;
};

}  // namespace alembert
