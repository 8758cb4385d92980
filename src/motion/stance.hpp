// Postures of robots that stand: on all that touches the ground, hand in hand where loops are cut,
// and in balance. Where a search begins.
#pragma once

#include <optional>

#include "alembert/owned.hpp"
#include "alembert/task.hpp"

namespace alembert {

class Stance {
 public:
  explicit Stance(const Task& task);

  /// Moves q to the nearest posture, by ranges of joints, in which contacts at that fraction of the
  /// motion and loops are closed, frames are where they are to be, and the centre of mass level
  /// with a point. As near to that as it comes within its ranges.
  void settle(double fraction, const std::vector<FrameTarget>& poses,
              const std::optional<Eigen::Vector3d>& centre, Eigen::VectorXd& q);
  /// The middle of what touches, m, world; nothing in flight.
  std::optional<Eigen::Vector3d> middle_of_support(double fraction) const;

 private:
  struct Parts;
  Owned<Parts> parts_;
};

/// What those that touch beside the one that carries exert in a stage, one an unknown force: an
/// equal share of the weight each.
Eigen::VectorXd shared_weight(const Task& task, std::size_t stage);

}  // namespace alembert
