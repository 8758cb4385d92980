// A motion as numbers: torques and forces included, at instants of one's choice.
#pragma once

#include <vector>

#include "alembert/contact_forces.hpp"
#include "alembert/task.hpp"
#include "alembert/trajectory.hpp"

namespace alembert {

/// One sample of a motion, torque included.
struct MotionSample {
  double t = 0.0;
  Eigen::VectorXd q, v, a, tau, force;  ///< rad or m, per s, per s^2; N m or N; force: unknown ones
  GroundReaction ground = {};           ///< of robots that touch the world
};

/// The motion with its torques at `count` equally spaced instants, both ends included. Throws Error
/// for a motion with other coordinates or forces of cut joints than the task's.
std::vector<MotionSample> sample(const Task& task, const Trajectory& motion, int count);
std::vector<MotionSample> sample(const MotionProblem& problem, const Trajectory& motion, int count);

}  // namespace alembert
