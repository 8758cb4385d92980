// A frame of an arm that bends, as a function of q: its pose [position, axes], 3 x 4, with first
// and second derivatives by dual numbers. Axes are those of a rotation to second order in
// amplitudes.
#pragma once

#include <vector>

#include "alembert/dual.hpp"
#include "alembert/flexible_equations.hpp"
#include "alembert/frame_id.hpp"

namespace alembert {

class BentFrame {
 public:
  using Pose = Eigen::Matrix<double, 3, 4>;

  BentFrame(const Model& model, FrameId frame);

  void update(VecIn<double> q);
  const Pose& pose() const { return pose_; }
  /// By coordinate i of the model.
  const Pose& slope(int i) const { return slopes_[static_cast<std::size_t>(i)]; }
  /// Adds the second derivatives of weight · pose [1; point], or of the axes alone.
  void add_hessian(const Eigen::Vector3d& weight, const Eigen::Vector4d& point,
                   Eigen::Ref<Eigen::MatrixXd> H);

 private:
  BentFrame(const Model& model, const FlexibleModel& arm, const std::string& frame);

  std::vector<int> places_;
  FlexibleEquations<Dual<double>> first_;
  FlexibleEquations<Dual<Dual<double>>> second_;
  int place_;
  Eigen::VectorXd z_;  // as the arm orders it
  VecX<Dual<double>> z1_;
  VecX<Dual<Dual<double>>> z2_;
  Pose pose_;
  std::vector<Pose> slopes_;
};

}  // namespace alembert
