// The motion within all limits that is nearest to another one, by the motion optimiser.
#pragma once

#include <functional>
#include <optional>

#include "alembert/motion_problem.hpp"
#include "alembert/trajectory.hpp"

namespace alembert::identifying {

/// From rest to rest without acceleration in the poses of `wanted`, in its time, limits, loads and
/// obstacles those of `problem`; none where the optimiser finds none in `max_seconds`. `problem`
/// becomes the one that was solved.
std::optional<Trajectory> nearest_motion(MotionProblem& problem, const Trajectory& wanted,
                                         double max_seconds,
                                         const std::function<void()>& checkpoint);

}  // namespace alembert::identifying
