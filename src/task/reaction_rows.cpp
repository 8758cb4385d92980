#include "task/reaction_rows.hpp"

#include "task/ground.hpp"

namespace alembert {

namespace {

Eigen::MatrixXd by_torques(const Eigen::Matrix<double, Eigen::Dynamic, 6>& by_wrench) {
  Eigen::MatrixXd rows(by_wrench.rows(), placing_coordinates);
  for (int k = 0; k < placing_coordinates; ++k) rows.col(carrying_torque(k)) = by_wrench.col(k);
  return rows;
}

}  // namespace

ContactWrench::ContactWrench(const Eigen::Matrix<double, Eigen::Dynamic, 6>& rows, int first)
    : ReactionRows(by_torques(rows), 0, first) {}

Eigen::Index ReactionRows::forces() const { return rows_.cols() - placing_coordinates; }

void ReactionRows::value(const TorquePoint& at, VecOut<double> g) const {
  g.noalias() =
      rows_.leftCols(placing_coordinates) * at.tau.segment(first_torque_, placing_coordinates);
  g.noalias() += rows_.rightCols(forces()) * at.point.force().segment(first_force_, forces());
}

void ReactionRows::derivative(const TorquePoint& at, MatOut<double> D) const {
  D.noalias() = rows_.leftCols(placing_coordinates) *
                at.tau_by_z.middleRows(first_torque_, placing_coordinates);
  D.middleCols(4 * at.point.dofs + first_force_, forces()) += rows_.rightCols(forces());
}

bool ReactionRows::enclose(const MotionPiece& piece, Enclosures tau, EnclosureOut out) const {
  VecX<Enclosure> y(rows_.cols());
  y.head(placing_coordinates) = tau.segment(first_torque_, placing_coordinates);
  y.tail(forces()) = piece.forces.segment(first_force_, forces());
  out.noalias() = rows_.cast<Enclosure>() * y;
  return true;
}

void ReactionRows::add_hessian(const TorquePoint& at, const Weights& weights, Gradient gradient,
                               MatOut<double>, Gradient tau_weights) const {
  tau_weights.segment(first_torque_, placing_coordinates).noalias() +=
      rows_.leftCols(placing_coordinates).transpose() * weights;
  gradient.segment(4 * at.point.dofs + first_force_, forces()).noalias() +=
      rows_.rightCols(forces()).transpose() * weights;
}

}  // namespace alembert
