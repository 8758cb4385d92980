// Obstacles that an arm cannot reach in any posture are no limits on its motion.
#pragma once

#include "alembert/motion_problem.hpp"

namespace alembert {

/// The problem without them. Joints that slide reach as far as their limits let them.
MotionProblem in_reach(MotionProblem problem);

}  // namespace alembert
