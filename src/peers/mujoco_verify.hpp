// Does the motion come back in MuJoCo, too? Independent of our dynamics but for the torque itself.
// A plan on the ground is put beside MuJoCo's own contacts: the same states, other physics of
// touch.
#pragma once

#include "alembert/motion_file.hpp"
#include "alembert/verify.hpp"

namespace alembert::peers {

struct MujocoVerifyOptions {
  double step = 1e-4;    ///< longest step, s; every segment of the spline gets a whole number
  int samples = 201;     ///< where the two motions are compared, at least
  int torque_table = 0;  ///< as in VerifyOptions
  bool restart = false;
  double max_seconds = infinity;  ///< as there
  std::function<void()> checkpoint = nullptr;
};

/// Integrated by MuJoCo's Runge-Kutta of fourth order, torques evaluated at every stage. Throws
/// Error::Code::unsupported for robots that MuJoCo cannot take: helical and coupled joints, a free
/// base.
Verification verify_with_mujoco(const MotionFile& file, const Trajectory& motion,
                                const MujocoVerifyOptions& options = {});

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
