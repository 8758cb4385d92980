#include "eigenvalues.hpp"

#include <Eigen/Eigenvalues>

namespace alembert::cli {

Eigenpairs eigenpairs(const Eigen::MatrixXd& symmetric) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(symmetric);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

}  // namespace alembert::cli
