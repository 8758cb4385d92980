// Decompositions of dense matrices for calls that are not hot. Here they are compiled once: the
// compiler takes seconds over each.
#pragma once

#include <Eigen/Core>

namespace alembert::dense {

/// X of A X = B, for a regular A.
Eigen::MatrixXd solved(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);
/// The same with pivots chosen over rows and columns, for an A that is badly scaled.
Eigen::MatrixXd solved_with_full_pivots(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);
/// The shortest x of those that A x = b leaves open.
Eigen::VectorXd shortest_solution(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);

/// Falling.
Eigen::VectorXd singular_values(const Eigen::MatrixXd& A);

struct Eigenpairs {
  Eigen::VectorXd values;   ///< rising
  Eigen::MatrixXd vectors;  ///< one a column
};
/// Of a symmetric matrix.
Eigenpairs eigenpairs(const Eigen::MatrixXd& A);
/// Of A x = value B x, for a B that is symmetric and definite.
Eigenpairs eigenpairs(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);

}  // namespace alembert::dense
