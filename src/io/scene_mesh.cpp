// Meshes and clouds of points as solids.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
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
constexpr std::size_t most_cloud_points = 5'000'000;
constexpr std::uintmax_t longest_cloud = 256u << 20;  // bytes

}  // namespace

MeshHulls hulls_of_mesh(const Mesh& mesh, const Eigen::Vector3d& scale,
                        const Eigen::Isometry3d& pose, bool by_parts) {
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

std::vector<Solid> balls_of_cloud(const std::vector<Eigen::Vector3d>& points, double radius,
                                  double cell) {
  std::vector<Solid> out;
  if (cell <= 0.0) {
    for (const Eigen::Vector3d& p : points) out.push_back(Solid::sphere(p, radius));
    return out;
  }
  std::map<std::array<long, 3>, std::vector<Eigen::Vector3d>> cells;
  for (const Eigen::Vector3d& p : points) {
    const Eigen::Vector3d at = (p / cell).array().floor();
    cells[{std::lround(at.x()), std::lround(at.y()), std::lround(at.z())}].push_back(p);
  }
  for (const auto& [at, inside] : cells) {
    Eigen::Vector3d low = inside.front(), high = low;
    for (const Eigen::Vector3d& p : inside) {
      low = low.cwiseMin(p);
      high = high.cwiseMax(p);
    }
    const Eigen::Vector3d middle = 0.5 * (low + high);
    double far = 0.0;
    for (const Eigen::Vector3d& p : inside) far = std::max(far, (p - middle).norm());
    out.push_back(Solid::sphere(middle, far + radius));
  }
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
