// The mass of a rigid body: how much, where, and how it resists turning.
#pragma once

#include <Eigen/Geometry>

#include "alembert/abi.hpp"

namespace alembert {

/// Mass, mass centre and the inertia tensor about the mass centre, in one frame's components.
struct Inertia {
  double mass = 0.0;                                    ///< kg
  Eigen::Vector3d com = Eigen::Vector3d::Zero();        ///< mass centre, m
  Eigen::Matrix3d about_com = Eigen::Matrix3d::Zero();  ///< kg m^2, symmetric

  /// The tensor about the frame's origin (parallel axes).
  Eigen::Matrix3d about_origin() const;
};

/// The same body seen from frame A, given the pose of its frame B in A.
Inertia transformed(const Eigen::Isometry3d& X_ab, const Inertia& body_in_b);

/// Two bodies welded together; both in the same frame.
Inertia combined(const Inertia& a, const Inertia& b);

}  // namespace alembert
