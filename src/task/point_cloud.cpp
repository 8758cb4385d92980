#include "task/point_cloud.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace alembert {
namespace {

constexpr int points_of_leaf = 12;
/// What rounding may take from a radius: many times what it does.
constexpr double leaf_rounded_out = 1.0 + 1e-12;

}  // namespace

PointCloud::PointCloud(const Eigen::Matrix3Xd& points) {
  std::vector<int> numbers(points.cols());
  std::iota(numbers.begin(), numbers.end(), 0);
  split(numbers, 0, static_cast<int>(numbers.size()), points);
  points_.resize(3, points.cols());
  for (Eigen::Index k = 0; k < points.cols(); ++k) points_.col(k) = points.col(numbers[k]);
  for (Leaf& leaf : leaves_) {
    const auto own = points_.middleCols(leaf.first, leaf.last - leaf.first);
    leaf.middle = 0.5 * (own.rowwise().minCoeff() + own.rowwise().maxCoeff());
    leaf.radius = leaf_rounded_out * (own.colwise() - leaf.middle).colwise().norm().maxCoeff();
  }
}

/// Halves along the longest side, until leaves are small.
void PointCloud::split(std::vector<int>& numbers, int first, int last,
                       const Eigen::Matrix3Xd& points) {
  if (last - first <= points_of_leaf) {
    if (last > first) leaves_.push_back({Eigen::Vector3d::Zero(), 0.0, first, last});
    return;
  }
  const auto begin = numbers.begin() + first, end = numbers.begin() + last;
  Eigen::Vector3d low = points.col(*begin), high = low;
  for (auto it = begin; it != end; ++it) {
    low = low.cwiseMin(points.col(*it));
    high = high.cwiseMax(points.col(*it));
  }
  Eigen::Index along = 0;
  (high - low).maxCoeff(&along);
  const int middle = (first + last) / 2;
  std::nth_element(begin, numbers.begin() + middle, end,
                   [&](int a, int b) { return points(along, a) < points(along, b); });
  split(numbers, first, middle, points);
  split(numbers, middle, last, points);
}

int PointCloud::nearest(const Eigen::Vector3d& point) const {
  int best = 0;
  double least = std::numeric_limits<double>::infinity(), square = least;
  const auto search = [&](const Leaf& leaf) {
    for (int k = leaf.first; k < leaf.last; ++k) {
      const double far = (points_.col(k) - point).squaredNorm();
      if (far >= square) continue;
      square = far;
      best = k;
    }
    least = std::sqrt(square);
  };
  // The leaf whose middle is nearest first: few others can be nearer than what is in it.
  const Leaf* first = nullptr;
  double nearest = square;
  for (const Leaf& leaf : leaves_) {
    const double far = (leaf.middle - point).squaredNorm();
    if (far >= nearest) continue;
    nearest = far;
    first = &leaf;
  }
  if (first != nullptr) search(*first);
  for (const Leaf& leaf : leaves_) {
    const double near_by = least + leaf.radius;
    if (&leaf != first && (leaf.middle - point).squaredNorm() < near_by * near_by) search(leaf);
  }
  return best;
}

void PointCloud::within(const Eigen::Vector3d& point, double far, std::vector<int>& out) const {
  for (const Leaf& leaf : leaves_) {
    if ((leaf.middle - point).norm() - leaf.radius > far) continue;
    for (int k = leaf.first; k < leaf.last; ++k) {
      if ((points_.col(k) - point).norm() <= far) out.push_back(k);
    }
  }
}

}  // namespace alembert
