// Points that stand still, each with a ball of one radius around it: which are near.
//
// A solid with points and no facets is such a cloud (alembert/solid.hpp).
#pragma once

#include <vector>

#include "alembert/solid.hpp"

namespace alembert {

inline bool is_cloud(const Solid& solid) { return solid.is_hull() && solid.facets.empty(); }

class PointCloud {
 public:
  explicit PointCloud(const Eigen::Matrix3Xd& points);

  /// Leaf by leaf.
  const Eigen::Matrix3Xd& points() const { return points_; }
  struct Leaf {
    Eigen::Vector3d middle;
    double radius;  ///< m: of a ball around its points, rounded out
    int first, last;
  };
  const std::vector<Leaf>& leaves() const { return leaves_; }

  /// Number of the point nearest to another.
  int nearest(const Eigen::Vector3d& point) const;
  /// Numbers of all points no farther from another than so many m.
  void within(const Eigen::Vector3d& point, double far, std::vector<int>& out) const;

 private:
  void split(std::vector<int>& numbers, int first, int last, const Eigen::Matrix3Xd& points);

  Eigen::Matrix3Xd points_;
  std::vector<Leaf> leaves_;
};

}  // namespace alembert
