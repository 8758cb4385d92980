// Convex shapes for distances: a point, a segment, a box, a hull of points or a round cylinder,
// grown by a radius.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "alembert/abi.hpp"

namespace alembert {

/// { corner + sum y_i edge_i : 0 <= y_i <= 1 } and everything within `radius` of it. No edge: a
/// sphere; one: a capsule; three at right angles: a box with rounded edges.
struct Solid {
  Eigen::Vector3d corner = Eigen::Vector3d::Zero();  ///< m
  Eigen::Matrix3Xd edges = Eigen::Matrix3Xd(3, 0);   ///< columns, m
  double radius = 0.0;                               ///< m
  /// Where there are any, the hull of these columns (m) instead of corner and edges; each is a
  /// corner of it.
  Eigen::Matrix3Xd points = Eigen::Matrix3Xd(3, 0);
  /// Of the hull: three columns of `points` each, anticlockwise from outside.
  std::vector<int> facets = {};
  /// m: not 0: everything within so much across the one edge: a cylinder with flat ends.
  double disc = 0.0;

  static Solid sphere(const Eigen::Vector3d& centre, double radius);  ///< m
  static Solid capsule(const Eigen::Vector3d& from, const Eigen::Vector3d& to, double radius);
  /// Full edge lengths along the columns of `axes`.
  static Solid box(const Eigen::Vector3d& centre, const Eigen::Vector3d& size,
                   const Eigen::Matrix3d& axes = Eigen::Matrix3d::Identity());
  static Solid cylinder(const Eigen::Vector3d& from, const Eigen::Vector3d& to, double radius);

  bool is_hull() const { return points.cols() > 0; }  ///< of `points`
  /// A ball, and nothing else.
  bool is_ball() const { return !is_hull() && edges.cols() == 0; }
};

}  // namespace alembert
