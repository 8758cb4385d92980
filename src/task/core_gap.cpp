#include "task/core_gap.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "task/closest_coordinates.hpp"
#include "task/three_rows.hpp"

namespace alembert {
namespace {

/// An edge goes along a facet if it does to rounding: as a share.
constexpr double along_facet = 1e-9;
/// Cores that touch have no closest points to take a direction from, but a facet.
constexpr double in_touch = 1e-12;
/// Nearer to a box than this, as a share of it, it is searched for as others are.
constexpr double nearly_touching = 1e-9;
/// Edges of a facet that are less than this out of parallel leave its normal open.
constexpr double open_facet = 1e-6;
/// Edges within this angle are parallel. What leaving out their facet, that narrow, adds to the
/// depth is the same share of the set's size.
constexpr double parallel = 1e-10;

/// Of the facet that the origin is least deep below, by separating axes; a negative depth shows the
/// origin outside. Nothing where the edges span no volume. The facets of such a set (a zonotope)
/// are spanned by pairs of its edges, so their normals are the cross products of the pairs, and the
/// way out is the shortest of those to the facets. `upright`: everything lies in the plane across
/// it, whose zonotope has sides, each spanned by one edge.
std::optional<Facet> nearest_facet(const Eigen::Vector3d& offset, const Eigen::Matrix3Xd& edges,
                                   const std::optional<Eigen::Vector3d>& upright) {
  const Eigen::Vector3d centre = offset + 0.5 * edges.rowwise().sum();
  std::optional<Facet> nearest;
  const auto look = [&](const Eigen::Vector3d& first, const Eigen::Vector3d& second, int i, int j) {
    const Eigen::Vector3d across = first.cross(second);
    const double size = across.norm();
    if (!(size > parallel * first.norm() * second.norm())) return;
    const Eigen::Vector3d n = across / size;
    const double to_centre = n.dot(centre);
    const double depth = 0.5 * (n.transpose() * edges).cwiseAbs().sum() - std::abs(to_centre);
    if (nearest && nearest->depth <= depth) return;
    nearest = Facet{to_centre < 0.0 ? Eigen::Vector3d(-n) : n, depth, i, j};
  };
  const int count = static_cast<int>(edges.cols());
  for (int i = 0; i < count; ++i) {
    if (upright) {
      look(edges.col(i), *upright, i, -1);
      continue;
    }
    for (int j = i + 1; j < count; ++j) look(edges.col(i), edges.col(j), i, j);
  }
  return nearest;
}

}  // namespace

void CoreGap::find(const Eigen::Vector3d& offset, Contact& contact) {
  contact.found = true;
  touched_.reset();
  contact.inside = false;
  if (box_ && find_beside_box(offset, contact)) return;
  contact.inside = find_inside(offset, contact);
  if (contact.inside) return;
  if (edges.cols() == 0) {
    y_.resize(0);
    contact.free.clear();
    contact.gap = offset;
  } else if (edges.cols() == 1 && edges.col(0).squaredNorm() > shortest_edge * shortest_edge) {
    find_on_segment(offset, contact);
  } else {
    closest_coordinates(offset, edges, y_, contact.free);
    contact.gap = offset + combined(edges, y_);
  }
  contact.s = contact.gap.norm();
  contact.direction = contact.s > 0.0 ? Eigen::Vector3d(contact.gap / contact.s) : contact.gap;
  if (touched_ && contact.s <= 2.0 * in_touch * edges.norm()) contact.direction = touched_->inward;
}

/// A point beside a box needs none either: each edge by itself. False where it is in the box, or
/// touches it.
bool CoreGap::find_beside_box(const Eigen::Vector3d& offset, Contact& contact) {
  const Eigen::Index count = edges.cols();
  y_.resize(count);
  contact.free.clear();
  contact.gap = offset;
  for (Eigen::Index k = 0; k < count; ++k) {
    const double at = -edges.col(k).dot(offset) / edges.col(k).squaredNorm();
    y_[k] = std::clamp(at, 0.0, 1.0);
    if (y_[k] == at) contact.free.push_back(static_cast<int>(k));
    contact.gap += y_[k] * edges.col(k);
  }
  contact.s = contact.gap.norm();
  if (contact.s <= nearly_touching * edges.norm()) return false;
  contact.direction = contact.gap / contact.s;
  return true;
}

/// One edge needs no search.
void CoreGap::find_on_segment(const Eigen::Vector3d& offset, Contact& contact) {
  const Eigen::Vector3d edge = edges.col(0);
  const double at = -edge.dot(offset) / edge.squaredNorm();
  y_.resize(1);
  y_[0] = std::clamp(at, 0.0, 1.0);
  contact.free.clear();
  if (y_[0] == at) contact.free.push_back(0);
  contact.gap = offset + y_[0] * edge;
}

/// Below the facet of least depth: entries that go along it put the gap under the origin.
bool CoreGap::find_inside(const Eigen::Vector3d& offset, Contact& contact) {
  if (!overlaps_) return false;
  const double size = 0.5 * edges.colwise().norm().sum();
  if ((offset + 0.5 * edges.rowwise().sum()).squaredNorm() > size * size) return false;
  touched_ = nearest_facet(offset, edges, upright_);
  if (!touched_ || touched_->depth <= in_touch * size) return false;
  const Eigen::Index count = edges.cols();
  y_.resize(count);
  Eigen::Vector3d corner = offset;
  std::vector<int> along;
  for (int k = 0; k < count; ++k) {
    const double rise = touched_->inward.dot(edges.col(k));
    y_[k] = rise < 0.0 ? 1.0 : 0.0;
    if (std::abs(rise) <= along_facet * edges.col(k).norm()) {
      along.push_back(k);
    } else {
      corner += y_[k] * edges.col(k);
    }
  }
  Eigen::VectorXd y;
  closest_coordinates(corner, columns(edges, along), y, contact.free);
  for (std::size_t k = 0; k < along.size(); ++k) y_[along[k]] = y[k];
  for (int& k : contact.free) k = along[k];
  contact.s = -touched_->depth;
  contact.direction = touched_->inward;
  contact.gap = contact.s * contact.direction;
  contact.facet_i = touched_->i;
  contact.facet_j = touched_->j;
  return true;
}

std::optional<std::pair<int, int>> CoreGap::facet(const Contact& contact) const {
  if (contact.inside) return std::pair{contact.facet_i, contact.facet_j};
  const std::vector<int>& free = contact.free;
  if (upright_) return free.empty() ? std::nullopt : std::optional(std::pair{free.front(), -1});
  std::optional<std::pair<int, int>> best;
  double most = open_facet;
  for (std::size_t a = 0; a < free.size(); ++a) {
    for (std::size_t b = a + 1; b < free.size(); ++b) {
      const Eigen::Vector3d one = edges.col(free[a]), other = edges.col(free[b]);
      const double sine = one.cross(other).norm() / (one.norm() * other.norm());
      if (!(sine > most)) continue;
      most = sine;
      best = std::pair{free[a], free[b]};
    }
  }
  return best;
}

}  // namespace alembert
