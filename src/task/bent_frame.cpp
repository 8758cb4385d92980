#include "task/bent_frame.hpp"

#include "alembert/bending_model.hpp"

namespace alembert {

BentFrame::BentFrame(const Model& model, FrameId frame)
    : BentFrame(model, flexible_arm(model), model.frame(frame).name) {}

BentFrame::BentFrame(const Model& model, const FlexibleModel& arm, const std::string& frame)
    : places_(places_in(model, arm)),
      first_(arm),
      second_(arm),
      place_(arm.place(frame)),
      slopes_(places_.size()) {}

void BentFrame::update(VecIn<double> q) {
  z_ = q(places_);
  z1_ = z_.cast<Dual<double>>();
  for (std::size_t i = 0; i < places_.size(); ++i) {
    z1_[static_cast<Eigen::Index>(i)].slope = 1.0;
    const auto pose = first_.pose(z1_, place_);
    z1_[static_cast<Eigen::Index>(i)].slope = 0.0;
    Pose& slope = slopes_[static_cast<std::size_t>(places_[i])];
    for (Eigen::Index k = 0; k < pose.size(); ++k) {
      pose_.data()[k] = pose.data()[k].value;
      slope.data()[k] = pose.data()[k].slope;
    }
  }
}

void BentFrame::add_hessian(const Eigen::Vector3d& weight, const Eigen::Vector4d& point,
                            Eigen::Ref<Eigen::MatrixXd> H) {
  z2_ = z_.cast<Dual<Dual<double>>>();
  const auto n = static_cast<Eigen::Index>(places_.size());
  for (Eigen::Index i = 0; i < n; ++i) {
    z2_[i].slope.value = 1.0;
    for (Eigen::Index j = 0; j <= i; ++j) {
      z2_[j].value.slope = 1.0;
      const auto pose = second_.pose(z2_, place_);
      z2_[j].value.slope = 0.0;
      double sum = 0.0;
      for (Eigen::Index c = 0; c < 4; ++c) {
        for (Eigen::Index r = 0; r < 3; ++r) sum += weight[r] * pose(r, c).slope.slope * point[c];
      }
      const int a = places_[static_cast<std::size_t>(i)], b = places_[static_cast<std::size_t>(j)];
      H(a, b) += sum;
      if (i != j) H(b, a) += sum;
    }
    z2_[i].slope.value = 0.0;
  }
}

}  // namespace alembert
