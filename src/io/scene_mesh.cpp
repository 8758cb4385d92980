// Meshes and clouds of points as solids.
#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <functional>
#include <map>
#include <sstream>

#include "alembert/error.hpp"
#include "io/convex_hull.hpp"
#include "io/mesh_place.hpp"
#include "io/scene_parts.hpp"
#include "io/text.hpp"
#include "io/text_source.hpp"

namespace alembert::io {

namespace {

/// Parts of a mesh that become hulls of their own; of more, the rest are one.
constexpr std::size_t most_parts = 64;
/// Points of one cloud are at least so many, as long as there are no more clouds than that: each is
/// an obstacle of its own.
constexpr std::size_t least_of_cloud = 64, most_clouds = 32;
constexpr std::size_t most_cloud_points = 5'000'000;
constexpr std::uintmax_t longest_cloud = 256u << 20;  // bytes

/// Points of each cube become one between them; returns how far any is from its own, m.
double merge_cells(std::vector<Eigen::Vector3d>& points, double cell) {
  std::map<std::array<long, 3>, std::vector<Eigen::Vector3d>> cells;
  for (const Eigen::Vector3d& p : points) {
    const Eigen::Vector3d at = (p / cell).array().floor();
    cells[{std::lround(at.x()), std::lround(at.y()), std::lround(at.z())}].push_back(p);
  }
  points.clear();
  double far = 0.0;
  for (const auto& [at, inside] : cells) {
    Eigen::AlignedBox3d box;
    for (const Eigen::Vector3d& p : inside) box.extend(p);
    points.push_back(box.center());
    for (const Eigen::Vector3d& p : inside) far = std::max(far, (p - points.back()).norm());
  }
  return far;
}

/// Halves along the longest side, until there are no more than `most` in each.
void split_cloud(std::vector<Eigen::Vector3d>& points, std::size_t first, std::size_t last,
                 std::size_t most, const std::function<void(std::size_t, std::size_t)>& take) {
  if (last - first <= most) return take(first, last);
  const auto begin = points.begin() + static_cast<long>(first),
             end = points.begin() + static_cast<long>(last);
  Eigen::AlignedBox3d box;
  for (auto it = begin; it != end; ++it) box.extend(*it);
  Eigen::Index along = 0;
  box.diagonal().maxCoeff(&along);
  const std::size_t middle = (first + last) / 2;
  std::nth_element(
      begin, points.begin() + static_cast<long>(middle), end,
      [along](const Eigen::Vector3d& a, const Eigen::Vector3d& b) { return a[along] < b[along]; });
  split_cloud(points, first, middle, most, take);
  split_cloud(points, middle, last, most, take);
}

}  // namespace

void add_objects(const std::string& name, const std::vector<Solid>& solids, Scene& scene) {
  for (std::size_t k = 0; k < solids.size(); ++k) {
    scene.objects.push_back(
        {solids.size() == 1 ? name : fmt::format("{} {}", name, k + 1), solids[k]});
  }
}

MeshHulls hulls_of_mesh(const Mesh& mesh, const Eigen::Vector3d& scale,
                        const Eigen::Isometry3d& pose, bool by_parts) {
  if (!mesh.problem.empty()) return {.problem = mesh.problem};
  MeshHulls out;
  std::vector<std::vector<Eigen::Vector3d>> parts;
  if (by_parts) {
    parts = connected_parts(mesh);
    while (parts.size() > most_parts) {
      auto& rest = parts[most_parts - 1];
      rest.insert(rest.end(), parts.back().begin(), parts.back().end());
      parts.pop_back();
    }
  } else {
    parts = {mesh.points};
  }
  double overstates = 0.0;
  for (std::vector<Eigen::Vector3d>& part : parts) {
    for (Eigen::Vector3d& p : part) p = pose * p.cwiseProduct(scale);
    MadeHull hull = convex_hull(part);
    if (!hull.problem.empty()) {
      return {.problem = parts.size() == 1 ? hull.problem : "of one of its parts " + hull.problem};
    }
    overstates = std::max(overstates, hull.overstates);
    out.solids.push_back(std::move(hull.solid));
  }
  out.words = fmt::format("{} hull{} of {} points", out.solids.size(),
                          out.solids.size() == 1 ? "" : "s of parts", mesh.points.size());
  if (overstates > 0.0) {
    out.words +=
        fmt::format(", with fewer corners and up to {:.2g} mm around them", 1e3 * overstates);
  }
  return out;
}

std::vector<Solid> clouds_of(std::vector<Eigen::Vector3d> points, double radius, double cell) {
  if (cell > 0.0) radius += merge_cells(points, cell);
  const std::size_t most =
      std::max(least_of_cloud, (points.size() + most_clouds - 1) / most_clouds);
  std::vector<Solid> out;
  split_cloud(points, 0, points.size(), most, [&](std::size_t first, std::size_t last) {
    Solid cloud;
    cloud.radius = radius;
    cloud.points.resize(3, static_cast<Eigen::Index>(last - first));
    for (std::size_t k = first; k < last; ++k) {
      cloud.points.col(static_cast<Eigen::Index>(k - first)) = points[k];
    }
    out.push_back(std::move(cloud));
  });
  return out;
}

std::vector<Eigen::Vector3d> load_cloud(const std::string& name, const SceneContext& context) {
  const MeshPlace place = find_mesh(name, context.file, context.folders);
  const auto fail = [&](int line, const std::string& reason) {
    throw Error(Error::Code::file, {line > 0 ? place.file.string() : name, line}, reason,
                "write a point a line: x y z, in m");
  };
  if (!place.problem.empty()) fail(0, place.problem);
  std::error_code unknown;
  if (std::filesystem::file_size(place.file, unknown) > longest_cloud || unknown) {
    fail(0, fmt::format("the file is longer than {} MB", longest_cloud >> 20));
  }
  std::istringstream text(read_whole(place.file.string()));
  std::vector<Eigen::Vector3d> points;
  std::string line;
  for (int number = 1; std::getline(text, line); ++number) {
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream words(line);
    std::string first;
    if (!(words >> first) || first.front() == '#') continue;
    Eigen::Vector3d p;
    std::istringstream numbers(line);
    if (!(numbers >> p.x() >> p.y() >> p.z()) || !p.allFinite()) {
      if (points.empty() && number == 1) continue;  // a line of names
      fail(number, "the line has no three numbers");
    }
    points.push_back(p);
    if (points.size() > most_cloud_points) {
      fail(number, fmt::format("there are more than {} points", most_cloud_points));
    }
  }
  if (points.empty()) fail(0, "the file has no points");
  return points;
}

}  // namespace alembert::io
