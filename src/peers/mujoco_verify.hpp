// Does the motion come back in MuJoCo, too? Independent of our dynamics but for the torque itself.
#pragma once

#include "alembert/motion_file.hpp"
#include "alembert/verify.hpp"

namespace alembert::peers {

/// Whether this build has MuJoCo.
bool has_mujoco();

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

}  // namespace alembert::peers
