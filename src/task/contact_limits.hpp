// What contacts ask on the way: wrenches that their patches can exert, bodies that stay where they
// touch, and nothing from outside where a robot flies.
#pragma once

#include "alembert/task.hpp"
#include "task/point_limit.hpp"

namespace alembert {

/// A wrench may pass its cone by so much of the robot's weight, because it begins and ends at the
/// cone's apex, where rounding decides.
constexpr double apex_tolerance = 2e-5;

/// m/s: a body that slides may go back so fast, because it begins and ends at rest, where rounding
/// decides.
constexpr double sliding_tolerance = 1e-6;

void add_contact_limits(const MotionProblem& problem, const std::vector<Stage>& stages,
                        std::vector<PointLimit>& limits);

/// The zero-moment point within its support, where that is asked for. Throws Error for contacts
/// that do not lie in one plane.
void add_balance(const MotionProblem& problem, const Stage& stage, std::vector<PointLimit>& limits);

}  // namespace alembert
