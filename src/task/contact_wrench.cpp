#include "task/contact_wrench.hpp"

#include "task/ground.hpp"

namespace alembert {

ContactWrench::ContactWrench(const Eigen::Matrix<double, Eigen::Dynamic, 6>& rows, int first)
    : rows_(rows.rows(), placing_coordinates), first_(first) {
  for (int k = 0; k < placing_coordinates; ++k) rows_.col(carrying_torque(k)) = rows.col(k);
}

void ContactWrench::value(const TorquePoint& at, Eigen::Ref<Eigen::VectorXd> g) const {
  g.noalias() = rows_ * at.tau.segment(first_, placing_coordinates);
}

void ContactWrench::derivative(const TorquePoint& at, Eigen::Ref<Eigen::MatrixXd> D) const {
  D.noalias() = rows_ * at.tau_by_z.middleRows(first_, placing_coordinates);
}

bool ContactWrench::enclose(const MotionPiece&, const VecX<Enclosure>& tau,
                            EnclosureOut out) const {
  out.noalias() = rows_.cast<Enclosure>() * tau.segment(first_, placing_coordinates);
  return true;
}

void ContactWrench::add_hessian(const TorquePoint&, const Weights& weights, Gradient,
                                Eigen::Ref<Eigen::MatrixXd>, Gradient tau_weights) const {
  tau_weights.segment(first_, placing_coordinates).noalias() += rows_.transpose() * weights;
}

}  // namespace alembert
