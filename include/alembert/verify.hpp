// Does the motion come back? Its torques are integrated forward and compared with it (the check
// that Xiang makes with a commercial program).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "alembert/task.hpp"
#include "alembert/trajectory.hpp"

namespace alembert {

struct VerifyOptions {
  /// Of the integrator; near rounding, because an arm without control multiplies errors: by 1e7 in
  /// the 1.6 s of examples/upright_cup.yaml.
  double relative_tolerance = 1e-14;
  double absolute_tolerance = 1e-16;
  int samples = 201;  ///< where the two motions are compared
  /// 0: the torque is evaluated from the spline at every instant. Otherwise it is interpolated
  /// linearly between so many equally spaced instants, as a controller fed with a table would.
  int torque_table = 0;
  /// Begin again from the plan at every knot: for arms so unstable without control (a cut loop
  /// under load, an upright arm) that no integration stays with them to the end.
  bool restart = false;
  /// Of arms that bend: joints move as planned, and how links bend is integrated from the first
  /// state alone, on until what is left after the end has swung through.
  bool lead_joints = false;
  /// Called often, on the thread that asked; may throw to give up.
  std::function<void()> checkpoint = nullptr;
};

enum class VerificationMode {
  end_to_end,    ///< from the first state alone
  knot_to_knot,  ///< begun again from the plan at every knot
  joints_led,    ///< joints as planned, how links bend integrated
};

struct Verification {
  std::string integrator;  ///< "SUNDIALS CVODE", "MuJoCo RK4"
  VerificationMode mode = VerificationMode::end_to_end;
  bool finished = false;  ///< false: the integration broke off at `end`
  double end = 0.0;       ///< s
  long steps = 0;
  double position_error = 0.0;  ///< largest, rad or m
  double velocity_error = 0.0;  ///< largest, rad/s or m/s
  double worst_time = 0.0;      ///< of the position error, s
  std::string worst_joint;
  std::vector<double> joint_errors;  ///< largest position error of each
  double loop_gap = 0.0;             ///< widest that a cut loop opened, m
  double loop_turn = 0.0;            ///< and turned, where it is welded, rad
  double swing = 0.0;                ///< of links that bend, after the end: half its range, m

  /// To the end, with no joint further off than so much. Links that bend swing on what equations
  /// miss between nodes: with joints led they may be ten times as far off.
  bool within(double tolerance) const {
    return finished &&
           position_error <= (mode == VerificationMode::joints_led ? 10.0 : 1.0) * tolerance;
  }
};

/// Loads, payloads, cut forces and Coulomb friction act as planned, with cut loops left open.
Verification verify(const MotionProblem& problem, const Trajectory& motion,
                    const VerifyOptions& options = {});
Verification verify(const Task& task, const Trajectory& motion, const VerifyOptions& options = {});

}  // namespace alembert
