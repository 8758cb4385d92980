// How deep the origin lies in a convex set offset + edges y, 0 <= y <= 1: separating axes.
//
// The facets of such a set (a zonotope) are spanned by pairs of its edges, so their normals are the
// cross products of the pairs, and the way out is the shortest of those to the facets.
#pragma once

#include <Eigen/Core>
#include <optional>

namespace alembert {

struct Facet {
  Eigen::Vector3d inward;  ///< unit normal
  double depth;            ///< of the origin below it
  int i, j;                ///< the edges that span it; j < 0: one edge and the given normal
};

/// Of the facet that the origin is least deep below; a negative depth shows the origin outside.
/// Nothing where the edges span no volume. `upright`: everything lies in the plane across it, whose
/// zonotope has sides, each spanned by one edge.
std::optional<Facet> nearest_facet(const Eigen::Vector3d& offset, const Eigen::Matrix3Xd& edges,
                                   const std::optional<Eigen::Vector3d>& upright);

}  // namespace alembert
