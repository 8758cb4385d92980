#include "io/convex_hull.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <memory>

// C++ headers of qhull are older than C++20.
extern "C" {
#include <libqhull_r/qhull_ra.h>
}

namespace alembert::io {

namespace {

using Points = std::vector<Eigen::Vector3d>;

/// Thinner than this, as a share of its size, a hull is flat.
constexpr double flat_share = 1e-6;
/// Of planes around a hull that has too many corners: as a cosine, those of facets are no nearer to
/// each other.
constexpr double another_plane = 0.97;
constexpr std::size_t most_planes = 44;
/// What rounding may take from a plane's height: many times what it does.
constexpr double pushed_out = 1e-12;

struct RawHull {
  Points corners = {};
  std::vector<int> facets = {};
  std::vector<Eigen::Vector4d> planes = {};  // outward normal and height, one a facet
};

/// A run of qhull: triangles between points, or none where it gives up.
class QhullRun {
 public:
  explicit QhullRun(const Points& points) : quiet_(std::fopen("/dev/null", "w"), &std::fclose) {
    if (!quiet_) return;
    coordinates_.reserve(3 * points.size());
    for (const Eigen::Vector3d& p : points)
      coordinates_.insert(coordinates_.end(), p.begin(), p.end());
    char how[] = "qhull Qt Pp";
    qh_zero(&qh_, quiet_.get());
    failed_ = qh_new_qhull(&qh_, 3, static_cast<int>(points.size()), coordinates_.data(), False,
                           how, nullptr, quiet_.get()) != 0;
    begun_ = true;
  }
  ~QhullRun() {
    if (!begun_) return;
    int kept = 0, total = 0;
    qh_freeqhull(&qh_, !qh_ALL);
    qh_memfreeshort(&qh_, &kept, &total);
  }
  QhullRun(const QhullRun&) = delete;
  QhullRun& operator=(const QhullRun&) = delete;

  /// Numbers of points, in no order.
  std::vector<std::array<int, 3>> triangles() {
    std::vector<std::array<int, 3>> out;
    if (!begun_ || failed_) return out;
    qhT* qh = &qh_;  // as qhull's macros call it
    facetT* facet = nullptr;
    FORALLfacets {
      std::array<int, 3> of = {};
      std::size_t k = 0;
      vertexT *vertex = nullptr, **vertexp = nullptr;
      FOREACHvertex_(facet->vertices) {
        if (k < 3) of[k++] = qh_pointid(qh, vertex->point);
      }
      if (k == 3) out.push_back(of);
    }
    return out;
  }

 private:
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> quiet_;
  std::vector<double> coordinates_;
  qhT qh_ = {};
  bool begun_ = false, failed_ = false;
};

RawHull run_qhull(const Points& points) {
  RawHull out;
  const std::vector<std::array<int, 3>> triangles = QhullRun(points).triangles();
  std::map<int, int> number;
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();
  for (const std::array<int, 3>& triangle : triangles) {
    for (const int id : triangle) {
      if (!number.try_emplace(id, static_cast<int>(out.corners.size())).second) continue;
      out.corners.push_back(points[id]);
      middle += out.corners.back();
    }
  }
  middle /= std::max(1.0, static_cast<double>(out.corners.size()));
  for (const std::array<int, 3>& triangle : triangles) {
    std::array<int, 3> of = {number[triangle[0]], number[triangle[1]], number[triangle[2]]};
    const auto at = [&](std::size_t i) { return out.corners[of[i]]; };
    Eigen::Vector3d normal = (at(1) - at(0)).cross(at(2) - at(0));
    if (normal.dot(at(0) - middle) < 0.0) {
      std::swap(of[1], of[2]);
      normal = -normal;
    }
    if (normal.isZero(0.0)) continue;
    normal.normalize();
    out.facets.insert(out.facets.end(), of.begin(), of.end());
    double height = -1e300;  // triangles of one facet lie in its plane to rounding only
    for (const Eigen::Vector3d& corner : out.corners) height = std::max(height, normal.dot(corner));
    out.planes.emplace_back(normal.x(), normal.y(), normal.z(), height);
  }
  return out;
}

double thickness(const RawHull& hull) {
  double least = 1e300;
  for (const Eigen::Vector4d& plane : hull.planes) {
    double low = plane[3];
    for (const Eigen::Vector3d& corner : hull.corners) {
      low = std::min(low, plane.head<3>().dot(corner));
    }
    least = std::min(least, plane[3] - low);
  }
  return least;
}

double size_of(const Points& points) {
  Eigen::AlignedBox3d box;
  for (const Eigen::Vector3d& p : points) box.extend(p);
  return box.diagonal().norm();
}

/// Planes of the largest facets and along the axes and their diagonals.
std::vector<Eigen::Vector3d> few_directions(const RawHull& hull) {
  std::vector<Eigen::Vector3d> out;
  const auto add = [&](const Eigen::Vector3d& n) {
    for (const Eigen::Vector3d& other : out) {
      if (other.dot(n) > another_plane) return;
    }
    out.push_back(n);
  };
  std::vector<std::pair<double, Eigen::Vector3d>> by_area;
  for (std::size_t f = 0; f < hull.planes.size(); ++f) {
    const auto at = [&](std::size_t k) { return hull.corners[hull.facets[3 * f + k]]; };
    by_area.emplace_back((at(1) - at(0)).cross(at(2) - at(0)).norm(), hull.planes[f].head<3>());
  }
  std::sort(by_area.begin(), by_area.end(),
            [](const auto& a, const auto& b) { return a.first > b.first; });
  for (const auto& [area, normal] : by_area) {
    if (out.size() < most_planes / 2) add(normal);
  }
  for (int i = 0; i < 27; ++i) {
    const Eigen::Vector3d n(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1);
    if (!n.isZero()) add(n.normalized());
  }
  for (const auto& [area, normal] : by_area) {
    if (out.size() < most_planes) add(normal);
  }
  return out;
}

/// Around the hull: corners of what a few planes enclose are facets of the planes' dual.
RawHull enclosed_by_few(const RawHull& hull) {
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();
  for (const Eigen::Vector3d& p : hull.corners) {
    middle += p / static_cast<double>(hull.corners.size());
  }
  Points dual;
  for (const Eigen::Vector3d& n : few_directions(hull)) {
    double height = 0.0;
    for (const Eigen::Vector3d& p : hull.corners) height = std::max(height, n.dot(p - middle));
    dual.push_back(n / ((1.0 + pushed_out) * height));
  }
  Points corners;
  for (const Eigen::Vector4d& plane : run_qhull(dual).planes) {
    corners.push_back(middle + plane.head<3>() / plane[3]);
  }
  return run_qhull(corners);
}

}  // namespace

MadeHull convex_hull(const Points& points) {
  if (points.size() < 4) return {.problem = "a hull needs four points or more"};
  const RawHull exact = run_qhull(points);
  if (exact.facets.size() < 12 || thickness(exact) < flat_share * size_of(points)) {
    return {.problem = "the points lie in one plane, or on a line: their hull has no inside"};
  }
  const bool many = exact.corners.size() > static_cast<std::size_t>(most_hull_corners);
  const RawHull used = many ? enclosed_by_few(exact) : exact;
  MadeHull out;
  out.corners = static_cast<int>(exact.corners.size());
  out.solid.points.resize(3, static_cast<Eigen::Index>(used.corners.size()));
  for (std::size_t i = 0; i < used.corners.size(); ++i) {
    out.solid.points.col(static_cast<Eigen::Index>(i)) = used.corners[i];
    double outside = 0.0;
    for (const Eigen::Vector4d& plane : exact.planes) {
      outside = std::max(outside, plane.head<3>().dot(used.corners[i]) - plane[3]);
    }
    if (many) out.overstates = std::max(out.overstates, outside);
  }
  out.solid.facets = used.facets;
  return out;
}

std::vector<Points> connected_parts(const Mesh& mesh) {
  struct Less {
    bool operator()(const Eigen::Vector3d& a, const Eigen::Vector3d& b) const {
      return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
    }
  };
  std::map<Eigen::Vector3d, int, Less> welded;  // STL tells every corner of every triangle
  std::vector<int> of, parent;
  Points points;
  for (const Eigen::Vector3d& p : mesh.points) {
    const auto [it, fresh] = welded.try_emplace(p, static_cast<int>(points.size()));
    if (fresh) {
      points.push_back(p);
      parent.push_back(it->second);
    }
    of.push_back(it->second);
  }
  const auto root = [&](int k) {
    while (parent[k] != k) {
      int& up = parent[k];
      k = up = parent[up];
    }
    return k;
  };
  std::vector<char> used(points.size(), 0);
  for (std::size_t c = 0; c + 2 < mesh.corners.size(); c += 3) {
    std::array<int, 3> at = {};
    for (std::size_t k = 0; k < 3; ++k) {
      at[k] = of[mesh.corners[c + k]];
      used[at[k]] = 1;
    }
    parent[root(at[1])] = root(at[0]);
    parent[root(at[2])] = root(at[0]);
  }
  std::map<int, Points> parts;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (used[i] != 0) parts[root(static_cast<int>(i))].push_back(points[i]);
  }
  std::vector<Points> out;
  for (auto& [at, part] : parts) out.push_back(std::move(part));
  std::stable_sort(out.begin(), out.end(),
                   [](const Points& a, const Points& b) { return size_of(a) > size_of(b); });
  return out;
}

}  // namespace alembert::io
