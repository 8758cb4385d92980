// Of dense.hpp what few ask for.
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/SVD>

#include "dense.hpp"

namespace alembert::dense {

Eigen::MatrixXd solved_with_full_pivots(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) {
  return A.fullPivLu().solve(B);
}

Eigen::VectorXd singular_values(const Eigen::MatrixXd& A) {
  return Eigen::JacobiSVD<Eigen::MatrixXd>(A).singularValues();
}

Eigenpairs eigenpairs(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) {
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> solver(A, B);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

}  // namespace alembert::dense
