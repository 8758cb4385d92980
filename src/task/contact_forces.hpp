// Wrenches of contacts from what a planned motion knows of an instant.
#pragma once

#include "alembert/contact_forces.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/motion_problem.hpp"

namespace alembert {

/// Of less than this of the robot's weight nobody can say where it presses: wrenches may pass their
/// cones by `apex_tolerance` of it.
constexpr double least_pressure = 1e-4;

class ContactForces {
 public:
  /// The problem must outlive it.
  explicit ContactForces(const MotionProblem& problem);

  /// In a segment, of its torques and unknown forces (in the order of ties_in()). Those act where
  /// the body is, which may have drifted from its place.
  GroundReaction at(int segment, VecIn<double> q, VecIn<double> tau, VecIn<double> forces);

 private:
  const MotionProblem& problem_;
  Kinematics<double> kinematics_;
  double least_;  // N
};

}  // namespace alembert
