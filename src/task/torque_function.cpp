#include "task/torque_function.hpp"

#include "kernel/dense_product.hpp"

namespace alembert {

namespace {

Eigen::VectorXd watts_of(const TorquePoint& at) { return at.tau.cwiseProduct(at.point.v()); }

/// Row i: tau_i' v_i + tau_i in the column of v_i.
Eigen::MatrixXd watts_by_z(const TorquePoint& at) {
  const int n = at.point.dofs;
  Eigen::MatrixXd D = at.point.v().asDiagonal() * at.tau_by_z;
  D.middleCols(n, n).diagonal() += at.tau;
  return D;
}

/// The part of weights · (tau v)'' in which one derivative falls on v.
void add_power_hessian(const TorquePoint& at, const TorqueFunction::Weights& weights,
                       MatOut<double> H) {
  const int n = at.point.dofs;
  for (int i = 0; i < n; ++i) {
    H.row(n + i) += weights[i] * at.tau_by_z.row(i);
    H.col(n + i) += weights[i] * at.tau_by_z.row(i).transpose();
  }
}

}  // namespace

void TorqueItself::value(const TorquePoint& at, VecOut<double> g) const { g = at.tau; }

void TorqueItself::derivative(const TorquePoint& at, MatOut<double> D) const { D = at.tau_by_z; }

void TorqueItself::add_hessian(const TorquePoint&, const Weights& weights, Gradient, MatOut<double>,
                               Gradient tau_weights) const {
  tau_weights += weights;
}

bool TorqueItself::enclose(const MotionPiece&, Enclosures tau, EnclosureOut out) const {
  out = tau;
  return true;
}

void Power::value(const TorquePoint& at, VecOut<double> g) const { g = watts_of(at); }

void Power::derivative(const TorquePoint& at, MatOut<double> D) const { D = watts_by_z(at); }

void Power::add_hessian(const TorquePoint& at, const Weights& weights, Gradient gradient,
                        MatOut<double> H, Gradient tau_weights) const {
  tau_weights += weights.cwiseProduct(at.point.v());
  gradient.segment(dofs_, dofs_) += weights.cwiseProduct(at.tau);
  add_power_hessian(at, weights, H);
}

bool Power::enclose(const MotionPiece& piece, Enclosures tau, EnclosureOut out) const {
  out = tau.cwiseProduct(piece.v);
  return true;
}

template <typename S>
auto WithFriction::friction(int entry, const S& v) const {
  const int j = joint(entry);
  if (what_ == Of::torque) return is_most(entry) ? hull_->above(j, v) : hull_->below(j, v);
  return is_most(entry) ? hull_->power_above(j, v) : hull_->power_below(j, v);
}

void WithFriction::value(const TorquePoint& at, VecOut<double> g) const {
  for (int i = 0; i < size(); ++i) {
    const double v = at.point.v()[joint(i)];
    g[i] = at.tau[joint(i)] * (what_ == Of::torque ? 1.0 : v) + friction(i, v).value;
  }
}

void WithFriction::derivative(const TorquePoint& at, MatOut<double> D) const {
  for (int i = 0; i < size(); ++i) {
    const int j = joint(i), by_v = at.point.dofs + j;
    const double v = at.point.v()[j];
    D.row(i) = (what_ == Of::torque ? 1.0 : v) * at.tau_by_z.row(j);
    D(i, by_v) += friction(i, v).slope + (what_ == Of::torque ? 0.0 : at.tau[j]);
  }
}

void WithFriction::add_hessian(const TorquePoint& at, const Weights& weights, Gradient gradient,
                               MatOut<double> H, Gradient tau_weights) const {
  for (int i = 0; i < size(); ++i) {
    if (weights[i] == 0.0) continue;
    const int j = joint(i), by_v = at.point.dofs + j;
    const double v = at.point.v()[j];
    const SpeedFunction now = friction(i, v);
    gradient[by_v] += weights[i] * now.slope;
    H(by_v, by_v) += weights[i] * now.bend;
    if (what_ == Of::torque) {
      tau_weights[j] += weights[i];
      continue;
    }
    tau_weights[j] += weights[i] * v;
    gradient[by_v] += weights[i] * at.tau[j];
    H.row(by_v) += weights[i] * at.tau_by_z.row(j);
    H.col(by_v) += weights[i] * at.tau_by_z.row(j).transpose();
  }
}

bool WithFriction::enclose(const MotionPiece& piece, Enclosures tau, EnclosureOut out) const {
  for (int i = 0; i < size(); ++i) {
    const int j = joint(i);
    const Enclosure& v = piece.v[j];
    out[i] = (what_ == Of::torque ? tau[j] : tau[j] * v) + friction(i, v);
  }
  return true;
}

void Effort::value(const TorquePoint& at, VecOut<double> g) const {
  g[0] = at.tau.tail(at.tau.size() - first_).squaredNorm();
}

void Effort::derivative(const TorquePoint& at, MatOut<double> D) const {
  const Eigen::Index motors = at.tau.size() - first_;
  D = 2.0 * at.tau.tail(motors).transpose() * at.tau_by_z.bottomRows(motors);
}

void Effort::add_hessian(const TorquePoint& at, const Weights& weights, Gradient, MatOut<double> H,
                         Gradient tau_weights) const {
  const Eigen::Index motors = at.tau.size() - first_;
  tau_weights.tail(motors) += 2.0 * weights[0] * at.tau.tail(motors);
  // Torques see neither jerk nor force rates: those columns are zero.
  const int n = 3 * at.point.dofs, f = at.point.forces, first = 4 * at.point.dofs;
  const auto by_state = at.tau_by_z.bottomLeftCorner(motors, n);
  const auto by_force = at.tau_by_z.block(first_, first, motors, f);
  const double twice = 2.0 * weights[0];
  H.topLeftCorner(n, n).noalias() += twice * by_state.transpose() * by_state;
  if (f == 0) return;
  H.block(0, first, n, f).noalias() += twice * by_state.transpose() * by_force;
  H.block(first, 0, f, n).noalias() += twice * by_force.transpose() * by_state;
  H.block(first, first, f, f).noalias() += twice * by_force.transpose() * by_force;
}

void WeightedEffort::value(const TorquePoint& at, VecOut<double> g) const {
  g[0] = weights_.dot(at.tau.cwiseAbs2());
}

void WeightedEffort::derivative(const TorquePoint& at, MatOut<double> D) const {
  D = 2.0 * weights_.cwiseProduct(at.tau).transpose() * at.tau_by_z;
}

void WeightedEffort::add_hessian(const TorquePoint& at, const Weights& weights, Gradient,
                                 MatOut<double> H, Gradient tau_weights) const {
  const Eigen::VectorXd twice = 2.0 * weights[0] * weights_;
  tau_weights += twice.cwiseProduct(at.tau);
  // Torques see neither jerk nor force rates: those columns are zero.
  const int n = 3 * at.point.dofs, f = at.point.forces, first = 4 * at.point.dofs;
  Eigen::MatrixXd slopes(n + f, twice.size()), square(n + f, n + f);
  slopes << at.tau_by_z.leftCols(n).transpose(), at.tau_by_z.middleCols(first, f).transpose();
  lower_product(slopes * twice.asDiagonal(), slopes, square);
  square.triangularView<Eigen::StrictlyUpper>() = square.transpose();
  H.topLeftCorner(n, n) += square.topLeftCorner(n, n);
  H.block(0, first, n, f) += square.topRightCorner(n, f);
  H.block(first, 0, f, n) += square.bottomLeftCorner(f, n);
  H.block(first, first, f, f) += square.bottomRightCorner(f, f);
}

Eigen::ArrayXd MechanicalEnergy::rounded(const Eigen::VectorXd& watts) const {
  return (watts.array().square() + rounding_ * rounding_).sqrt();
}

void MechanicalEnergy::value(const TorquePoint& at, VecOut<double> g) const {
  g[0] = rounded(watts_of(at)).sum();
}

void MechanicalEnergy::derivative(const TorquePoint& at, MatOut<double> D) const {
  const Eigen::VectorXd watts = watts_of(at);
  D = (watts.array() / rounded(watts)).matrix().transpose() * watts_by_z(at);
}

void MechanicalEnergy::add_hessian(const TorquePoint& at, const Weights& weights, Gradient gradient,
                                   MatOut<double> H, Gradient tau_weights) const {
  const Eigen::VectorXd watts = watts_of(at);
  const Eigen::ArrayXd size = rounded(watts);
  const Eigen::VectorXd slope = weights[0] * (watts.array() / size).matrix();
  tau_weights += slope.cwiseProduct(at.point.v());
  gradient.segment(at.point.dofs, at.point.dofs) += slope.cwiseProduct(at.tau);
  add_power_hessian(at, slope, H);
  const Eigen::VectorXd bend = weights[0] * rounding_ * rounding_ / (size * size * size);
  const Eigen::MatrixXd by_z = watts_by_z(at);
  H.noalias() += by_z.transpose() * bend.asDiagonal() * by_z;
}

OfTorque::OfTorque(std::shared_ptr<const TorqueFunction> function,
                   std::unique_ptr<Dynamics> dynamics)
    : function_(std::move(function)),
      dynamics_(std::move(dynamics)),
      tau_(dynamics_->size()),
      tau_weights_(dynamics_->size()) {}

std::unique_ptr<PointFunction> OfTorque::clone() const {
  return std::make_unique<OfTorque>(function_, dynamics_->clone());
}

TorquePoint OfTorque::evaluated(const MotionPoint& point, bool slopes) {
  dynamics_->torque(point, tau_);
  if (slopes) {
    tau_by_z_.setZero(tau_.size(), point.z.size());
    dynamics_->derivative(point, tau_by_z_);
  }
  return {point, tau_, tau_by_z_};
}

void OfTorque::value(const MotionPoint& point, VecOut<double> g) {
  function_->value(evaluated(point, false), g);
}

void OfTorque::derivative(const MotionPoint& point, MatOut<double> D) {
  function_->derivative(evaluated(point, true), D);
}

void OfTorque::hessian(const MotionPoint& point, VecIn<double> weights, MatOut<double> H) {
  tau_weights_.setZero();
  gradient_.setZero(point.z.size());
  function_->add_hessian(evaluated(point, true), weights, gradient_, H, tau_weights_);
  dynamics_->add_hessian(point, tau_weights_, H);
}

HoldingTorque::HoldingTorque(std::unique_ptr<Dynamics> dynamics)
    : dynamics_(std::move(dynamics)), rest_(dynamics_->size(), 0) {}

std::unique_ptr<PointFunction> HoldingTorque::clone() const {
  return std::make_unique<HoldingTorque>(dynamics_->clone());
}

const MotionPoint& HoldingTorque::at_rest(const MotionPoint& point) {
  rest_.z.head(point.dofs) = point.q();
  return rest_;
}

void HoldingTorque::value(const MotionPoint& point, VecOut<double> g) {
  dynamics_->torque(at_rest(point), g);
}

void HoldingTorque::derivative(const MotionPoint& point, MatOut<double> D) {
  by_z_.setZero(size(), rest_.z.size());
  dynamics_->derivative(at_rest(point), by_z_);
  D.leftCols(point.dofs) = by_z_.leftCols(point.dofs);
}

void HoldingTorque::hessian(const MotionPoint& point, VecIn<double> weights, MatOut<double> H) {
  const int n = point.dofs;
  hessian_.setZero(rest_.z.size(), rest_.z.size());
  dynamics_->add_hessian(at_rest(point), weights, hessian_);
  H.topLeftCorner(n, n) += hessian_.topLeftCorner(n, n);
}

}  // namespace alembert
