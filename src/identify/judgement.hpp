// What can be known: every parameter with its interval, and of those that are not known which
// motion would tell.
#pragma once

#include <vector>

#include "identify/intervals.hpp"

namespace alembert::identifying {

std::vector<ParameterEstimate> judge_parameters(const FitSpace& space, const Intervals& known,
                                                const VectorXd& u);
/// Of the parameters that were judged, in their order.
MatrixXd covariance_of(const FitSpace& space, const Intervals& known,
                       const std::vector<ParameterEstimate>& parameters);
std::vector<ParameterEstimate> judge_base(const FitSpace& space, const Intervals& known,
                                          const VectorXd& u);

}  // namespace alembert::identifying
