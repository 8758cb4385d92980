// A plan on the ground beside MuJoCo's own contacts: the same state and torques, other physics of
// touching.
#pragma once

#include "alembert/motion_file.hpp"

namespace alembert::peers {

struct GroundComparison {
  int touching = 0;  ///< instants with something that touches in the plan
  /// Largest difference between what a contact exerts in the plan and in MuJoCo, of the weight.
  double at_rest = 0.0, while_moving = 0.0;
  std::string worst_contact = {};
  double worst_time = 0.0;  ///< s, of what is on the way
};

/// At so many instants of a motion. Soles are small hard balls at the corners of patches, which
/// touch planes through their places, with the plan's friction. MuJoCo's contacts give way a little
/// and leave out that bodies which turn about them accelerate without their joints doing so; an
/// edge has no width there. Throws Error::Code::unsupported for what MuJoCo cannot take or does not
/// know: bodies that slide or are pushed, cut joints, joints that rub or follow others.
GroundComparison compare_ground_with_mujoco(const MotionFile& file, const Trajectory& motion,
                                            int instants = 201);

}  // namespace alembert::peers
