#include "task/three_rows.hpp"

namespace alembert {

Eigen::Vector3d combined(const Eigen::Matrix3Xd& columns, VecIn<double> x) { return columns * x; }

Eigen::Vector3d combined(const Eigen::MatrixX3d& rows, VecIn<double> x) {
  return rows.transpose() * x;
}

Eigen::VectorXd along(const Eigen::Matrix3Xd& columns, const Eigen::Vector3d& direction) {
  return columns.transpose() * direction;
}

Eigen::MatrixXd products(const Eigen::Matrix3Xd& a, const Eigen::Matrix3Xd& b) {
  return a.transpose() * b;
}

Eigen::MatrixXd products(const Eigen::MatrixX3d& rows, const Eigen::Matrix3Xd& columns) {
  return rows * columns;
}

}  // namespace alembert
