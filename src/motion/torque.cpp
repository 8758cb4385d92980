#include "motion/torque.hpp"

namespace alembert {

Torque::Torque(const Model& model, std::vector<Load> loads)
    : dofs_(model.dofs()),
      loads_(std::move(loads)),
      dynamics_(model),
      derivatives_(model),
      hessian_(model),
      qq_(dofs_, dofs_),
      qv_(dofs_, dofs_),
      vv_(dofs_, dofs_),
      qa_(dofs_, dofs_) {}

void Torque::value(const MotionPoint& point, Eigen::Ref<Eigen::VectorXd> g) {
  dynamics_(point.q(), point.v(), point.a(), loads_, g);
}

void Torque::derivative(const MotionPoint& point, Eigen::Ref<Eigen::MatrixXd> D) {
  derivatives_(point.q(), point.v(), point.a(), loads_, qq_, qv_, vv_);
  D.leftCols(dofs_) = qq_;
  D.middleCols(dofs_, dofs_) = qv_;
  D.middleCols(2 * dofs_, dofs_) = vv_;
}

void Torque::hessian(const MotionPoint& point, const Eigen::Ref<const Eigen::VectorXd>& weights,
                     Eigen::Ref<Eigen::MatrixXd> H) {
  hessian_(point.q(), point.v(), point.a(), weights, loads_, qq_, qv_, vv_, qa_);
  const int n = dofs_;
  H.block(0, 0, n, n) += qq_;
  H.block(0, n, n, n) += qv_;
  H.block(n, 0, n, n) += qv_.transpose();
  H.block(n, n, n, n) += vv_;
  H.block(0, 2 * n, n, n) += qa_;
  H.block(2 * n, 0, n, n) += qa_.transpose();
}

}  // namespace alembert
