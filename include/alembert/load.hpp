// Forces and moments from outside, applied to a link at a place the user can name.
#pragma once

#include <Eigen/Core>
#include <span>

#include "alembert/frame_id.hpp"
#include "alembert/scalar.hpp"

namespace alembert {

/// Positive as applied to the link: a hand pushing the tool along +x is force (+, 0, 0).
struct Load {
  enum class Axes { frame, world };

  FrameId frame = {};                                ///< Model::frame("tool0")
  Eigen::Vector3d force = Eigen::Vector3d::Zero();   ///< N
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();  ///< N m
  Eigen::Vector3d point = Eigen::Vector3d::Zero();   ///< where it acts, in the frame's components
  Axes axes = Axes::world;                           ///< components of force and moment
};

using Loads = std::span<const Load>;

/// A load as algorithms see it: on a link, in its canonical frame, moment about the origin.
template <typename S>
struct LinkWrench {
  Vec3<S> force = Vec3<S>::Zero();
  Vec3<S> moment = Vec3<S>::Zero();
};

/// A base that is carried along (a vehicle, a shaking table): world components, at the origin of
/// the user's base frame. Gravity is separate.
struct BaseMotion {
  Eigen::Vector3d angular_velocity = Eigen::Vector3d::Zero();      ///< rad/s
  Eigen::Vector3d angular_acceleration = Eigen::Vector3d::Zero();  ///< rad/s^2
  Eigen::Vector3d acceleration = Eigen::Vector3d::Zero();          ///< m/s^2
};

}  // namespace alembert
