// By how much the solids that stand for a robot's meshes overstate them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/mesh_file.hpp"
#include "io/robot_shapes.hpp"

namespace alembert::io {

/// m^3 that a mesh encloses, by the signed tetrahedra under its triangles; none where it is not
/// closed: an edge whose two sides are not passed equally often.
std::optional<double> mesh_volume(const Mesh& mesh);
/// m^3 of a ball, a capsule or a hull.
double solid_volume(const Solid& solid);
/// m from points spread evenly over the solid's surface (a ball, a capsule or a hull) to the
/// nearest triangle of the mesh: the farthest.
double farthest_from(const Mesh& mesh, const Solid& solid, int points);

/// Solids beside the mesh that they stand for.
struct Overstated {
  int solids = 0;
  double volume = 0.0;    ///< m^3, of all of them together; where two overlap that counts twice
  double farthest = 0.0;  ///< m from their surfaces to the mesh
  std::string problem = {};
};

struct MeasuredMesh {
  std::string link, file;
  std::size_t triangles = 0;
  std::optional<double> volume = {};  ///< m^3, of a mesh that is closed
  Overstated capsule = {}, hulls = {};
  std::string problem = {};  ///< why the mesh cannot be read
};

/// Points of every solid's surface at which distances are measured.
inline constexpr int points_of_surface = 500;

/// Each mesh of a robot's collision shapes. Throws Error.
std::vector<MeasuredMesh> measure_meshes(const Robot& robot, const MeshFolders& folders);

}  // namespace alembert::io
