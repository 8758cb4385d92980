// What the ground does to a robot, for people: words and plots.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "alembert/motion_document.hpp"
#include "alembert/plot.hpp"

namespace alembert::report {

/// Upward and sideways reaction of every contact and of all, and centres of pressure, against time.
/// None of a robot that touches nothing.
std::vector<Plot> ground_plots(const MotionDocument& motion);

/// m, world: how far from where it is said to be a contact was found to touch.
Eigen::Vector3d shift_of(const MotionDocument& motion, const GroundContact& contact);

/// Label and words: how hard every contact presses at its humps and valleys, in body weights.
std::vector<std::pair<std::string, std::string>> ground_facts(const MotionDocument& motion);

/// What to know of how contacts are modelled, a sentence each.
std::vector<std::string> ground_remarks(const MotionProblem& problem, const Solution& found);

}  // namespace alembert::report
