// The vectors between points of two polytopes that are given by their corners: how far the origin
// is from that set, outside by its point of least norm (Wolfe 1976), inside by separating axes.
//
// A contact is told as that of edges is (core_gap.hpp): the corners that the closest points lie
// between span edges, which turn with the solids that they are of.
#pragma once

#include <array>
#include <vector>

#include "alembert/solid.hpp"
#include "task/contact.hpp"

namespace alembert {

/// A solid's core by its corners, in any components, and what its facets can be spanned by.
struct Polytope {
  explicit Polytope(const Solid& solid);

  Eigen::Matrix3Xd corners;
  std::vector<std::array<int, 2>> edges;   // one of each direction at least
  std::vector<std::array<int, 3>> facets;  // two edges from the first corner span each
};

class HullGap {
 public:
  HullGap(const Solid& first, const Solid& second)
      : first_(first), second_(second), a_(first_.corners), b_(second_.corners) {}

  /// Where the corners are, world components.
  void place(const Eigen::Matrix3d& R_first, const Eigen::Vector3d& at_first,
             const Eigen::Matrix3d& R_second, const Eigen::Vector3d& at_second);
  /// All of a contact, of corners that were placed.
  void find(Contact& contact);
  /// The edges that span a contact that was found at this place, and of each what turns with the
  /// first solid.
  void spans(const Contact& contact, Eigen::Matrix3Xd& edges, Eigen::Matrix3Xd& turning) const;

 private:
  struct Corral;
  struct Exit;

  /// The point of least norm of all a_i - b_j - shift of the given corners.
  Corral least(const std::vector<int>& of_first, const std::vector<int>& of_second,
               const Eigen::Vector3d& shift) const;
  Exit shortest_exit() const;
  void find_inside(Contact& contact);

  Polytope first_, second_;
  Eigen::Matrix3Xd a_, b_;
};

}  // namespace alembert
