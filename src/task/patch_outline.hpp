// A patch in its own plane: the corners that count, counter-clockwise.
#pragma once

#include <vector>

#include "alembert/wrench_cone.hpp"

namespace alembert {

struct PatchOutline {
  /// Throws Error for a patch that is none.
  explicit PatchOutline(const Patch& patch);

  Eigen::Vector3d in_space(const Eigen::Vector2d& point) const {
    return middle + axes.leftCols<2>() * point;
  }
  Eigen::Vector2d in_plane(const Eigen::Vector3d& point) const {
    return axes.leftCols<2>().transpose() * (point - middle);
  }

  Eigen::Matrix3d axes;                  ///< columns: heading, to its left, normal
  Eigen::Vector3d middle;                ///< mean of the corners that count
  double radius = 0.0;                   ///< of the farthest corner from it
  std::vector<Eigen::Vector2d> corners;  ///< in_plane()
};

}  // namespace alembert
