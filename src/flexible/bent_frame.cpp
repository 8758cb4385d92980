// A frame of an arm that bends, as a function of q: its pose [position, axes], 3 x 4, with first
// and second derivatives by dual numbers. Axes are those of a rotation to second order in
// amplitudes.
#include <vector>

#include "alembert/bending_model.hpp"
#include "alembert/dual.hpp"
#include "alembert/flexible_equations.hpp"
#include "flexible/bending_arm.hpp"
#include "task/arm_frame.hpp"

namespace alembert {

namespace {

class BentFrame : public ArmFrame {
 public:
  BentFrame(const Model& model, const FlexibleModel& arm, const std::string& frame)
      : places_(places_in(model, arm)),
        first_(arm),
        second_(arm),
        place_(arm.place(frame)),
        slopes_(places_.size()) {}
  std::unique_ptr<ArmFrame> clone() const override { return std::make_unique<BentFrame>(*this); }

  const Pose& pose() const override { return pose_; }
  const Pose& slope(int i) const override { return slopes_[i]; }

  void update(VecIn<double> q) override {
    if (z_.size() == q.size() && z_ == q(places_)) return;
    z_ = q(places_);
    z1_ = z_.cast<Dual<double>>();
    for (std::size_t i = 0; i < places_.size(); ++i) {
      z1_[i].slope = 1.0;
      const auto pose = first_.pose(z1_, place_);
      z1_[i].slope = 0.0;
      Pose& slope = slopes_[places_[i]];
      for (Eigen::Index k = 0; k < pose.size(); ++k) {
        pose_.data()[k] = pose.data()[k].value;
        slope.data()[k] = pose.data()[k].slope;
      }
    }
  }

  void add_hessian(const Eigen::Vector3d& weight, const Eigen::Vector4d& point,
                   MatOut<double> H) override {
    z2_ = z_.cast<Dual<Dual<double>>>();
    for (std::size_t i = 0; i < places_.size(); ++i) {
      z2_[i].slope.value = 1.0;
      for (std::size_t j = 0; j <= i; ++j) {
        z2_[j].value.slope = 1.0;
        const auto pose = second_.pose(z2_, place_);
        z2_[j].value.slope = 0.0;
        double sum = 0.0;
        for (Eigen::Index c = 0; c < 4; ++c) {
          for (Eigen::Index r = 0; r < 3; ++r) sum += weight[r] * pose(r, c).slope.slope * point[c];
        }
        const int a = places_[i], b = places_[j];
        H(a, b) += sum;
        if (i != j) H(b, a) += sum;
      }
      z2_[i].slope.value = 0.0;
    }
  }

 private:
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

}  // namespace

std::unique_ptr<ArmFrame> BendingArm::frame(const Model& model, FrameId frame) const {
  return std::make_unique<BentFrame>(model, flexible_arm(model), model.frame(frame).name);
}

}  // namespace alembert
