// A hull for tests, by trying all planes through three points: slow and plain;
// and clouds.
#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "alembert/solid.hpp"

namespace alembert::test {

/// Points in general position, every one of them a corner.
inline Solid hull_of(const std::vector<Eigen::Vector3d>& points) {
  Solid out;
  out.points.resize(3, static_cast<Eigen::Index>(points.size()));
  const int n = static_cast<int>(points.size());
  const auto at = [&](int i) { return points[static_cast<std::size_t>(i)]; };
  for (int i = 0; i < n; ++i) out.points.col(i) = at(i);
  for (int i = 0; i < n; ++i) {
    for (int j = i + 1; j < n; ++j) {
      for (int k = j + 1; k < n; ++k) {
        const Eigen::Vector3d normal = (at(j) - at(i)).cross(at(k) - at(i));
        int above = 0, below = 0;
        for (int l = 0; l < n; ++l) {
          if (l == i || l == j || l == k) continue;
          (normal.dot(at(l) - at(i)) > 0.0 ? above : below)++;
        }
        if (above == 0) out.facets.insert(out.facets.end(), {i, j, k});
        if (below == 0) out.facets.insert(out.facets.end(), {i, k, j});
      }
    }
  }
  return out;
}

/// On a stretched ball.
template <typename RandomSource>
Solid random_hull(RandomSource& random, const Eigen::Vector3d& centre, double size, int count) {
  std::vector<Eigen::Vector3d> points;
  const Eigen::Vector3d stretch(random.real(0.5, 1.0), random.real(0.5, 1.0),
                                random.real(0.5, 1.0));
  for (int k = 0; k < count; ++k) {
    const Eigen::Vector3d direction = random.vector(1.0).normalized();
    points.push_back(centre + size * direction.cwiseProduct(stretch));
  }
  return hull_of(points);
}

/// Balls around points, here and there in a cube.
template <typename RandomSource>
Solid random_cloud(RandomSource& random, const Eigen::Vector3d& centre, double size, int count) {
  Solid out;
  out.radius = 0.01;
  out.points.resize(3, count);
  for (int k = 0; k < count; ++k) out.points.col(k) = centre + random.vector(size);
  return out;
}

}  // namespace alembert::test
