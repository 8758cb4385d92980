#include "alembert/solids_around.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "dense.hpp"
#include "require.hpp"

namespace alembert {

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

/// What rounding may take from a size: many times what it does.
constexpr double outward = 1.0 + 1e-12;

Vector2d mean_of(const std::vector<Vector2d>& points) {
  Vector2d mean = Vector2d::Zero();
  for (const Vector2d& p : points) mean += p / static_cast<double>(points.size());
  return mean;
}

const Vector2d& farthest_from(const Vector2d& centre, const std::vector<Vector2d>& points) {
  const Vector2d* farthest = &points.front();
  double most = -1.0;
  for (const Vector2d& p : points) {
    const double square = (p - centre).squaredNorm();
    if (square <= most) continue;
    most = square;
    farthest = &p;
  }
  return *farthest;
}

/// Of a circle around points in a plane, near the smallest: the centre walks ever shorter steps to
/// the farthest point (Badoiu and Clarkson 2003).
Vector2d walked_centre(const std::vector<Vector2d>& points) {
  Vector2d centre = mean_of(points);
  constexpr int steps = 200;
  for (int k = 1; k <= steps; ++k) centre += (farthest_from(centre, points) - centre) / (k + 1.0);
  return centre;
}

/// The same of very many: it walks among a few of them, joined by whoever is farther than these
/// until nobody is.
Vector2d circle_centre(const std::vector<Vector2d>& points) {
  constexpr std::size_t few = 500;
  if (points.size() <= few) return walked_centre(points);
  std::vector<Vector2d> chosen = {farthest_from(mean_of(points), points)};
  for (;;) {
    const Vector2d centre = walked_centre(chosen);
    const double reached = (farthest_from(centre, chosen) - centre).norm();
    const Vector2d& farthest = farthest_from(centre, points);
    if ((farthest - centre).norm() <= reached * (1.0 + 1e-4) || chosen.size() == few) return centre;
    chosen.push_back(farthest);
  }
}

/// m from a segment.
double distance_to(const Vector3d& p, const Vector3d& from, const Vector3d& along) {
  const double square = along.squaredNorm();
  const double share = square > 0.0 ? std::clamp((p - from).dot(along) / square, 0.0, 1.0) : 0.0;
  return (p - from - share * along).norm();
}

/// Around a direction: the radius is that of the points seen along it, and the ends are as near as
/// their caps allow.
Solid capsule_along(const Vector3d& direction, const std::vector<Vector3d>& points) {
  const Vector3d x = direction.unitOrthogonal(), y = direction.cross(x);
  std::vector<Vector2d> seen;
  seen.reserve(points.size());
  for (const Vector3d& p : points) seen.emplace_back(x.dot(p), y.dot(p));
  const Vector2d centre = circle_centre(seen);
  double radius = 0.0;
  for (const Vector2d& p : seen) radius = std::max(radius, (p - centre).norm());
  double first = std::numeric_limits<double>::infinity(), last = -first;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double off = (seen[i] - centre).squaredNorm(), at = direction.dot(points[i]);
    const double cap = std::sqrt(std::max(0.0, radius * radius - off));
    first = std::min(first, at + cap);
    last = std::max(last, at - cap);
  }
  if (first > last) first = last = 0.5 * (first + last);
  const Vector3d middle = centre[0] * x + centre[1] * y;
  const Vector3d from = middle + first * direction, along = (last - first) * direction;
  // Rounding has the last word: the radius is what the farthest point needs.
  double needed = 0.0, size = along.norm();
  for (const Vector3d& p : points) {
    needed = std::max(needed, distance_to(p, from, along));
    size = std::max(size, p.norm());
  }
  return Solid::capsule(from, from + along, needed * outward + 1e-14 * size);
}

double capsule_volume(const Solid& capsule) {
  const double r = capsule.radius;
  return std::numbers::pi * r * r * (capsule.edges.norm() + 4.0 / 3.0 * r);
}

}  // namespace

Solid prism_around_cylinder(const Vector3d& from, const Vector3d& to, double radius) {
  constexpr int pairs = 4;  // of sides that face each other
  const Vector3d axis = to - from;
  const Vector3d along = axis.norm() > 0.0 ? Vector3d(axis.normalized()) : Vector3d::UnitZ();
  const Vector3d x = along.unitOrthogonal(), y = along.cross(x);
  const double side = 2.0 * radius * std::tan(std::numbers::pi / (2 * pairs)) * outward;
  Eigen::Matrix3Xd edges(3, pairs + 1);
  for (int k = 0; k < pairs; ++k) {
    const double angle = std::numbers::pi * k / pairs;
    edges.col(k) = side * (std::cos(angle) * x + std::sin(angle) * y);
  }
  // A little longer than the cylinder, by rounding only.
  edges.col(pairs) = outward * axis;
  const Vector3d corner = 0.5 * (from + to) - 0.5 * edges.rowwise().sum();
  return {corner, edges, 0.0};
}

Solid capsule_around(const std::vector<Vector3d>& points) {
  require(!points.empty(), "no points to put a capsule around", "give at least one",
          Error::Code::size);
  Vector3d mean = Vector3d::Zero();
  for (const Vector3d& p : points) mean += p / static_cast<double>(points.size());
  Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
  for (const Vector3d& p : points) spread += (p - mean) * (p - mean).transpose();
  const Eigen::Matrix3d axes = dense::eigenpairs(spread).vectors;
  // Of very many points some tell the best direction; all of them have the last word along it.
  constexpr std::size_t enough = 20'000;
  std::vector<Vector3d> some;
  const std::size_t stride = (points.size() + enough - 1) / enough;
  for (std::size_t i = 0; i < points.size(); i += stride) some.push_back(points[i]);
  Vector3d best = Vector3d::UnitX();
  double least = std::numeric_limits<double>::infinity();
  const auto look = [&](const Vector3d& direction) {
    const double volume = capsule_volume(capsule_along(direction, some));
    if (volume >= least) return;
    least = volume;
    best = direction;
  };
  for (int k = 0; k < 3; ++k) look(Vector3d::Unit(k));
  for (int k = 0; k < 3; ++k) look(axes.col(k).normalized());
  return capsule_along(best, points);
}

}  // namespace alembert
