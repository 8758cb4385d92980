#include "dense.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>

namespace alembert::dense {

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd solved(const MatrixXd& A, const MatrixXd& B) {
  if (B.cols() == 0) return B;
  return A.partialPivLu().solve(B);
}

VectorXd shortest_solution(const MatrixXd& A, const VectorXd& b) {
  return A.completeOrthogonalDecomposition().solve(b);
}

VectorXd solved_symmetric(const MatrixXd& A, const VectorXd& b) { return A.ldlt().solve(b); }

double smallest_pivot(const MatrixXd& A) { return A.ldlt().vectorD().minCoeff(); }

Eigenpairs eigenpairs(const MatrixXd& A) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

Eigen::Vector3d principal_moments(const Matrix3d& tensor) {
  return Eigen::SelfAdjointEigenSolver<Matrix3d>(tensor, Eigen::EigenvaluesOnly).eigenvalues();
}

Matrix3d principal_axes(const Matrix3d& tensor) {
  return Eigen::SelfAdjointEigenSolver<Matrix3d>(tensor).eigenvectors();
}

}  // namespace alembert::dense
