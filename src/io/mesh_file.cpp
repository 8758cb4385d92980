#include "io/mesh_file.hpp"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "io/text.hpp"

namespace alembert::io {

namespace {

namespace fs = std::filesystem;

/// As `package://arm/meshes/a.stl`, `file:///a.stl` or a path beside the robot's file.
fs::path find_mesh(std::string name, const std::string& robot_file) {
  const fs::path folder = fs::absolute(robot_file).parent_path();
  std::error_code none;
  if (name.starts_with("file://")) name = name.substr(7);
  if (!name.starts_with("package://")) {
    const fs::path there = folder / name;
    return fs::is_regular_file(there, none) ? there : fs::path();
  }
  const std::string inside = name.substr(10);  // "arm/meshes/a.stl"
  const std::size_t slash = inside.find('/');
  const std::string rest = slash == std::string::npos ? inside : inside.substr(slash + 1);
  for (fs::path up = folder;; up = up.parent_path()) {
    for (const std::string& tail : {inside, rest}) {
      if (fs::is_regular_file(up / tail, none)) return up / tail;
    }
    if (up == up.parent_path()) return {};
  }
}

void add_triangle(Mesh& mesh, const std::array<Eigen::Vector3d, 3>& corners) {
  for (const Eigen::Vector3d& p : corners) {
    mesh.corners.push_back(static_cast<int>(mesh.points.size()));
    mesh.points.push_back(p);
  }
}

bool read_binary_stl(const std::string& bytes, Mesh& mesh) {
  if (bytes.size() < 84) return false;
  std::uint32_t count = 0;
  std::memcpy(&count, bytes.data() + 80, 4);
  if (bytes.size() != 84 + 50 * static_cast<std::size_t>(count)) return false;
  for (std::size_t i = 0; i < count; ++i) {
    std::array<float, 9> xyz;
    std::memcpy(xyz.data(), bytes.data() + 84 + 50 * i + 12, sizeof xyz);
    std::array<Eigen::Vector3d, 3> corners;
    for (std::size_t k = 0; k < 3; ++k) corners[k] << xyz[3 * k], xyz[3 * k + 1], xyz[3 * k + 2];
    add_triangle(mesh, corners);
  }
  return true;
}

void read_text_stl(const std::string& text, Mesh& mesh) {
  std::istringstream words(text);
  std::array<Eigen::Vector3d, 3> corners;
  std::size_t seen = 0;
  for (std::string word; words >> word;) {
    if (word != "vertex") continue;
    words >> corners[seen][0] >> corners[seen][1] >> corners[seen][2];
    if (++seen < 3) continue;
    add_triangle(mesh, corners);
    seen = 0;
  }
}

/// Vertices and faces; faces of more than three corners as fans.
void read_obj(const std::string& text, Mesh& mesh) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    if (kind == "v") {
      Eigen::Vector3d p = Eigen::Vector3d::Zero();
      words >> p[0] >> p[1] >> p[2];
      mesh.points.push_back(p);
    } else if (kind == "f") {
      std::vector<int> face;
      for (std::string corner; words >> corner;) {
        const int index = std::atoi(corner.c_str());  // "7/1/3": the vertex comes first
        face.push_back(index > 0 ? index - 1 : static_cast<int>(mesh.points.size()) + index);
      }
      for (std::size_t k = 2; k < face.size(); ++k) {
        mesh.corners.insert(mesh.corners.end(), {face[0], face[k - 1], face[k]});
      }
    }
  }
}

bool sound(const Mesh& mesh) {
  const int count = static_cast<int>(mesh.points.size());
  for (const int corner : mesh.corners) {
    if (corner < 0 || corner >= count) return false;
  }
  for (const Eigen::Vector3d& p : mesh.points) {
    if (!p.allFinite()) return false;
  }
  return !mesh.corners.empty();
}

}  // namespace

Mesh load_mesh(const std::string& name, const std::string& robot_file) {
  Mesh mesh;
  const fs::path path = find_mesh(name, robot_file);
  if (path.empty()) {
    mesh.problem = "the file is not there";
    return mesh;
  }
  const std::string ending = lower_case(path.extension().string());
  if (ending != ".stl" && ending != ".obj") {
    mesh.problem = fmt::format("{} files are not read, only .stl and .obj", ending);
    return mesh;
  }
  std::ifstream file(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (ending == ".obj") {
    read_obj(bytes, mesh);
  } else if (!read_binary_stl(bytes, mesh)) {
    read_text_stl(bytes, mesh);
  }
  if (!sound(mesh)) return {.problem = "the file holds no triangles"};
  return mesh;
}

}  // namespace alembert::io
