// Does the plan survive reality? A planned motion under a controller, on an arm that is not quite
// the one it was planned for.
//
//   SimulateOptions options;
//   options.control.kind = Controller::computed_torque;
//   options.mismatch.model_error = 0.05;
//   Simulation run = simulate(problem, solution.motion, options);   // run.largest_error,
//   run.joints
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "alembert/task.hpp"
#include "alembert/trajectory.hpp"

namespace alembert {

enum class Controller {
  computed_torque,  ///< ID(q, v, a_planned + Kd (v_planned - v) + Kp (q_planned - q))
  pd_gravity,       ///< Kp (q_planned - q) + Kd (v_planned - v) + what holds the arm at q
  feed_forward,     ///< the planned torque, whatever happens
  feed_forward_pd,  ///< the planned torque + Kp (q_planned - q) + Kd (v_planned - v)
};

struct ControlOptions {
  Controller kind = Controller::computed_torque;  ///< what torques it gives
  /// Of the error, without the faults of reality. Controllers without a mass matrix scale their
  /// gains by the largest inertia that each joint feels along the motion.
  double frequency = 30.0;  ///< rad/s
  double damping = 1.0;     ///< ratio
  /// Hz: torques are computed so often and held in between. 0: at every instant, which excludes
  /// noise and delay.
  double rate = 1000.0;
  double delay = 0.0;  ///< s: how old a measurement is when its torque begins to act
};

/// How the arm differs from the model that plan and controller know.
struct PlantMismatch {
  /// Masses and inertia tensors are off by a random share up to this, mass centres by as much of
  /// the link's radius of gyration.
  double model_error = 0.0;
  double payload = 0.0;        ///< kg at the origin of `payload_frame` that nobody knows of
  FrameId payload_frame = {};  ///< index of Model::frames()
  double position_noise = 0.0, velocity_noise = 0.0;  ///< standard deviation: rad or m, and per s
  bool torque_limits = true;                          ///< motors give no more than the problem's
  /// Coulomb friction falls off below this speed, rad/s or m/s.
  double slip_speed = 1e-3;
  unsigned seed = 1;
};

struct SimulateOptions {
  ControlOptions control = {};  ///< knows the model, not reality
  PlantMismatch mismatch = {};
  double hold = 0.0;                 ///< s: how long the goal is held afterwards
  double relative_tolerance = 1e-9;  ///< of the integrator
  double absolute_tolerance = 1e-11;
  /// Called often, on the thread that asked; may throw to give up.
  std::function<void()> checkpoint = nullptr;
};

struct SimulatedSample {
  double t = 0.0;
  Eigen::VectorXd q, v, tau;                          ///< of the arm; tau as the motors gave it
  Eigen::VectorXd planned_q, planned_v, planned_tau;  ///< of the plan at t
};

struct JointTracking {
  std::string name;
  double rms_error = 0.0, largest_error = 0.0, final_error = 0.0;  ///< rad or m
  double peak_torque = 0.0;                                        ///< N m or N
  double saturated = 0.0;                                          ///< share of the time
};

struct Simulation {
  bool diverged = false;  ///< broke off at `end`: some joint was 10 rad or m away, or not finite
  double end = 0.0;       ///< s
  std::vector<JointTracking> joints;
  double largest_error = 0.0;  ///< rad or m
  double worst_time = 0.0;
  std::string worst_joint;
  /// At every control instant; at every ms where control is continuous.
  std::vector<SimulatedSample> samples;

  /// To the end, with no joint further off than so much.
  bool survives(double threshold) const { return !diverged && largest_error <= threshold; }
};

/// The arm starts as planned. The same seed gives the same run, bit for bit. Throws Error for
/// options that make no sense and for problems with cut loops.
[[nodiscard]] Simulation simulate(const MotionProblem& problem, const Trajectory& motion,
                                  const SimulateOptions& options = {});

}  // namespace alembert
