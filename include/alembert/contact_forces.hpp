// What the world exerts on a robot through its contacts at an instant.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "alembert/abi.hpp"

namespace alembert {

/// Through one contact that touches, on the robot; world components.
struct ContactForce {
  std::string name = {};                             ///< of the contact
  Eigen::Vector3d force = Eigen::Vector3d::Zero();   ///< N
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();  ///< N m, about `origin`
  Eigen::Vector3d origin = Eigen::Vector3d::Zero();  ///< m: where it touches
  /// Centre of pressure, m: where in the plane of the patch the force acts without a moment in that
  /// plane. None where hardly anything presses: less than 1e-4 of the robot's weight.
  std::optional<Eigen::Vector3d> pressure = {};
};

struct GroundReaction {
  std::vector<ContactForce> contacts = {};  ///< that touch, in the problem's order
  /// What hands exert on bodies that they push, in the problem's order. Not the world's.
  std::vector<ContactForce> bodies = {};
  /// m: the centre of pressure of all together, in the plane of the first.
  std::optional<Eigen::Vector3d> zero_moment_point = {};

  /// Of a contact or a body; null where it does not touch.
  const ContactForce* find(const std::string& name) const;
  /// N: of all together.
  Eigen::Vector3d force() const;
  /// N m, about a point of the world.
  Eigen::Vector3d moment_about(const Eigen::Vector3d& point) const;
};

}  // namespace alembert
