// The steps of validate(), each throwing Error at the first fault. Later steps rely on earlier
// ones.
#pragma once

#include "alembert/robot.hpp"

namespace alembert {

/// The first place that has a line, or else the robot's file.
Location best_place(const Robot& robot, const Location& first, const Location& second = {});

/// Every number finite and possible on its own: masses, tensors, poses, axes, limits.
void validate_numbers(const Robot& robot);

/// Links and joints form one tree that hangs from the base.
void validate_tree(const Robot& robot);

/// Followers follow existing one-degree joints, and not in circles.
void validate_mimics(const Robot& robot);

}  // namespace alembert
