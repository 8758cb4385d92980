#include "flexible/bent_frame.hpp"

#include <vector>

#include "alembert/bending_model.hpp"
#include "alembert/dual.hpp"
#include "alembert/flexible_equations.hpp"

namespace alembert {

struct BentFrame::Work {
  Work(const Model& model, const FlexibleModel& arm, const std::string& frame)
      : places(places_in(model, arm)),
        first(arm),
        second(arm),
        place(arm.place(frame)),
        slopes(places.size()) {}

  std::vector<int> places;
  FlexibleEquations<Dual<double>> first;
  FlexibleEquations<Dual<Dual<double>>> second;
  int place;
  Eigen::VectorXd z;  // as the arm orders it
  VecX<Dual<double>> z1;
  VecX<Dual<Dual<double>>> z2;
  Pose pose;
  std::vector<Pose> slopes;
};

BentFrame::BentFrame(const Model& model, FrameId frame)
    : work_(std::make_unique<Work>(model, flexible_arm(model), model.frame(frame).name)) {}
BentFrame::BentFrame(const BentFrame& other)
    : ArmFrame(other), work_(std::make_unique<Work>(*other.work_)) {}
BentFrame::~BentFrame() = default;
std::unique_ptr<ArmFrame> BentFrame::clone() const { return std::make_unique<BentFrame>(*this); }

const BentFrame::Pose& BentFrame::pose() const { return work_->pose; }
const BentFrame::Pose& BentFrame::slope(int i) const {
  return work_->slopes[static_cast<std::size_t>(i)];
}

void BentFrame::update(VecIn<double> q) {
  Work& w = *work_;
  if (w.z.size() == q.size() && w.z == q(w.places)) return;
  w.z = q(w.places);
  w.z1 = w.z.cast<Dual<double>>();
  for (std::size_t i = 0; i < w.places.size(); ++i) {
    w.z1[static_cast<Eigen::Index>(i)].slope = 1.0;
    const auto pose = w.first.pose(w.z1, w.place);
    w.z1[static_cast<Eigen::Index>(i)].slope = 0.0;
    Pose& slope = w.slopes[static_cast<std::size_t>(w.places[i])];
    for (Eigen::Index k = 0; k < pose.size(); ++k) {
      w.pose.data()[k] = pose.data()[k].value;
      slope.data()[k] = pose.data()[k].slope;
    }
  }
}

void BentFrame::add_hessian(const Eigen::Vector3d& weight, const Eigen::Vector4d& point,
                            MatOut<double> H) {
  Work& w = *work_;
  w.z2 = w.z.cast<Dual<Dual<double>>>();
  const auto n = static_cast<Eigen::Index>(w.places.size());
  for (Eigen::Index i = 0; i < n; ++i) {
    w.z2[i].slope.value = 1.0;
    for (Eigen::Index j = 0; j <= i; ++j) {
      w.z2[j].value.slope = 1.0;
      const auto pose = w.second.pose(w.z2, w.place);
      w.z2[j].value.slope = 0.0;
      double sum = 0.0;
      for (Eigen::Index c = 0; c < 4; ++c) {
        for (Eigen::Index r = 0; r < 3; ++r) sum += weight[r] * pose(r, c).slope.slope * point[c];
      }
      const int a = w.places[static_cast<std::size_t>(i)],
                b = w.places[static_cast<std::size_t>(j)];
      H(a, b) += sum;
      if (i != j) H(b, a) += sum;
    }
    w.z2[i].slope.value = 0.0;
  }
}

}  // namespace alembert
