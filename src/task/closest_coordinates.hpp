// The point of a convex set corner + edges y, 0 <= y <= 1, that is closest to the origin.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace alembert {

/// Minimises |offset + edges y|^2 over 0 <= y <= 1, and lists the entries inside their bounds.
void closest_coordinates(const Eigen::Vector3d& offset, const Eigen::Matrix3Xd& edges,
                         Eigen::VectorXd& y, std::vector<int>& free);

Eigen::Matrix3Xd columns(const Eigen::Matrix3Xd& edges, const std::vector<int>& chosen);

/// x of used' used x = b, regularised: for edges that may be parallel. Refined, unless they are so
/// nearly parallel that the regularisation decides the answer: each correction would then add
/// another of the same size.
Eigen::MatrixXd solve_normal(const Eigen::Matrix3Xd& used, const Eigen::MatrixXd& b);

}  // namespace alembert
