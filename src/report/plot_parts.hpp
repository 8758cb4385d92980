// What texts and plots of motions have in common.
#pragma once

#include <string>
#include <vector>

#include "alembert/model.hpp"
#include "alembert/plot.hpp"
#include "alembert/problem_document.hpp"
#include "alembert/units.hpp"

namespace alembert::report {

/// A limit far away would flatten the curves: it is drawn only where they come near it.
void add_levels(Plot& plot, const Eigen::VectorXd& lower, const Eigen::VectorXd& upper);

/// "rad", "m", or both where the robot has both.
std::string unit_of_all(const std::vector<CoordinateKind>& kinds, JointQuantity quantity);

/// What the position of the joint of that name is measured in.
std::string unit_of_joint(const ProblemDocument& problem, const std::string& joint);

}  // namespace alembert::report
