// Does the motion come back? Its torques are integrated forward and compared with it (the check
// that Xiang makes with a commercial program).
#pragma once

#include <string>
#include <vector>

#include "alembert/motion.hpp"

namespace alembert {

struct VerifyOptions {
  double relative_tolerance = 1e-11;  ///< of the integrator
  double absolute_tolerance = 1e-12;
  int samples = 201;  ///< where the two motions are compared
  /// 0: the torque is evaluated from the spline at every instant. Otherwise it is interpolated
  /// linearly between so many equally spaced instants, as a controller fed with a table would.
  int torque_table = 0;
};

struct Verification {
  std::string integrator;  ///< "SUNDIALS CVODE"
  bool finished = false;   ///< false: the integration broke off at `end`
  double end = 0.0;        ///< s
  long steps = 0;
  double position_error = 0.0;  ///< largest, rad or m
  double velocity_error = 0.0;  ///< largest, rad/s or m/s
  double worst_time = 0.0;      ///< of the position error, s
  std::string worst_joint;
  std::vector<double> joint_errors;  ///< largest position error of each
};

/// Loads, payloads and cut forces act as planned, with cut loops left open.
Verification verify(const MotionProblem& problem, const Trajectory& motion,
                    const VerifyOptions& options = {});

}  // namespace alembert
