#include "alembert/solid.hpp"

#include <algorithm>

#include "alembert/motion_problem.hpp"

namespace alembert {

Solid Solid::sphere(const Eigen::Vector3d& centre, double radius) {
  return {centre, Eigen::Matrix3Xd(3, 0), radius};
}

Solid Solid::capsule(const Eigen::Vector3d& from, const Eigen::Vector3d& to, double radius) {
  return {from, to - from, radius};
}

Solid Solid::box(const Eigen::Vector3d& centre, const Eigen::Vector3d& size,
                 const Eigen::Matrix3d& axes) {
  const Eigen::Matrix3d edges = axes * size.asDiagonal();
  return {centre - 0.5 * edges.rowwise().sum(), edges, 0.0};
}

Solid Solid::cylinder(const Eigen::Vector3d& from, const Eigen::Vector3d& to, double radius) {
  Solid out = capsule(from, to, 0.0);
  out.disc = radius;
  return out;
}

bool Clearance::may_touch(std::size_t arm_solid, std::size_t obstacle) const {
  const std::pair<int, int> pair(arm_solid, obstacle);
  return std::find(allowed.begin(), allowed.end(), pair) != allowed.end();
}

}  // namespace alembert
