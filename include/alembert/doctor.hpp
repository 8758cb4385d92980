// The model doctor: what is impossible, suspicious or ignored in a robot, each with line and fix.
#pragma once

#include <vector>

#include "alembert/robot.hpp"

namespace alembert {

/// Throws Error if the robot is not a tree that can be compiled at all: unknown or duplicate
/// names, loops, several roots, zero axes, mimic cycles, non-finite numbers, lower > upper, …
void validate(const Robot& robot);

/// validate(), then everything that compiles but is likely wrong: missing or impossible inertias,
/// units that look like millimetres or degrees, limits of zero, plus the reader's own findings.
/// Never throws for the robot's sake: a validation error becomes a finding.
[[nodiscard]] std::vector<Finding> examine(const Robot& robot);

}  // namespace alembert
