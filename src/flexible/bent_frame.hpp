// A frame of an arm that bends, as a function of q: its pose [position, axes], 3 x 4, with first
// and second derivatives by dual numbers. Axes are those of a rotation to second order in
// amplitudes.
#pragma once

#include <memory>

#include "alembert/model.hpp"
#include "task/arm_frame.hpp"

namespace alembert {

class BentFrame : public ArmFrame {
 public:
  /// `model` is one of compile_bending().
  BentFrame(const Model& model, FrameId frame);
  BentFrame(const BentFrame& other);
  ~BentFrame() override;
  std::unique_ptr<ArmFrame> clone() const override;

  void update(VecIn<double> q) override;
  const Pose& pose() const override;
  const Pose& slope(int i) const override;
  void add_hessian(const Eigen::Vector3d& weight, const Eigen::Vector4d& point,
                   MatOut<double> H) override;

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace alembert
