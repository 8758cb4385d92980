// What is known of two solids at an instant once their closest points are: from it come value,
// slope and second derivatives of their distance.
#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

namespace alembert {

struct Contact {
  bool found = false;              ///< false: nothing below is of this instant
  bool inside = false;             ///< the cores are in each other
  int facet_i = -1, facet_j = -1;  ///< the edges that span the nearest facet, of cores that are
  double s = 0.0;                  ///< m: signed distance of the cores
  Eigen::Vector3d gap = Eigen::Vector3d::Zero();        ///< d, from the second core to the first
  Eigen::Vector3d direction = Eigen::Vector3d::Zero();  ///< m, that s grows along
  Eigen::Vector3d point = Eigen::Vector3d::Zero();      ///< where on the first core, in the world
  std::vector<int> free = {};  ///< edges that the closest points may slide along
  /// Of hulls: what those edges are between (hull_gap.hpp).
  std::vector<std::array<int, 2>> corners = {};
};

}  // namespace alembert
