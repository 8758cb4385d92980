// Eigen's names as this folder says them.
#pragma once

#include <Eigen/Core>

namespace alembert::identifying {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

}  // namespace alembert::identifying
