// Torques of rigid arms over a piece of a motion: friction, loads and cut joints included.
#pragma once

#include <vector>

#include "alembert/enclosure.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/motion_problem.hpp"
#include "kernel/drives.hpp"
#include "kernel/tree_state.hpp"

namespace alembert {

class EnclosedTorque {
 public:
  /// As RigidDynamics is made.
  EnclosedTorque(const Model& model, std::vector<Load> loads, std::vector<CutJoint> cuts,
                 double slip_speed);

  void evaluate(const MotionPiece& piece, EnclosureOut tau);

 private:
  using Wrench = LinkWrench<Enclosure>;  // about the world's origin

  void add_cut_forces(const MotionPiece& piece, EnclosureOut tau);
  void add_wrench(FrameId frame, const Vec3<Enclosure>& force, const Vec3<Enclosure>& moment,
                  EnclosureOut tau) const;

  Model model_;
  std::vector<Load> loads_;
  std::vector<CutJoint> cuts_;
  InverseDynamics<Enclosure> inverse_;
  Drives<Enclosure> friction_;
  TreeState<Enclosure> state_;
};

}  // namespace alembert
