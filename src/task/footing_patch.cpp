#include "task/footing_patch.hpp"

#include <cmath>

namespace alembert {
namespace {

Eigen::Vector3d middle_of(const std::vector<Eigen::Vector3d>& corners) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const Eigen::Vector3d& corner : corners) sum += corner;
  return sum / static_cast<double>(corners.size());
}

Eigen::Vector3d corner(const Footing& footing, int index) {
  return footing.corners[static_cast<std::size_t>(index)];
}

const Footing::Edge& edge_of(const Footing& footing, const Footing::Phase& phase) {
  return footing.edges[static_cast<std::size_t>(phase.edge)];
}

/// z along the normal, y as near to `side` as may be.
Eigen::Matrix3d axes(const Eigen::Vector3d& normal, const Eigen::Vector3d& side) {
  Eigen::Matrix3d R;
  R.col(2) = normal.normalized();
  R.col(0) = side.cross(R.col(2)).normalized();
  R.col(1) = R.col(2).cross(R.col(0));
  return R;
}

}  // namespace

Eigen::Isometry3d contact_pose(const Footing& footing, int edge) {
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  if (edge < 0) {
    const Eigen::Vector3d side = std::abs(footing.normal.normalized().y()) < 0.9
                                     ? Eigen::Vector3d::UnitY()
                                     : Eigen::Vector3d(-Eigen::Vector3d::UnitX());
    pose.linear() = axes(footing.normal, side);
    pose.translation() = middle_of(footing.corners);
    return pose;
  }
  const Footing::Edge& between = footing.edges[static_cast<std::size_t>(edge)];
  const Eigen::Vector3d from = corner(footing, between.from), to = corner(footing, between.to);
  pose.linear() = axes(footing.normal, to - from);
  pose.translation() = 0.5 * (from + to);
  return pose;
}

Patch patch_of(const Footing& footing, const Footing::Phase& phase, const Eigen::Isometry3d& pose) {
  Patch patch{.corners = footing.corners, .friction = footing.friction};
  patch.normal = footing.normal;
  patch.heading = pose.linear().col(0);
  if (phase.edge >= 0) {
    const Footing::Edge& edge = edge_of(footing, phase);
    patch = edge_strip(patch, corner(footing, edge.from), corner(footing, edge.to), footing.strip);
  }
  const Eigen::Isometry3d inverse = pose.inverse();
  for (Eigen::Vector3d& point : patch.corners) point = inverse * point;
  patch.normal = Eigen::Vector3d::UnitZ();
  patch.heading = Eigen::Vector3d::UnitX();
  return patch;
}

}  // namespace alembert
