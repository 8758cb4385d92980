#include "motion/costs.hpp"

#include <cmath>

namespace alembert {
namespace {

constexpr double speed_rounding = 1e-4;  // m/s

}  // namespace

void JerkSquared::value(const MotionPoint& point, Eigen::Ref<Eigen::VectorXd> g) {
  g[0] = point.jerk().squaredNorm();
}

void JerkSquared::derivative(const MotionPoint& point, Eigen::Ref<Eigen::MatrixXd> D) {
  D.row(0).segment(3 * point.dofs, point.dofs) = 2.0 * point.jerk().transpose();
}

void JerkSquared::hessian(const MotionPoint& point,
                          const Eigen::Ref<const Eigen::VectorXd>& weights,
                          Eigen::Ref<Eigen::MatrixXd> H) {
  H.diagonal().segment(3 * point.dofs, point.dofs).array() += 2.0 * weights[0];
}

// With F = weights · tau, z' = S z the shift (q' = v, v' = a, a' = jerk), the rate of F is
// grad F · S z. Its gradient is F'' S z + S^T grad F, its Hessian F''' S z + F'' S + S^T F''.
TorqueRate::TorqueRate(const Model& model, std::vector<Load> loads)
    : model_(model),
      dynamics_(model, loads),
      loads_(std::move(loads)),
      bending_(model),
      rate_(model.dofs()),
      along_(3 * model.dofs()) {}

std::unique_ptr<PointFunction> TorqueRate::clone() const {
  return std::make_unique<TorqueRate>(model_, loads_);
}

void TorqueRate::set_rate(const MotionPoint& point) {
  tau_by_z_.setZero(dynamics_.size(), point.z.size());
  dynamics_.derivative(point, tau_by_z_);
  along_ = point.z.segment(point.dofs, 3 * point.dofs);
  rate_.noalias() = tau_by_z_.leftCols(3 * point.dofs) * along_;
}

/// Row i is the gradient of the rate of torque i.
void TorqueRate::rate_slopes(const MotionPoint& point, Eigen::MatrixXd& slopes) {
  set_rate(point);
  const int n = point.dofs;
  slopes.setZero(n, point.z.size());
  slopes.middleCols(n, 3 * n) = tau_by_z_.leftCols(3 * n);
  for (int i = 0; i < n; ++i) {
    hessian_.setZero(point.z.size(), point.z.size());
    dynamics_.add_hessian(point, Eigen::VectorXd::Unit(n, i), hessian_);
    slopes.row(i) += along_.transpose() * hessian_.topRows(3 * n);
  }
}

void TorqueRate::value(const MotionPoint& point, Eigen::Ref<Eigen::VectorXd> g) {
  set_rate(point);
  g[0] = rate_.squaredNorm();
}

void TorqueRate::derivative(const MotionPoint& point, Eigen::Ref<Eigen::MatrixXd> D) {
  set_rate(point);
  const int n = point.dofs;
  const Eigen::VectorXd weights = 2.0 * rate_;
  hessian_.setZero(point.z.size(), point.z.size());
  dynamics_.add_hessian(point, weights, hessian_);
  D = along_.transpose() * hessian_.topRows(3 * n);
  D.middleCols(n, 3 * n) += weights.transpose() * tau_by_z_.leftCols(3 * n);
}

void TorqueRate::hessian(const MotionPoint& point, const Eigen::Ref<const Eigen::VectorXd>& weights,
                         Eigen::Ref<Eigen::MatrixXd> H) {
  rate_slopes(point, slopes_);
  H += 2.0 * weights[0] * slopes_.transpose() * slopes_;
  const Eigen::VectorXd w = 2.0 * weights[0] * rate_;
  const int n = point.dofs;
  hessian_.setZero(point.z.size(), point.z.size());
  dynamics_.add_hessian(point, w, hessian_);
  H.rightCols(H.cols() - n).leftCols(3 * n) += hessian_.leftCols(3 * n);
  H.middleRows(n, 3 * n) += hessian_.topRows(3 * n);
  const auto moving = [&](int block) {
    VecX<Dual<double>> out(n);
    for (int i = 0; i < n; ++i) {
      out[i] = {point.z[block * n + i], point.z[(block + 1) * n + i]};
    }
    return out;
  };
  MatX<Dual<double>> qq(n, n), qv(n, n), vv(n, n), qa(n, n);
  bending_(moving(0), moving(1), moving(2), w.cast<Dual<double>>(), loads_, qq, qv, vv, qa);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      H(i, j) += qq(i, j).slope;
      H(n + i, n + j) += vv(i, j).slope;
      H(i, n + j) += qv(i, j).slope;
      H(n + j, i) += qv(i, j).slope;
      H(i, 2 * n + j) += qa(i, j).slope;
      H(2 * n + j, i) += qa(i, j).slope;
    }
  }
}

PathSpeed::PathSpeed(const Model& model, FrameId frame)
    : frame_(frame),
      kinematics_(model),
      jacobian_(6, model.dofs()),
      q_(model.dofs()),
      v_(model.dofs()) {}

std::unique_ptr<PointFunction> PathSpeed::clone() const {
  return std::make_unique<PathSpeed>(kinematics_.model(), frame_);
}

/// With derivatives by entries i and j of (q, v); -1 for none.
PathSpeed::Second PathSpeed::speed(const MotionPoint& point, int i, int j) {
  for (int k = 0; k < 2 * point.dofs; ++k) {
    Second& entry = k < point.dofs ? q_[k] : v_[k - point.dofs];
    entry = Second({point.z[k], k == j ? 1.0 : 0.0}, {k == i ? 1.0 : 0.0, 0.0});
  }
  kinematics_.update(q_);
  kinematics_.jacobian(frame_, jacobian_);
  const Vec3<Second> velocity = jacobian_.topRows(3) * v_;
  return sqrt(velocity.dot(velocity) + Second(speed_rounding * speed_rounding));
}

void PathSpeed::value(const MotionPoint& point, Eigen::Ref<Eigen::VectorXd> g) {
  g[0] = speed(point, -1, -1).value.value;
}

void PathSpeed::derivative(const MotionPoint& point, Eigen::Ref<Eigen::MatrixXd> D) {
  for (int i = 0; i < 2 * point.dofs; ++i) D(0, i) = speed(point, i, -1).slope.value;
}

void PathSpeed::hessian(const MotionPoint& point, const Eigen::Ref<const Eigen::VectorXd>& weights,
                        Eigen::Ref<Eigen::MatrixXd> H) {
  for (int i = 0; i < 2 * point.dofs; ++i) {
    for (int j = 0; j <= i; ++j) {
      const double bend = weights[0] * speed(point, i, j).slope.slope;
      H(i, j) += bend;
      if (i != j) H(j, i) += bend;
    }
  }
}

}  // namespace alembert
