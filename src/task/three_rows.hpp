// Products of matrices that have three rows, a column for every joint or edge, or that have three
// columns, a row for every direction. The compiler takes a second over each kind of product: here
// they are compiled once.
#pragma once

#include "alembert/scalar.hpp"

namespace alembert {

/// columns x
Eigen::Vector3d combined(const Eigen::Matrix3Xd& columns, VecIn<double> x);
/// rows' x
Eigen::Vector3d combined(const Eigen::MatrixX3d& rows, VecIn<double> x);
/// columns' direction
Eigen::VectorXd along(const Eigen::Matrix3Xd& columns, const Eigen::Vector3d& direction);
/// a' b
Eigen::MatrixXd products(const Eigen::Matrix3Xd& a, const Eigen::Matrix3Xd& b);
/// rows columns
Eigen::MatrixXd products(const Eigen::MatrixX3d& rows, const Eigen::Matrix3Xd& columns);

}  // namespace alembert
