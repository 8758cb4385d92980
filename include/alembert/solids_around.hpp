// Solids that contain other shapes: what stands for a cylinder or a mesh where distances are kept.
#pragma once

#include <vector>

#include "alembert/solid.hpp"

namespace alembert {

/// The prism of eight sides around a cylinder: as long as it, its sides touch it, its edges are
/// 8.3 % of the radius away. Distances to it are at most that much less than to the cylinder.
Solid prism_around_cylinder(const Eigen::Vector3d& from, const Eigen::Vector3d& to, double radius);

/// A capsule that contains all points, and so all triangles between them; as slender as a few
/// directions tried allow, not the smallest there is. Throws Error without points.
Solid capsule_around(const std::vector<Eigen::Vector3d>& points);

}  // namespace alembert
