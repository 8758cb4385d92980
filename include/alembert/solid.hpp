// Convex shapes for distances: a point, a segment or a box, grown by a radius.
#pragma once

#include <Eigen/Core>

#include "alembert/abi.hpp"

namespace alembert {

/// { corner + sum y_i edge_i : 0 <= y_i <= 1 } and everything within `radius` of it. No edge: a
/// sphere; one: a capsule; three at right angles: a box with rounded edges.
struct Solid {
  Eigen::Vector3d corner = Eigen::Vector3d::Zero();  ///< m
  Eigen::Matrix3Xd edges = Eigen::Matrix3Xd(3, 0);   ///< columns, m
  double radius = 0.0;                               ///< m

  static Solid sphere(const Eigen::Vector3d& centre, double radius);
  static Solid capsule(const Eigen::Vector3d& from, const Eigen::Vector3d& to, double radius);
  /// Full edge lengths along the columns of `axes`.
  static Solid box(const Eigen::Vector3d& centre, const Eigen::Vector3d& size,
                   const Eigen::Matrix3d& axes = Eigen::Matrix3d::Identity());
};

}  // namespace alembert
