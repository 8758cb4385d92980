// What texts and plots of motions have in common.
#pragma once

#include <string>
#include <vector>

#include "alembert/model.hpp"
#include "alembert/plot.hpp"
#include "alembert/problem_document.hpp"
#include "alembert/units.hpp"

namespace alembert::report {

/// A quantity of all joints against time: line j is joint j's; the others stand beside one.
struct JointPlot {
  Plot plot;
  JointQuantity quantity;
  /// Limits, one a joint; empty: none. One far away would flatten the curves: it is drawn only
  /// where they come near it.
  Eigen::VectorXd lower = {}, upper = {};
};

/// What turns and what slides apart, on axes of their own; of more than eight joints a row each.
/// Coordinates of the ground that stand still are left out, and torques of all of them; `others`
/// come below.
std::string joint_plots_svg(const std::vector<JointPlot>& quantities,
                            const std::vector<Plot>& others, const ProblemDocument& problem,
                            const std::string& heading, const std::string& source);

/// What the position of the joint of that name is measured in.
std::string unit_of_joint(const ProblemDocument& problem, const std::string& joint);

}  // namespace alembert::report
