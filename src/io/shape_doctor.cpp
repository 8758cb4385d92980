#include "io/shape_doctor.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include "alembert/solids_around.hpp"
#include "io/scene_parts.hpp"

namespace alembert::io {
namespace {

using Eigen::Vector3d;

/// Two numbers from 0 to 1, of the k-th of points that are spread evenly (powers of the plastic
/// number).
std::array<double, 2> spread(int k) {
  constexpr double plastic = 1.32471795724474602596;
  const double a = 0.5 + k / plastic, b = 0.5 + k / (plastic * plastic);
  return {a - std::floor(a), b - std::floor(b)};
}

Vector3d on_unit_sphere(const std::array<double, 2>& at) {
  const double z = 2.0 * at[0] - 1.0, turn = 2.0 * std::numbers::pi * at[1];
  const double across = std::sqrt(std::max(0.0, 1.0 - z * z));
  return {across * std::cos(turn), across * std::sin(turn), z};
}

/// Numbers of points such that equal ones have one number: STL has every corner anew.
std::vector<int> welded(const std::vector<Vector3d>& points) {
  std::map<std::array<double, 3>, int> numbers;
  std::vector<int> out;
  out.reserve(points.size());
  for (const Vector3d& p : points) {
    const int next = static_cast<int>(numbers.size());
    out.push_back(numbers.try_emplace({p.x(), p.y(), p.z()}, next).first->second);
  }
  return out;
}

/// Of a mesh's triangles, the nearest to a point.
class Triangles {
 public:
  explicit Triangles(const Mesh& mesh) {
    for (std::size_t k = 0; k + 2 < mesh.corners.size(); k += 3) {
      Triangle t;
      for (std::size_t i = 0; i < 3; ++i) t.corners[i] = mesh.points[mesh.corners[k + i]];
      t.middle = (t.corners[0] + t.corners[1] + t.corners[2]) / 3.0;
      for (const Vector3d& corner : t.corners) {
        t.radius = std::max(t.radius, (corner - t.middle).norm());
      }
      triangles_.push_back(t);
    }
  }

  double distance(const Vector3d& point) const {
    double least = std::numeric_limits<double>::infinity();
    for (const Triangle& t : triangles_) {
      if ((point - t.middle).norm() - t.radius >= least) continue;
      least = std::min(least, to_triangle(point, t.corners));
    }
    return least;
  }

 private:
  struct Triangle {
    std::array<Vector3d, 3> corners;
    Vector3d middle;
    double radius = 0.0;
  };

  static double to_segment(const Vector3d& point, const Vector3d& from, const Vector3d& to) {
    const Vector3d along = to - from;
    const double square = along.squaredNorm();
    const double share =
        square > 0.0 ? std::clamp((point - from).dot(along) / square, 0.0, 1.0) : 0.0;
    return (point - from - share * along).norm();
  }
  /// Where the foot on its plane is within all three edges, the height; else an edge is nearest.
  static double to_triangle(const Vector3d& point, const std::array<Vector3d, 3>& corners) {
    const Vector3d normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
    bool inside = normal.squaredNorm() > 0.0;
    double edge = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < 3; ++i) {
      const Vector3d &from = corners[i], &to = corners[(i + 1) % 3];
      inside = inside && normal.cross(to - from).dot(point - from) >= 0.0;
      edge = std::min(edge, to_segment(point, from, to));
    }
    return inside ? std::abs(normal.normalized().dot(point - corners[0])) : edge;
  }

  std::vector<Triangle> triangles_;
};

std::array<Vector3d, 3> facet_of(const Solid& hull, std::size_t k) {
  std::array<Vector3d, 3> out;
  for (std::size_t i = 0; i < 3; ++i) out[i] = hull.points.col(hull.facets[3 * k + i]);
  return out;
}

double area_of(const std::array<Vector3d, 3>& t) {
  return 0.5 * (t[1] - t[0]).cross(t[2] - t[0]).norm();
}

/// Every facet's corners and middle, and the larger ones' insides.
std::vector<Vector3d> surface_of_hull(const Solid& hull, int count) {
  std::vector<Vector3d> out;
  double whole = 0.0;
  const std::size_t facets = hull.facets.size() / 3;
  for (std::size_t k = 0; k < facets; ++k) whole += area_of(facet_of(hull, k));
  for (std::size_t k = 0; k < facets; ++k) {
    const std::array<Vector3d, 3> t = facet_of(hull, k);
    out.insert(out.end(), {t[0], (t[0] + t[1] + t[2]) / 3.0});
    const int inside = static_cast<int>(count * area_of(t) / whole);
    for (int n = 0; n < inside; ++n) {
      auto [a, b] = spread(n);
      if (a + b > 1.0) a = 1.0 - a, b = 1.0 - b;
      out.push_back(t[0] + a * (t[1] - t[0]) + b * (t[2] - t[0]));
    }
  }
  return out;
}

/// A ball has no edge, a capsule one: shares of area are of the side and of both ends.
std::vector<Vector3d> surface_of_capsule(const Solid& capsule, int count) {
  const Vector3d edge =
      capsule.edges.cols() > 0 ? Vector3d(capsule.edges.col(0)) : Vector3d::Zero();
  const double side = edge.norm() / (edge.norm() + 2.0 * capsule.radius);
  const Vector3d axis = edge.norm() > 0.0 ? Vector3d(edge.normalized()) : Vector3d::UnitZ();
  const Vector3d u = axis.unitOrthogonal(), v = axis.cross(u);
  std::vector<Vector3d> out;
  for (int k = 0; k < count; ++k) {
    const auto at = spread(k);
    if (at[0] < side) {
      const double turn = 2.0 * std::numbers::pi * at[1];
      out.push_back(capsule.corner + at[0] / side * edge +
                    capsule.radius * (std::cos(turn) * u + std::sin(turn) * v));
    } else {
      const Vector3d direction = on_unit_sphere({(at[0] - side) / (1.0 - side), at[1]});
      out.push_back(capsule.corner + (direction.dot(axis) > 0.0 ? edge : Vector3d::Zero().eval()) +
                    capsule.radius * direction);
    }
  }
  return out;
}

double farthest_of(const Triangles& triangles, const Solid& solid, int count) {
  double far = 0.0;
  for (const Vector3d& p :
       solid.is_hull() ? surface_of_hull(solid, count) : surface_of_capsule(solid, count)) {
    far = std::max(far, triangles.distance(p));
  }
  return far;
}

Overstated beside(const std::vector<Solid>& solids, const Triangles& triangles) {
  Overstated out;
  for (const Solid& solid : solids) {
    ++out.solids;
    out.volume += solid_volume(solid);
    out.farthest = std::max(out.farthest, farthest_of(triangles, solid, points_of_surface));
  }
  return out;
}

}  // namespace

std::optional<double> mesh_volume(const Mesh& mesh) {
  if (mesh.points.empty()) return {};
  const std::vector<int> number = welded(mesh.points);
  std::map<std::pair<int, int>, int> passed;  // how much oftener one way than the other
  double sixfold = 0.0;
  for (std::size_t k = 0; k + 2 < mesh.corners.size(); k += 3) {
    std::array<Vector3d, 3> t;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto here = static_cast<std::size_t>(mesh.corners[k + i]),
                 next = static_cast<std::size_t>(mesh.corners[k + (i + 1) % 3]);
      const int a = number[here], b = number[next];
      if (a != b) passed[std::minmax(a, b)] += a < b ? 1 : -1;
      t[i] = mesh.points[here] - mesh.points.front();
    }
    sixfold += t[0].dot(t[1].cross(t[2]));
  }
  const bool closed =
      std::all_of(passed.begin(), passed.end(), [](const auto& edge) { return edge.second == 0; });
  if (!closed || sixfold == 0.0) return {};
  return std::abs(sixfold) / 6.0;
}

double solid_volume(const Solid& solid) {
  if (!solid.is_hull()) {
    const double r = solid.radius, length = solid.edges.norm();
    return std::numbers::pi * r * r * (length + 4.0 / 3.0 * r);
  }
  double sixfold = 0.0;
  const Vector3d from = solid.points.col(0);
  for (std::size_t k = 0; k < solid.facets.size() / 3; ++k) {
    const std::array<Vector3d, 3> t = facet_of(solid, k);
    sixfold += (t[0] - from).dot((t[1] - from).cross(t[2] - from));
  }
  return sixfold / 6.0;
}

double farthest_from(const Mesh& mesh, const Solid& solid, int points) {
  return farthest_of(Triangles(mesh), solid, points);
}

std::vector<MeasuredMesh> measure_meshes(const Robot& robot, const MeshFolders& folders) {
  std::vector<MeasuredMesh> out;
  for (const auto& [link, shape] : robot_shapes(robot)) {
    if (shape.shape != Visual::Shape::mesh) continue;
    MeasuredMesh& made = out.emplace_back();
    made.link = link;
    made.file = shape.mesh;
    Mesh mesh = load_mesh(shape.mesh, robot.file, folders);
    made.problem = mesh.problem;
    if (!mesh.problem.empty()) continue;
    for (Vector3d& p : mesh.points) p = p.cwiseProduct(shape.size);
    made.triangles = mesh.corners.size() / 3;
    made.volume = mesh_volume(mesh);
    const Triangles triangles(mesh);
    made.capsule = beside({capsule_around(mesh.points)}, triangles);
    const MeshHulls hulls =
        hulls_of_mesh(mesh, Vector3d::Ones(), Eigen::Isometry3d::Identity(), true);
    made.hulls = beside(hulls.solids, triangles);
    made.hulls.problem = hulls.problem;
  }
  return out;
}

}  // namespace alembert::io
