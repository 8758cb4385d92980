// How well joints can move a frame: the singular values of its Jacobian, and their product.
#pragma once

#include <Eigen/Core>

#include "alembert/abi.hpp"

namespace alembert {

/// Of some rows of a Jacobian. With fewer joints than rows the rows that no joint moves are left
/// out: of a planar arm of two joints the measure is l1 l2 |sin q2|.
struct Manipulability {
  Eigen::VectorXd singular_values;  ///< largest first; as many as rows or joints, whichever is less

  /// Yoshikawa's measure: sqrt(det(J J^T)), or sqrt(det(J^T J)) with fewer joints than rows.
  double measure() const;
  /// Smallest singular value over the largest: 1 moves alike in all directions, 0 is singular.
  double isotropy() const;
};

/// Rows 0-2 of a Kinematics::jacobian() for the frame's origin, rows 3-5 for its turning, all for
/// both.
Manipulability manipulability(const Eigen::Ref<const Eigen::MatrixXd>& jacobian);

}  // namespace alembert
