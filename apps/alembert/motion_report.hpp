// A predicted motion for people: what was found, drawn and in words.
#pragma once

#include <string>
#include <vector>

#include "alembert/motion_file.hpp"

namespace alembert::cli {

/// Status, duration, objective, what holds the motion back and what is violated.
std::string motion_summary(const MotionFile& asked, const Solution& found);

/// Position, velocity and torque against time, limits dashed.
std::string motion_plot(const MotionFile& asked, const Solution& found,
                        const std::vector<MotionSample>& samples);

/// The summary as a page that shows the plot.
std::string motion_page(const MotionFile& asked, const Solution& found);

}  // namespace alembert::cli
