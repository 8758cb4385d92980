// A frame of an arm that bends, as a function of q: its pose [position, axes], 3 x 4, with first
// and second derivatives by dual numbers. Axes are those of a rotation to second order in
// amplitudes.
#pragma once

#include <memory>

#include "alembert/model.hpp"
#include "alembert/scalar.hpp"

namespace alembert {

class BentFrame {
 public:
  using Pose = Eigen::Matrix<double, 3, 4>;

  BentFrame(const Model& model, FrameId frame);
  BentFrame(const BentFrame& other);
  ~BentFrame();

  void update(VecIn<double> q);
  const Pose& pose() const;
  /// By coordinate i of the model.
  const Pose& slope(int i) const;
  /// Adds the second derivatives of weight · pose [1; point], or of the axes alone.
  void add_hessian(const Eigen::Vector3d& weight, const Eigen::Vector4d& point,
                   Eigen::Ref<Eigen::MatrixXd> H);

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace alembert
