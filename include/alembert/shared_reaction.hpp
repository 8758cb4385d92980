// The same motion with the ground's reaction shared between contacts as Xiang, Arora and
// Abdel-Malek share it between feet: by how near the zero-moment point is to each.
#pragma once

#include <string>
#include <vector>

#include "alembert/motion_problem.hpp"
#include "alembert/motion_sample.hpp"
#include "alembert/trajectory.hpp"

namespace alembert {

/// Samples as `sample` gives them, but where several contacts touch while one of them carries, each
/// takes a share of the whole reaction by 1 / (distance of its patch's middle from the zero-moment
/// point). It acts beside that middle, displaced as all others are, so that the shares together
/// are the reaction; torques are those that this takes. Whether friction and patches can
/// exert it is not asked.
std::vector<MotionSample> sample_shared(const MotionProblem& problem, const Trajectory& motion,
                                        int count);

/// What of a motion changes with it, at so many instants.
struct SharedReaction {
  int instants = 0;  ///< that were looked at
  int shared = 0;    ///< of them, with several that touch
  /// Largest difference between a contact's force as found and as shared, of the weight.
  double difference = 0.0;
  std::string worst_contact = {};  ///< where that is
  double worst_time = 0.0;         ///< s
  double outside = 0.0;            ///< m: a shared force acts so far outside its patch at most
  /// Largest torque of a motor by what it can give at most; 0 where no torque is limited.
  double found_strength = 0.0, shared_strength = 0.0;
  /// The cost `exertion`, s, by the trapezoidal rule.
  double found_exertion = 0.0, shared_exertion = 0.0;
};

SharedReaction compare_shared(const MotionProblem& problem, const Trajectory& motion,
                              int instants = 201);

}  // namespace alembert
