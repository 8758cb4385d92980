// Which points of a path say something: those that a line between others does not pass anyway.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace alembert {

struct SimplifiedPath {
  std::vector<int> kept;  ///< from the first point to the last, in order
  int repeated = 0;       ///< that are the point before them
  int left_out = 0;       ///< beside those, near a line between neighbours
  double farthest = 0.0;  ///< of any point that was left out from its line, rad or m
};

/// Points within `tolerance` (as lengths are measured: rad and m alike) of a line between others,
/// in order, are left out. Throws Error for fewer than two different points and for numbers that
/// are not finite.
SimplifiedPath simplify_path(const Eigen::Ref<const Eigen::MatrixXd>& points, double tolerance);

/// Where on the line from a to b a point is nearest, 0 to 1.
double share_on_line(const Eigen::Ref<const Eigen::RowVectorXd>& point,
                     const Eigen::Ref<const Eigen::RowVectorXd>& a,
                     const Eigen::Ref<const Eigen::RowVectorXd>& b);
Eigen::RowVectorXd nearest_on_line(const Eigen::Ref<const Eigen::RowVectorXd>& point,
                                   const Eigen::Ref<const Eigen::RowVectorXd>& a,
                                   const Eigen::Ref<const Eigen::RowVectorXd>& b);

}  // namespace alembert
