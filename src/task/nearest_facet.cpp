#include "task/nearest_facet.hpp"

#include <Eigen/Geometry>
#include <cmath>

namespace alembert {
namespace {

/// Edges within this angle are parallel. What leaving out their facet, that narrow, adds to the
/// depth is the same share of the set's size.
constexpr double parallel = 1e-10;

}  // namespace

std::optional<Facet> nearest_facet(const Eigen::Vector3d& offset, const Eigen::Matrix3Xd& edges,
                                   const std::optional<Eigen::Vector3d>& upright) {
  const Eigen::Vector3d centre = offset + 0.5 * edges.rowwise().sum();
  std::optional<Facet> nearest;
  const auto look = [&](const Eigen::Vector3d& first, const Eigen::Vector3d& second, int i, int j) {
    const Eigen::Vector3d across = first.cross(second);
    const double size = across.norm();
    if (!(size > parallel * first.norm() * second.norm())) return;
    const Eigen::Vector3d n = across / size;
    const double to_centre = n.dot(centre);
    const double depth = 0.5 * (n.transpose() * edges).cwiseAbs().sum() - std::abs(to_centre);
    if (nearest && nearest->depth <= depth) return;
    nearest = Facet{to_centre < 0.0 ? Eigen::Vector3d(-n) : n, depth, i, j};
  };
  const int count = static_cast<int>(edges.cols());
  for (int i = 0; i < count; ++i) {
    if (upright) {
      look(edges.col(i), *upright, i, -1);
      continue;
    }
    for (int j = i + 1; j < count; ++j) look(edges.col(i), edges.col(j), i, j);
  }
  return nearest;
}

}  // namespace alembert
