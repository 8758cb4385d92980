// Torques of rigid arms over a piece of a motion: friction, loads and ties included.
#pragma once

#include <vector>

#include "alembert/enclosure.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/motion_problem.hpp"
#include "kernel/drives.hpp"
#include "kernel/tree_state.hpp"
#include "task/tie.hpp"

namespace alembert {

class EnclosedTorque {
 public:
  /// As RigidDynamics is made.
  EnclosedTorque(const Model& model, std::vector<Load> loads, std::vector<Tie> ties,
                 double slip_speed);

  void evaluate(const MotionPiece& piece, EnclosureOut tau);

 private:
  using Wrench = LinkWrench<Enclosure>;  // about the world's origin

  void add_tie_forces(const MotionPiece& piece, EnclosureOut tau);
  void add_wrench(FrameId frame, const Vec3<Enclosure>& force, const Vec3<Enclosure>& moment,
                  EnclosureOut tau) const;

  Model model_;
  std::vector<Load> loads_;
  std::vector<Tie> ties_;
  InverseDynamics<Enclosure> inverse_;
  Drives<Enclosure> friction_;
  TreeState<Enclosure> state_;
};

}  // namespace alembert
