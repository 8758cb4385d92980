// A matrix over coordinates, for people.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "alembert/model.hpp"

namespace alembert::cli {

/// Rows and columns headed by the names of the coordinates in `order`.
std::string matrix_text(const Model& model, const std::vector<int>& order,
                        const Eigen::MatrixXd& M);

}  // namespace alembert::cli
