#include "task/footing_patch.hpp"

#include <cmath>

namespace alembert {
namespace {

/// z along the normal, y as near to `side` as may be.
Eigen::Matrix3d axes(const Eigen::Vector3d& normal, const Eigen::Vector3d& side) {
  Eigen::Matrix3d R;
  R.col(2) = normal.normalized();
  R.col(0) = side.cross(R.col(2)).normalized();
  R.col(1) = R.col(2).cross(R.col(0));
  return R;
}

}  // namespace

Eigen::Isometry3d patch_frame(const std::vector<Eigen::Vector3d>& corners,
                              const Eigen::Vector3d& normal, const Eigen::Vector3d& side) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const Eigen::Vector3d& corner : corners) sum += corner;
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.linear() = axes(normal, side);
  pose.translation() = sum / static_cast<double>(corners.size());
  return pose;
}

Patch seen_from(const Eigen::Isometry3d& frame, Patch patch) {
  const Eigen::Isometry3d inverse = frame.inverse();
  for (Eigen::Vector3d& point : patch.corners) point = inverse * point;
  patch.normal = Eigen::Vector3d::UnitZ();
  patch.heading = Eigen::Vector3d::UnitX();
  return patch;
}

Eigen::Isometry3d contact_pose(const Footing& footing, int edge) {
  if (edge < 0) {
    const Eigen::Vector3d side = std::abs(footing.normal.normalized().y()) < 0.9
                                     ? Eigen::Vector3d::UnitY()
                                     : Eigen::Vector3d(-Eigen::Vector3d::UnitX());
    return patch_frame(footing.corners, footing.normal, side);
  }
  const Footing::Edge& between = footing.edges[edge];
  const Eigen::Vector3d from = footing.corners[between.from], to = footing.corners[between.to];
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.linear() = axes(footing.normal, to - from);
  pose.translation() = 0.5 * (from + to);
  return pose;
}

Patch patch_of(const Footing& footing, const Footing::Phase& phase, const Eigen::Isometry3d& pose) {
  Patch patch{.corners = footing.corners, .friction = footing.friction};
  patch.normal = footing.normal;
  patch.heading = pose.linear().col(0);
  if (phase.edge >= 0) {
    const Footing::Edge& edge = footing.edges[phase.edge];
    patch = edge_strip(patch, footing.corners[edge.from], footing.corners[edge.to], footing.strip);
  }
  return seen_from(pose, std::move(patch));
}

}  // namespace alembert
