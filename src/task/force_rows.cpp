#include "task/force_rows.hpp"

namespace alembert {

void ForceRows::value(const MotionPoint& point, VecOut<double> g) {
  g.noalias() = rows_ * point.force().segment(first_, rows_.cols());
}

void ForceRows::derivative(const MotionPoint& point, MatOut<double> D) {
  D.middleCols(4 * point.dofs + first_, rows_.cols()) = rows_;
}

bool ForceRows::enclose(const MotionPiece& piece, EnclosureOut out) {
  out.noalias() = rows_.cast<Enclosure>() * piece.forces.segment(first_, rows_.cols());
  return true;
}

}  // namespace alembert
