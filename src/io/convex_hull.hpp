// Hulls of points and of meshes, by qhull.
#pragma once

#include <string>
#include <vector>

#include "alembert/solid.hpp"
#include "io/mesh_file.hpp"

namespace alembert::io {

/// Corners of a hull that distances are kept from; with more it is enclosed by fewer.
inline constexpr int most_hull_corners = 80;

struct MadeHull {
  Solid solid = {};
  int corners = 0;           ///< of the hull itself
  double overstates = 0.0;   ///< m: a corner of the solid lies so far out of the hull, at most
  std::string problem = {};  ///< why there is none; empty if there is one
};

/// Of four points or more that do not lie in one plane.
MadeHull convex_hull(const std::vector<Eigen::Vector3d>& points);

/// Points of the parts of a mesh that hang together, the largest first.
std::vector<std::vector<Eigen::Vector3d>> connected_parts(const Mesh& mesh);

}  // namespace alembert::io
