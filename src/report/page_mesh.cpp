// Meshes that a robot's file names, thinned on a grid for drawing.
#include <array>
#include <cmath>
#include <unordered_map>

#include "report/page_parts.hpp"

namespace alembert::report {

namespace {

using Cell = std::array<long, 3>;

struct CellHash {
  std::size_t operator()(const Cell& cell) const {
    std::size_t hash = 0;
    for (const long x : cell) hash = (hash ^ static_cast<std::size_t>(x)) * 0x9e3779b97f4a7c15u;
    return hash ^ (hash >> 32);
  }
};

/// Points of one cell of a grid become one, triangles without an area go.
PageMesh gathered(const PageMesh& mesh, double cell) {
  PageMesh out;
  std::unordered_map<Cell, int, CellHash> cells;
  cells.reserve(mesh.points.size());
  std::vector<int> renamed, members;
  renamed.reserve(mesh.points.size());
  for (const Eigen::Vector3d& p : mesh.points) {
    const Cell key = {std::lround(p[0] / cell), std::lround(p[1] / cell), std::lround(p[2] / cell)};
    const auto [found, fresh] = cells.emplace(key, static_cast<int>(out.points.size()));
    const auto i = static_cast<std::size_t>(found->second);
    if (fresh) {
      out.points.emplace_back(Eigen::Vector3d::Zero());
      members.push_back(0);
    }
    out.points[i] += p;
    ++members[i];
    renamed.push_back(found->second);
  }
  for (std::size_t i = 0; i < members.size(); ++i) out.points[i] /= members[i];
  for (std::size_t k = 0; k < mesh.corners.size(); k += 3) {
    const auto corner = [&](std::size_t i) { return renamed[mesh.corners[k + i]]; };
    const int a = corner(0), b = corner(1), c = corner(2);
    if (a != b && b != c && c != a) out.corners.insert(out.corners.end(), {a, b, c});
  }
  return out;
}

PageMesh thinned_mesh(const PageMesh& mesh) {
  Eigen::AlignedBox3d box;
  for (const Eigen::Vector3d& p : mesh.points) box.extend(p);
  double cell = std::max(box.diagonal().norm(), 1e-9) * 1e-6;  // welds equal points
  const PageMesh welded = gathered(mesh, cell);
  PageMesh out = welded;
  for (cell *= 5e3; static_cast<int>(out.corners.size()) > 3 * most_triangles; cell *= 1.3) {
    out = gathered(welded, cell);
  }
  return out;
}

}  // namespace

PageMesh load_page_mesh(const std::string& name, const std::string& robot_file,
                        const MeshFolders& folders) {
  const PageMesh mesh = io::load_mesh(name, robot_file, folders);
  return mesh.problem.empty() ? thinned_mesh(mesh) : mesh;
}

}  // namespace alembert::report
