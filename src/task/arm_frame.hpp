// A frame of an arm that moves otherwise than the model's tree, as a function of q: its pose
// [position, axes], 3 x 4, with first and second derivatives.
#pragma once

#include <memory>

#include "alembert/scalar.hpp"

namespace alembert {

class ArmFrame {
 public:
  using Pose = Eigen::Matrix<double, 3, 4>;

  virtual ~ArmFrame() = default;
  virtual std::unique_ptr<ArmFrame> clone() const = 0;

  virtual void update(VecIn<double> q) = 0;
  virtual const Pose& pose() const = 0;
  /// By coordinate i of the model.
  virtual const Pose& slope(int i) const = 0;
  /// Adds the second derivatives of weight · pose point to a dofs x dofs matrix.
  virtual void add_hessian(const Eigen::Vector3d& weight, const Eigen::Vector4d& point,
                           MatOut<double> H) = 0;
};

/// Holds one or none; copies have clones.
class ArmFrameCopy {
 public:
  ArmFrameCopy(std::unique_ptr<ArmFrame> frame) : frame_(std::move(frame)) {}
  ArmFrameCopy(const ArmFrameCopy& other) : frame_(other ? other->clone() : nullptr) {}
  ArmFrameCopy(ArmFrameCopy&&) = default;
  ArmFrameCopy& operator=(ArmFrameCopy other) {
    frame_ = std::move(other.frame_);
    return *this;
  }

  explicit operator bool() const { return frame_ != nullptr; }
  ArmFrame* operator->() const { return frame_.get(); }

 private:
  std::unique_ptr<ArmFrame> frame_;
};

}  // namespace alembert
