// What torques change by as one position alone goes on: what a position that is late by a second
// would have them miss.
#pragma once

#include <vector>

#include "identify/parameter_space.hpp"
#include "identify/prepared_log.hpp"

namespace alembert::identifying {

/// At row i, of base parameters: one column a position of `moving`, from the rows beside.
void position_slopes(const PreparedLog& log, Index i, const std::vector<int>& moving,
                     const VectorXd& base, ParameterSpace::Rows& regressor, MatrixXd& slopes);

}  // namespace alembert::identifying
