#include "motion/torque.hpp"

namespace alembert {

Torque::Torque(const Model& model, std::vector<Load> loads, const std::vector<CutJoint>& cuts,
               double slip_speed)
    : dofs_(model.dofs()),
      loads_(std::move(loads)),
      friction_(model, slip_speed),
      dynamics_(without_coulomb(model)),
      derivatives_(without_coulomb(model)),
      hessian_(without_coulomb(model)),
      qq_(dofs_, dofs_),
      qv_(dofs_, dofs_),
      vv_(dofs_, dofs_),
      qa_(dofs_, dofs_) {
  for (const CutJoint& cut : cuts) {
    cuts_.push_back(
        {cut, FrameMotion(model, cut.frame_a), FrameMotion(model, cut.frame_b), loads_.size()});
    loads_.push_back({.frame = cut.frame_a});
    loads_.push_back({.frame = cut.frame_b});
  }
}

void Torque::set_loads(const MotionPoint& point) {
  Eigen::Index at = 0;
  for (const Cut& cut : cuts_) {
    Load &on_a = loads_[cut.load], &on_b = loads_[cut.load + 1];
    const Eigen::Index gaps = cut.joint.directions.rows();
    on_b.force = cut.joint.directions.transpose() * point.force().segment(at, gaps);
    at += gaps;
    if (cut.joint.hold_orientation) {
      on_b.moment = point.force().segment(at, 3);
      at += 3;
    }
    on_a.force = -on_b.force;
    on_a.moment = -on_b.moment;
  }
}

void Torque::value(const MotionPoint& point, Eigen::Ref<Eigen::VectorXd> g) {
  set_loads(point);
  dynamics_(point.q(), point.v(), point.a(), loads_, g);
  friction_.add(point.v(), 1.0, g);
}

void Torque::derivative(const MotionPoint& point, Eigen::Ref<Eigen::MatrixXd> D) {
  set_loads(point);
  derivatives_(point.q(), point.v(), point.a(), loads_, qq_, qv_, vv_);
  D.leftCols(dofs_) = qq_;
  friction_.add_derivative(point.v(), qv_);
  D.middleCols(dofs_, dofs_) = qv_;
  D.middleCols(2 * dofs_, dofs_) = vv_;
  Eigen::Index at = 4 * dofs_;
  for (Cut& cut : cuts_) {
    cut.a.update(point.q());
    cut.b.update(point.q());
    const Eigen::MatrixX3d& along = cut.joint.directions;
    D.middleCols(at, along.rows()) = (along * (cut.a.velocity() - cut.b.velocity())).transpose();
    at += along.rows();
    if (!cut.joint.hold_orientation) continue;
    D.middleCols(at, 3) = (cut.a.turning() - cut.b.turning()).transpose();
    at += 3;
  }
}

// A cut force f adds -f · (J_b - J_a) weights to weights · tau, which bends with q: the second
// derivatives of the frames' positions, and the slope of their turning for moments.
void Torque::hessian(const MotionPoint& point, const Eigen::Ref<const Eigen::VectorXd>& weights,
                     Eigen::Ref<Eigen::MatrixXd> H) {
  set_loads(point);
  hessian_(point.q(), point.v(), point.a(), weights, loads_, qq_, qv_, vv_, qa_);
  friction_.add_hessian(point.v(), weights, vv_);
  const int n = dofs_;
  H.block(0, 0, n, n) += qq_;
  H.block(0, n, n, n) += qv_;
  H.block(n, 0, n, n) += qv_.transpose();
  H.block(n, n, n, n) += vv_;
  H.block(0, 2 * n, n, n) += qa_;
  H.block(2 * n, 0, n, n) += qa_.transpose();
  Eigen::Index at = 4 * n;
  const auto put = [&](const Eigen::VectorXd& slope) {
    H.col(at).head(n) += slope;
    H.row(at).head(n) += slope.transpose();
    ++at;
  };
  for (Cut& cut : cuts_) {
    cut.a.update(point.q());
    cut.b.update(point.q());
    for (Eigen::Index k = 0; k < cut.joint.directions.rows(); ++k) {
      const Eigen::Vector3d direction = cut.joint.directions.row(k);
      qq_.setZero();
      cut.a.add_position_hessian(direction, qq_);
      cut.b.add_position_hessian(-direction, qq_);
      put(qq_ * weights);
    }
    if (!cut.joint.hold_orientation) continue;
    for (int k = 0; k < 3; ++k) {
      Eigen::VectorXd slope = Eigen::VectorXd::Zero(n);
      cut.a.add_turning_slope(Eigen::Vector3d::Unit(k), weights, slope);
      cut.b.add_turning_slope(-Eigen::Vector3d::Unit(k), weights, slope);
      put(slope);
    }
  }
}

HoldingTorque::HoldingTorque(std::shared_ptr<Torque> torque)
    : torque_(std::move(torque)), rest_(torque_->size(), 0) {}

const MotionPoint& HoldingTorque::at_rest(const MotionPoint& point) {
  rest_.z.head(point.dofs) = point.q();
  return rest_;
}

void HoldingTorque::value(const MotionPoint& point, Eigen::Ref<Eigen::VectorXd> g) {
  torque_->value(at_rest(point), g);
}

void HoldingTorque::derivative(const MotionPoint& point, Eigen::Ref<Eigen::MatrixXd> D) {
  by_z_.setZero(size(), rest_.z.size());
  torque_->derivative(at_rest(point), by_z_);
  D.leftCols(point.dofs) = by_z_.leftCols(point.dofs);
}

void HoldingTorque::hessian(const MotionPoint& point,
                            const Eigen::Ref<const Eigen::VectorXd>& weights,
                            Eigen::Ref<Eigen::MatrixXd> H) {
  const int n = point.dofs;
  hessian_.setZero(rest_.z.size(), rest_.z.size());
  torque_->hessian(at_rest(point), weights, hessian_);
  H.topLeftCorner(n, n) += hessian_.topLeftCorner(n, n);
}

Power::Power(std::shared_ptr<Torque> torque) : torque_(std::move(torque)), tau_(torque_->size()) {}

void Power::value(const MotionPoint& point, Eigen::Ref<Eigen::VectorXd> g) {
  torque_->value(point, tau_);
  g = tau_.cwiseProduct(point.v());
}

void Power::derivative(const MotionPoint& point, Eigen::Ref<Eigen::MatrixXd> D) {
  torque_->value(point, tau_);
  torque_->derivative(point, D);
  D = point.v().asDiagonal() * D;
  D.middleCols(point.dofs, point.dofs).diagonal() += tau_;
}

void Power::hessian(const MotionPoint& point, const Eigen::Ref<const Eigen::VectorXd>& weights,
                    Eigen::Ref<Eigen::MatrixXd> H) {
  torque_->hessian(point, weights.cwiseProduct(point.v()), H);
  tau_by_z_.setZero(size(), point.z.size());
  torque_->derivative(point, tau_by_z_);
  for (int i = 0; i < point.dofs; ++i) {
    H.row(point.dofs + i) += weights[i] * tau_by_z_.row(i);
    H.col(point.dofs + i) += weights[i] * tau_by_z_.row(i).transpose();
  }
}

}  // namespace alembert
