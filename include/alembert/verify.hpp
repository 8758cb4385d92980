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
  /// Begin again from the plan at every knot, and every half second: for arms so unstable without
  /// control (a cut loop under load, an upright arm) that no integration stays with them to the
  /// end.
  bool restart = false;
  /// Of arms that bend: joints move as planned, and how links bend is integrated from the first
  /// state alone, on until what is left after the end has swung through.
  bool lead_joints = false;
  /// Of real time; then it is verified no further, and says so (`out_of_time`).
  double max_seconds = infinity;
  /// Called often, on the thread that asked; may throw to give up.
  std::function<void()> checkpoint = nullptr;
};

enum class VerificationMode {
  end_to_end,    ///< from the first state alone
  knot_to_knot,  ///< begun again from the plan at every knot and every half second
  joints_led,    ///< joints as planned, how links bend integrated
};

struct Verification {
  std::string integrator;                                ///< "SUNDIALS CVODE", "MuJoCo RK4"
  VerificationMode mode = VerificationMode::end_to_end;  ///< from where it was integrated
  bool finished = false;     ///< false: the integration ended at `end` already
  bool out_of_time = false;  ///< … because it took too long; what it saw until then is told
  /// … because no torque determines how this joint moves: nothing behind it has inertia.
  std::string stuck_joint;
  double end = 0.0;  ///< s
  long steps = 0;
  double position_error = 0.0;  ///< largest, rad or m
  double velocity_error = 0.0;  ///< largest, rad/s or m/s
  double worst_time = 0.0;      ///< of the position error, s
  std::string worst_joint;
  std::vector<double> joint_errors;  ///< largest position error of each
  double loop_gap = 0.0;             ///< widest that a cut loop opened, m
  double loop_turn = 0.0;            ///< and turned, where it is welded, rad
  double swing = 0.0;                ///< of links that bend, after the end: half its range, m

  /// No joint further off than so much, as far as was integrated. Links that bend swing on what
  /// equations miss between nodes: with joints led they may be ten times as far off.
  bool on_plan(double tolerance) const {
    return position_error <= (mode == VerificationMode::joints_led ? 10.0 : 1.0) * tolerance;
  }
  /// The same, to the end.
  bool within(double tolerance) const { return finished && on_plan(tolerance); }
};

/// rad or m: a motion so near to the plan is reproduced by its torques.
inline constexpr double reproduction_tolerance = 1e-6;
/// Its name in 0.2.
[[deprecated("say reproduction_tolerance")]] inline constexpr double comes_back =
    reproduction_tolerance;

/// By the last of the checks, each of which was made because those before it did not suffice. One
/// that ran out of time speaks for what it saw.
[[nodiscard]] inline bool reproduces_plan(const std::vector<Verification>& checks) {
  if (checks.empty()) return true;
  const Verification& last = checks.back();
  return last.within(reproduction_tolerance) ||
         (last.out_of_time && last.on_plan(reproduction_tolerance));
}
/// Its name in 0.2.
[[deprecated("say reproduces_plan")]] inline bool brought_back(
    const std::vector<Verification>& checks) {
  return reproduces_plan(checks);
}

/// Loads, payloads, cut forces and Coulomb friction act as planned, with cut loops left open.
/// Throws Error for a motion with other coordinates or forces of cut joints than the task's.
[[nodiscard]] Verification verify(const MotionProblem& problem, const Trajectory& motion,
                                  const VerifyOptions& options = {});
[[nodiscard]] Verification verify(const Task& task, const Trajectory& motion,
                                  const VerifyOptions& options = {});

}  // namespace alembert
