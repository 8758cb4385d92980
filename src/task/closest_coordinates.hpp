// The point of a convex set corner + edges y, 0 <= y <= 1, that is closest to the origin.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <vector>

namespace alembert {

/// Minimises |offset + edges y|^2 over 0 <= y <= 1, and lists the entries inside their bounds.
void closest_coordinates(const Eigen::Vector3d& offset, const Eigen::Matrix3Xd& edges,
                         Eigen::VectorXd& y, std::vector<int>& free);

Eigen::Matrix3Xd columns(const Eigen::Matrix3Xd& edges, const std::vector<int>& chosen);

/// Solves used' used x = b, regularised: for edges that may be parallel.
class NormalSolver {
 public:
  explicit NormalSolver(const Eigen::Matrix3Xd& used);

  Eigen::MatrixXd solve(const Eigen::MatrixXd& b) const;
  /// Refined, unless the edges are so nearly parallel that the regularisation decides the answer:
  /// each correction would then add another of the same size.
  Eigen::MatrixXd solve_refined(const Eigen::MatrixXd& b) const;

 private:
  Eigen::MatrixXd normal_;
  Eigen::LDLT<Eigen::MatrixXd> factor_;
};

}  // namespace alembert
