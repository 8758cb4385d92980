#include "task/patch_outline.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "alembert/robot.hpp"
#include "require.hpp"

namespace alembert {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector2d;
using Eigen::Vector3d;

/// Shares of a patch's size that are taken for nothing.
constexpr double patch_rounding = 1e-6;

double left_turn(const Vector2d& a, const Vector2d& b, const Vector2d& c) {
  const Vector2d u = b - a, v = c - b;
  return u.x() * v.y() - u.y() * v.x();
}

void check_patch_numbers(const Patch& patch) {
  for (const Vector3d& corner : patch.corners) {
    require(corner.allFinite(), "a corner of a patch is no number", "write three numbers in m");
  }
  require(patch.friction >= 0.0 && std::isfinite(patch.friction),
          "a patch's friction is negative or no number", "write 0.5, for example");
  if (patch.sides < 3) {
    throw Error(Error::Code::value,
                "a friction pyramid of " + std::to_string(patch.sides) + " sides is none",
                "write three sides or more");
  }
  require(patch.normal.allFinite() && patch.normal.norm() > 0.0,
          "a patch's normal has no direction", "write the way in which the world pushes");
}

/// Columns: heading, to its left, normal.
Matrix3d patch_axes(const Patch& patch) {
  Matrix3d axes;
  axes.col(2) = patch.normal.normalized();
  const Vector3d along = patch.heading - axes.col(2).dot(patch.heading) * axes.col(2);
  require(along.norm() > patch_rounding * patch.heading.norm(),
          "a patch's heading has no direction in its plane",
          "give one that is not along its normal");
  axes.col(0) = along.normalized();
  axes.col(1) = axes.col(2).cross(axes.col(0));
  return axes;
}

/// The convex hull, counter-clockwise: Andrew's chains, lower and upper. What bulges by less than
/// `rounding` (m) is left out.
std::vector<Vector2d> hull_of(std::vector<Vector2d> points, double rounding) {
  std::sort(points.begin(), points.end(), [](const Vector2d& a, const Vector2d& b) {
    return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y());
  });
  std::vector<Vector2d> hull;
  for (int chain = 0; chain < 2; ++chain) {
    const std::size_t start = hull.size();
    for (const Vector2d& point : points) {
      while (hull.size() >= start + 2) {
        const Vector2d& before = hull[hull.size() - 2];
        const double bulge =
            left_turn(before, hull.back(), point) / std::max((point - before).norm(), rounding);
        if (bulge > rounding) break;
        hull.pop_back();
      }
      hull.push_back(point);
    }
    hull.pop_back();  // the other chain begins there
    std::reverse(points.begin(), points.end());
  }
  return hull;
}

[[noreturn]] void refuse_area(const std::string& why) {
  throw Error(Error::Code::value, "a patch of no area carries nothing: " + why,
              "give three corners or more that are not on one line; for an edge a strip of some "
              "width, 1 cm for example");
}

/// What of a polygon lies on the left of the line through `at` along `direction` (Sutherland and
/// Hodgman).
std::vector<Vector2d> left_part(const std::vector<Vector2d>& polygon, const Vector2d& at,
                                const Vector2d& direction) {
  const Vector2d left(-direction.y(), direction.x());
  std::vector<Vector2d> part;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vector2d &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    const double of_a = left.dot(a - at), of_b = left.dot(b - at);
    if (of_a >= 0.0) part.push_back(a);
    if ((of_a > 0.0 && of_b < 0.0) || (of_a < 0.0 && of_b > 0.0)) {
      part.push_back(a + of_a / (of_a - of_b) * (b - a));
    }
  }
  return part;
}

}  // namespace

PatchOutline::PatchOutline(const Patch& patch) {
  check_patch_numbers(patch);
  axes = patch_axes(patch);
  if (patch.corners.size() < 3) {
    refuse_area("it has " + std::to_string(patch.corners.size()) + " corners");
  }
  middle.setZero();
  for (const Vector3d& corner : patch.corners) middle += corner;
  middle /= static_cast<double>(patch.corners.size());
  double off_plane = 0.0;
  for (const Vector3d& corner : patch.corners) {
    radius = std::max(radius, (corner - middle).norm());
    off_plane = std::max(off_plane, std::abs(axes.col(2).dot(corner - middle)));
    corners.push_back(in_plane(corner));
  }
  if (off_plane > patch_rounding * radius) {
    throw Error(Error::Code::value,
                "a patch is not at right angles to its normal: a corner is " +
                    std::to_string(std::lround(off_plane * 1e3)) + " mm from the plane",
                "put its corners into one plane, and give the normal of that");
  }
  corners = hull_of(std::move(corners), patch_rounding * radius);
  if (corners.size() < 3) refuse_area("its corners lie on one line");

  Vector2d mean = Vector2d::Zero();
  for (const Vector2d& corner : corners) mean += corner / static_cast<double>(corners.size());
  middle = in_space(mean);
  radius = 0.0;
  for (Vector2d& corner : corners) {
    corner -= mean;
    radius = std::max(radius, corner.norm());
  }
}

Patch edge_strip(const Patch& patch, const Vector3d& from, const Vector3d& to, double width) {
  require(width > 0.0 && std::isfinite(width), "the strip along a patch's edge has no width",
          "write how wide it is in m, 0.01 for example");
  const PatchOutline outline(patch);
  const double rounding = patch_rounding * outline.radius;
  Vector2d start = outline.in_plane(from), end = outline.in_plane(to);
  Vector2d along = (end - start).normalized();
  if (left_turn(start, end, Vector2d::Zero()) < 0.0) {  // so that the patch is on its left
    std::swap(start, end);
    along = -along;
  }
  const Vector2d inwards(-along.y(), along.x());
  double nearest = 0.0, before = infinity, after = -infinity;
  for (const Vector2d& corner : outline.corners) {
    const double inside = inwards.dot(corner - start);
    nearest = std::min(nearest, inside);
    if (std::abs(inside) > rounding) continue;
    before = std::min(before, along.dot(corner - start));
    after = std::max(after, along.dot(corner - end));
  }
  const auto in_its_plane = [&](const Vector3d& point) {
    return (outline.in_space(outline.in_plane(point)) - point).norm() <= rounding;
  };
  const bool on_edge = in_its_plane(from) && in_its_plane(to) && (end - start).norm() > rounding &&
                       nearest >= -rounding && before <= rounding && after >= -rounding;
  require(on_edge, "two points do not lie on one edge of a patch",
          "name two of its neighbouring corners, or points between them");
  std::vector<Vector2d> strip = left_part(outline.corners, start + width * inwards, -along);
  strip = left_part(left_part(strip, start, -inwards), end, inwards);
  Patch part = patch;
  part.corners.clear();
  for (const Vector2d& corner : strip) part.corners.push_back(outline.in_space(corner));
  const PatchOutline clean(part);
  part.corners.clear();
  for (const Vector2d& corner : clean.corners) part.corners.push_back(clean.in_space(corner));
  return part;
}

}  // namespace alembert
