// What texts and plots of motions have in common.
#pragma once

#include <string>
#include <vector>

#include "alembert/motion_document.hpp"
#include "alembert/plot.hpp"
#include "alembert/units.hpp"

namespace alembert::report {

/// A plot without lines over a motion's time, waypoints marked.
Plot plot_over_time(const std::string& title, const MotionDocument& motion,
                    const std::string& y_label = "");

/// What `value` says of each sample, over its time.
template <typename Samples, typename Value>
PlotLine line_over_time(const std::string& label, const Samples& samples, Value value) {
  PlotLine line{.label = label, .x = {}, .y = {}};
  for (const auto& sample : samples) {
    line.x.push_back(sample.t);
    line.y.push_back(value(sample));
  }
  return line;
}

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
