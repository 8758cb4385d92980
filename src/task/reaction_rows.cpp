#include "task/reaction_rows.hpp"

#include "task/ground.hpp"

namespace alembert {

Eigen::Index ReactionRows::forces() const { return rows_.cols() - placing_coordinates; }

void ReactionRows::value(const TorquePoint& at, Eigen::Ref<Eigen::VectorXd> g) const {
  g.noalias() = rows_.leftCols<placing_coordinates>() * at.tau.head<placing_coordinates>();
  g.noalias() += rows_.rightCols(forces()) * at.point.force().segment(first_, forces());
}

void ReactionRows::derivative(const TorquePoint& at, Eigen::Ref<Eigen::MatrixXd> D) const {
  D.noalias() = rows_.leftCols<placing_coordinates>() * at.tau_by_z.topRows<placing_coordinates>();
  D.middleCols(4 * at.point.dofs + first_, forces()) += rows_.rightCols(forces());
}

bool ReactionRows::enclose(const MotionPiece& piece, const VecX<Enclosure>& tau,
                           EnclosureOut out) const {
  VecX<Enclosure> y(rows_.cols());
  y.head<placing_coordinates>() = tau.head<placing_coordinates>();
  y.tail(forces()) = piece.forces.segment(first_, forces());
  out.noalias() = rows_.cast<Enclosure>() * y;
  return true;
}

void ReactionRows::add_hessian(const TorquePoint& at, const Weights& weights, Gradient gradient,
                               Eigen::Ref<Eigen::MatrixXd>, Gradient tau_weights) const {
  const Eigen::VectorXd by_y = rows_.transpose() * weights;
  tau_weights.head<placing_coordinates>() += by_y.head<placing_coordinates>();
  gradient.segment(4 * at.point.dofs + first_, forces()) += by_y.tail(forces());
}

}  // namespace alembert
