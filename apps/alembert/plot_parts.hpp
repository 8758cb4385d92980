// What plots of motions have in common.
#pragma once

#include <string>

#include "alembert/model.hpp"
#include "alembert/plot.hpp"

namespace alembert::cli {

/// A limit far away would flatten the curves: it is drawn only where they come near it.
void add_levels(Plot& plot, const Eigen::VectorXd& lower, const Eigen::VectorXd& upper);

/// "rad", "m", or both where the robot has both.
std::string unit_of_all(const Model& model, const std::string& quantity);

}  // namespace alembert::cli
