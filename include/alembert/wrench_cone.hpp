// What the world can exert on a body through a patch that touches it: the linear wrench cone.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "alembert/abi.hpp"

namespace alembert {

/// A flat convex surface of a body that touches the world, in the components of a frame of the
/// body. It pushes at its corners, and so anywhere in their convex hull; friction at each corner is
/// a pyramid inscribed in the cone of `friction`, so that what it holds, the cone holds, too.
struct Patch {
  std::vector<Eigen::Vector3d> corners;               ///< m; in any order, inner ones count nothing
  double friction = 0.5;                              ///< tangential by normal force
  int sides = 4;                                      ///< of the friction pyramid
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< the way in which the world pushes
  /// An edge of the pyramid lies over its part in the patch's plane: friction is exactly `friction`
  /// there (with four sides also backwards and to both sides).
  Eigen::Vector3d heading = Eigen::Vector3d::UnitX();

  bool operator==(const Patch&) const = default;
};

/// Rows A: A w <= 0 if and only if w = [force; moment about the frame's origin], on the body and in
/// the frame's components, can be exerted by forces at the corners, each in its pyramid. No row is
/// redundant. Each has unit length for moments about the patch's middle divided by the distance r
/// of its farthest corner, so A w is in N: how far the wrench is beyond a facet. A patch without
/// friction has pairs of rows a, -a for what it cannot exert. Throws Error for a patch that is
/// none: no area, not flat, a normal that is not at right angles to it, numbers that cannot be.
Eigen::Matrix<double, Eigen::Dynamic, 6> wrench_cone(const Patch& patch);

/// The part of the patch within `width` (m) of its edge from one point to another, between the
/// perpendiculars in these: what carries while the body rolls about the edge. Throws Error where
/// the points do not lie on one edge.
Patch edge_strip(const Patch& patch, const Eigen::Vector3d& from, const Eigen::Vector3d& to,
                 double width);

}  // namespace alembert
