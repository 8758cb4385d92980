// Eigenvalues and eigenvectors of a symmetric matrix. In a file of its own, as the compiler takes
// long over it.
#pragma once

#include <Eigen/Core>

namespace alembert::cli {

struct Eigenpairs {
  Eigen::VectorXd values;   ///< rising
  Eigen::MatrixXd vectors;  ///< one a column
};

Eigenpairs eigenpairs(const Eigen::MatrixXd& symmetric);

}  // namespace alembert::cli
