// What an MJCF model says that a Robot cannot.
#pragma once

#include <mujoco/mujoco.h>

#include <vector>

#include "alembert/robot.hpp"
#include "io/mjcf/source.hpp"

namespace alembert::mjcf {

/// One finding for each kind of thing left out: an error where torques would differ, a note where
/// they would not.
std::vector<Finding> left_out(const mjModel& model, const Source& source);

}  // namespace alembert::mjcf
