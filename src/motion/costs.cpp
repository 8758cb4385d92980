#include "motion/costs.hpp"

#include <algorithm>
#include <cmath>

#include "alembert/ground_coordinates.hpp"

namespace alembert {

bool only_time_counts(const Objective& objective) {
  return objective.effort == 0.0 && objective.exertion == 0.0 && objective.discomfort == 0.0 &&
         objective.energy == 0.0 && objective.jerk == 0.0 && objective.torque_rate == 0.0 &&
         objective.path_length == 0.0 && objective.terms.empty();
}
void JerkSquared::value(const MotionPoint& point, VecOut<double> g) {
  g[0] = point.jerk().squaredNorm();
}

void JerkSquared::derivative(const MotionPoint& point, MatOut<double> D) {
  D.row(0).segment(3 * point.dofs, point.dofs) = 2.0 * point.jerk().transpose();
}

void JerkSquared::hessian(const MotionPoint& point, VecIn<double> weights, MatOut<double> H) {
  H.diagonal().segment(3 * point.dofs, point.dofs).array() += 2.0 * weights[0];
}

Discomfort::Discomfort(const MotionProblem& problem)
    : weights_(Eigen::VectorXd::Zero(problem.model.dofs())),
      neutral_(Eigen::VectorXd::Zero(problem.model.dofs())) {
  const MotionLimits& limits = problem.limits;
  for (const int j : own_coordinates(problem, problem.model.dofs())) {
    const double range = limits.upper[j] - limits.lower[j];
    if (!std::isfinite(range) || range <= 0.0) continue;
    weights_[j] = 1.0 / (range * range);
    neutral_[j] = std::clamp(0.0, limits.lower[j], limits.upper[j]);
  }
  if (problem.minimize.neutral.size() > 0) neutral_ = problem.minimize.neutral;
}

void Discomfort::value(const MotionPoint& point, VecOut<double> g) {
  g[0] = weights_.dot((point.q() - neutral_).cwiseAbs2());
}

void Discomfort::derivative(const MotionPoint& point, MatOut<double> D) {
  D.row(0).head(point.dofs) = 2.0 * weights_.cwiseProduct(point.q() - neutral_).transpose();
}

void Discomfort::hessian(const MotionPoint& point, VecIn<double> weights, MatOut<double> H) {
  H.diagonal().head(point.dofs) += 2.0 * weights[0] * weights_;
}

// With F = weights · tau and z' = S z the shift (q' = v, v' = a, a' = jerk, force' = force rate),
// the rate of F is grad F · S z. Its gradient is F'' S z + S^T grad F, its Hessian F''' S z + F'' S
// + S^T F''.
TorqueRate::TorqueRate(std::unique_ptr<Dynamics> dynamics, double slip_speed,
                       std::vector<int> left_out)
    : dynamics_(std::move(dynamics)),
      slip_speed_(slip_speed),
      left_out_(std::move(left_out)),
      rate_(dynamics_->size()) {}

std::unique_ptr<PointFunction> TorqueRate::clone() const {
  return std::make_unique<TorqueRate>(dynamics_->clone(), slip_speed_, left_out_);
}

namespace {

/// Calls put(to, from, size) for the blocks of S z: entries `to` of z change as entries `from` say.
template <typename Put>
void for_each_shift(const MotionPoint& point, Put put) {
  const int n = point.dofs;
  put(0, n, 3 * n);
  put(4 * n, 4 * n + point.forces, point.forces);
}

}  // namespace

void TorqueRate::set_rate(const MotionPoint& point) {
  tau_by_z_.setZero(dynamics_->size(), point.z.size());
  dynamics_->derivative(point, tau_by_z_);
  for (const int j : left_out_) tau_by_z_.row(j).setZero();
  along_.setZero(point.z.size());
  for_each_shift(point, [&](int to, int from, int size) {
    along_.segment(to, size) = point.z.segment(from, size);
  });
  rate_.noalias() = tau_by_z_ * along_;
}

void TorqueRate::value(const MotionPoint& point, VecOut<double> g) {
  set_rate(point);
  g[0] = rate_.squaredNorm();
}

void TorqueRate::derivative(const MotionPoint& point, MatOut<double> D) {
  set_rate(point);
  const Eigen::VectorXd weights = 2.0 * rate_;
  hessian_.setZero(point.z.size(), point.z.size());
  dynamics_->add_hessian(point, weights, hessian_);
  D.noalias() = along_.transpose() * hessian_;
  const Eigen::RowVectorXd slope = weights.transpose() * tau_by_z_;
  for_each_shift(point, [&](int to, int from, int size) {
    D.middleCols(from, size) += slope.segment(to, size);
  });
}

void TorqueRate::hessian(const MotionPoint& point, VecIn<double> weights, MatOut<double> H) {
  set_rate(point);
  const int n = dynamics_->size();
  slopes_.setZero(n, point.z.size());  // of the rates
  for_each_shift(point, [&](int to, int from, int size) {
    slopes_.middleCols(from, size) += tau_by_z_.middleCols(to, size);
  });
  for (int i = 0; i < n; ++i) {
    if (std::find(left_out_.begin(), left_out_.end(), i) != left_out_.end()) continue;
    hessian_.setZero(point.z.size(), point.z.size());
    dynamics_->add_hessian(point, Eigen::VectorXd::Unit(n, i), hessian_);
    slopes_.row(i).noalias() += along_.transpose() * hessian_;
  }
  H.noalias() += 2.0 * weights[0] * slopes_.transpose() * slopes_;
  const Eigen::VectorXd w = 2.0 * weights[0] * rate_;
  hessian_.setZero(point.z.size(), point.z.size());
  dynamics_->add_hessian(point, w, hessian_);
  for_each_shift(point, [&](int to, int from, int size) {
    H.middleCols(from, size) += hessian_.middleCols(to, size);
    H.middleRows(from, size) += hessian_.middleRows(to, size);
  });
  add_third(point, w, H);
}

// F''' S z by five points of a line along S z (the middle one has no weight): torques are sines of
// q, squares of v and, within the slip speed, tanh of v, so a step of `small` of each is wrong by
// about small^4.
void TorqueRate::add_third(const MotionPoint& point, const Eigen::VectorXd& weights,
                           MatOut<double> H) {
  constexpr double small = 2e-3;
  const int n = point.dofs;
  const double turn = along_.head(n).cwiseAbs().maxCoeff();
  double speed = along_.segment(n, n).cwiseAbs().maxCoeff();
  if (slip_speed_ > 0.0) speed /= std::min(1.0, slip_speed_);
  const double step = small / std::max({turn, speed, 1e-9});
  MotionPoint moved = point;
  for (const auto& [count, share] : {std::pair{1.0, 2.0 / 3.0}, std::pair{2.0, -1.0 / 12.0}}) {
    for (const double side : {1.0, -1.0}) {
      moved.z = point.z + side * count * step * along_;
      hessian_.setZero(point.z.size(), point.z.size());
      dynamics_->add_hessian(moved, weights, hessian_);
      H += side * share / step * hessian_;
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
  constexpr double speed_rounding = 1e-4;  // m/s
  return sqrt(velocity.dot(velocity) + Second(speed_rounding * speed_rounding));
}

void PathSpeed::value(const MotionPoint& point, VecOut<double> g) {
  g[0] = speed(point, -1, -1).value.value;
}

void PathSpeed::derivative(const MotionPoint& point, MatOut<double> D) {
  for (int i = 0; i < 2 * point.dofs; ++i) D(0, i) = speed(point, i, -1).slope.value;
}

void PathSpeed::hessian(const MotionPoint& point, VecIn<double> weights, MatOut<double> H) {
  for (int i = 0; i < 2 * point.dofs; ++i) {
    for (int j = 0; j <= i; ++j) {
      const double bend = weights[0] * speed(point, i, j).slope.slope;
      H(i, j) += bend;
      if (i != j) H(j, i) += bend;
    }
  }
}

}  // namespace alembert
