// Matrices over coordinates, for people, and what their columns multiply.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "alembert/model.hpp"
#include "alembert/regressor.hpp"
#include "numbers.hpp"

namespace alembert::cli {

/// Rows and columns headed by the names of the coordinates in `order`, which they are in.
std::string matrix_text(const Model& model, const std::vector<int>& order,
                        const Eigen::MatrixXd& M);

/// Rows of other things by the velocities of the coordinates in `order`, one column of J each.
std::string jacobian_text(const Model& model, const std::vector<int>& order,
                          const std::vector<std::string>& rows, const Eigen::MatrixXd& J);

/// What columns of a regressor multiply.
Json json_parameters(const std::vector<RegressorColumn>& parameters);

}  // namespace alembert::cli
