// Where qhull is not installed.
#include "io/convex_hull.hpp"

namespace alembert::io {

MadeHull convex_hull(const std::vector<Eigen::Vector3d>&) {
  return {.problem = "alembert was built without qhull (Debian: libqhull-dev), which makes hulls"};
}

std::vector<std::vector<Eigen::Vector3d>> connected_parts(const Mesh& mesh) {
  return {mesh.points};
}

}  // namespace alembert::io
