#include "dense.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>

namespace alembert::dense {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd solved(const MatrixXd& A, const MatrixXd& B) {
  if (B.cols() == 0) return B;
  return A.partialPivLu().solve(B);
}

VectorXd shortest_solution(const MatrixXd& A, const VectorXd& b) {
  return A.completeOrthogonalDecomposition().solve(b);
}

Eigenpairs eigenpairs(const MatrixXd& A) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

}  // namespace alembert::dense
