#include "alembert/wrench_cone.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "task/cone_facets.hpp"
#include "task/patch_outline.hpp"

namespace alembert {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::Vector3d;

/// One column for each edge of each corner's pyramid: force, then moment about the patch's middle
/// divided by its radius.
MatrixXd patch_generators(const Patch& patch, const PatchOutline& outline) {
  MatrixXd generators(6, outline.corners.size() * patch.sides);
  Index column = 0;
  for (const Eigen::Vector2d& corner : outline.corners) {
    const Vector3d arm = outline.axes.leftCols<2>() * corner / outline.radius;
    for (int side = 0; side < patch.sides; ++side) {
      const double angle = 2.0 * std::numbers::pi * side / patch.sides;
      const Vector3d force = outline.axes * Vector3d(patch.friction * std::cos(angle),
                                                     patch.friction * std::sin(angle), 1.0);
      generators.col(column++) << force, arm.cross(force);
    }
  }
  return generators;
}

}  // namespace

Eigen::Matrix<double, Eigen::Dynamic, 6> wrench_cone(const Patch& patch) {
  const PatchOutline outline(patch);
  Eigen::Matrix<double, Eigen::Dynamic, 6> rows = cone_facets(patch_generators(patch, outline));
  // Moments about the frame's origin: that about the middle is m - middle x f.
  for (Index i = 0; i < rows.rows(); ++i) {
    const Vector3d by_moment = rows.row(i).tail<3>().transpose() / outline.radius;
    rows.row(i).head<3>() -= by_moment.cross(outline.middle).transpose();
    rows.row(i).tail<3>() = by_moment.transpose();
  }
  return rows;
}

}  // namespace alembert
