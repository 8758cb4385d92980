// The vectors between points of two solids' cores, a convex set offset + edges y, y in [0, 1]^k,
// and how far the origin is from it.
#pragma once

#include <optional>
#include <utility>

#include "task/contact.hpp"

namespace alembert {

/// Of the set, where the origin is in it: the one that it is least deep below.
struct Facet {
  Eigen::Vector3d inward;  ///< unit normal
  double depth;            ///< of the origin below it
  int i, j;                ///< the edges that span it; j < 0: one edge and the given normal
};

class CoreGap {
 public:
  /// m: a single edge shorter than this is left to those who know how to divide by nothing.
  static constexpr double shortest_edge = 1e-4;

  CoreGap() = default;
  /// `overlaps`: cores may be in each other. `upright`: everything is in the plane across it.
  /// `box`: edges are at right angles to each other, and stay so.
  CoreGap(Eigen::Index edge_count, bool overlaps, std::optional<Eigen::Vector3d> upright, bool box)
      : edges(3, edge_count), overlaps_(overlaps), box_(box), upright_(std::move(upright)) {}

  /// All of a contact but its point. `edges` are set before.
  void find(const Eigen::Vector3d& offset, Contact& contact);
  /// The edges that span the facet that holds the gap. `edges` are those of the contact.
  std::optional<std::pair<int, int>> facet(const Contact& contact) const;

  /// Where the closest points are, of the last contact found.
  const Eigen::VectorXd& y() const { return y_; }

  Eigen::Matrix3Xd edges;  // world components

 private:
  void find_on_segment(const Eigen::Vector3d& offset, Contact& contact);
  bool find_beside_box(const Eigen::Vector3d& offset, Contact& contact);
  bool find_inside(const Eigen::Vector3d& offset, Contact& contact);

  bool overlaps_ = false, box_ = false;
  std::optional<Eigen::Vector3d> upright_;
  std::optional<Facet> touched_;  // the nearest, of cores that are in each other or may be
  Eigen::VectorXd y_;
};

}  // namespace alembert
