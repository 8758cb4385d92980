#include "io/mesh_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "alembert/error.hpp"
#include "io/mesh_place.hpp"
#include "io/text.hpp"
#include "io/text_source.hpp"

namespace alembert::io {

namespace {

constexpr std::uintmax_t longest_mesh = 128u << 20;  // bytes
/// m, or whatever a robot scales to m: squares of what is beyond are no numbers before long.
constexpr double farthest_vertex = 1e9;

bool is_near(const Eigen::Vector3d& p) { return p.cwiseAbs().maxCoeff() <= farthest_vertex; }

std::string fault_in(const Error& bad) {
  return bad.where().line > 0 ? fmt::format("line {}: {}", bad.where().line, bad.reason())
                              : bad.reason();
}

}  // namespace

Mesh load_mesh(const std::string& name, const std::string& robot_file, const MeshFolders& folders) {
  const std::string ending = lower_case(std::filesystem::path(name).extension().string());
  if (ending != ".stl" && ending != ".obj" && ending != ".dae") {
    return {.problem = fmt::format("{} files are not read, only .stl, .obj and .dae",
                                   ending.empty() ? "such" : ending)};
  }
  const MeshPlace place = find_mesh(name, robot_file, folders);
  if (!place.problem.empty()) return {.problem = place.problem};
  std::error_code unknown;
  if (std::filesystem::file_size(place.file, unknown) > longest_mesh || unknown) {
    return {.problem = fmt::format("the file is longer than {} MB", longest_mesh >> 20)};
  }
  try {
    const std::string bytes = read_whole(place.file);
    Mesh mesh = ending == ".obj"   ? read_obj(bytes, name)
                : ending == ".dae" ? read_collada(bytes, name)
                                   : read_stl(bytes, name);
    if (mesh.corners.empty()) return {.problem = "the file holds no triangles"};
    if (!std::all_of(mesh.points.begin(), mesh.points.end(), is_near)) {
      return {.problem = fmt::format("a vertex lies further than {:g} away", farthest_vertex)};
    }
    return mesh;
  } catch (const Error& bad) {
    return {.problem = fault_in(bad)};
  }
}

}  // namespace alembert::io
