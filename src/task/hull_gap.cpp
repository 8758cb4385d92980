#include "task/hull_gap.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

namespace alembert {
namespace {

constexpr int most_rounds_of_hull = 200;
/// The point of least norm is found when no corner is nearer by more, as a share of the set's size.
constexpr double found_to = 1e-15;
/// Nearer than this, as a share of the set's size, hulls touch: their way apart is a facet's.
constexpr double touching_hulls = 1e-11;
/// Edges within this angle are parallel, and corners within that share of the size are of one
/// facet.
constexpr double parallel_edges = 1e-9, of_one_facet = 1e-10;

std::vector<int> every_corner(const Eigen::Matrix3Xd& corners) {
  std::vector<int> numbers(corners.cols());
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

/// Corners of a core that edges span, numbered by the edges that lead to each.
void add_corners(const Solid& solid, Polytope& out) {
  const int count = static_cast<int>(solid.edges.cols());
  out.corners.resize(3, Eigen::Index{1} << count);
  for (int i = 0; i < out.corners.cols(); ++i) {
    Eigen::Vector3d corner = solid.corner;
    for (int k = 0; k < count; ++k) {
      if (i >> k & 1) corner += solid.edges.col(k);
    }
    out.corners.col(i) = corner;
  }
  for (int k = 0; k < count; ++k) {
    out.edges.push_back({0, 1 << k});
    for (int l = k + 1; l < count; ++l) out.facets.push_back({0, 1 << k, 1 << l});
  }
}

}  // namespace

Polytope::Polytope(const Solid& solid) {
  if (!solid.is_hull()) {
    add_corners(solid, *this);
    return;
  }
  corners = solid.points;
  std::set<std::array<int, 2>> seen;
  for (std::size_t f = 0; f + 2 < solid.facets.size(); f += 3) {
    const std::array<int, 3> of = {solid.facets[f], solid.facets[f + 1], solid.facets[f + 2]};
    facets.push_back(of);
    for (std::size_t k = 0; k < 3; ++k) {
      const int i = of[k], j = of[(k + 1) % 3];
      if (seen.insert({std::min(i, j), std::max(i, j)}).second) edges.push_back({i, j});
    }
  }
}

/// Corners whose affine hull holds the point of least norm between them.
struct HullGap::Corral {
  int count = 0;
  std::array<int, 4> i = {}, j = {};
  Eigen::Matrix<double, 3, 4> p = Eigen::Matrix<double, 3, 4>::Zero();
  Eigen::Vector4d share = Eigen::Vector4d::Zero();

  Eigen::Vector3d point() const { return p.leftCols(count) * share.head(count); }
  void drop(int k) {
    for (int l = k; l + 1 < count; ++l) {
      i[l] = i[l + 1];
      j[l] = j[l + 1];
      p.col(l) = p.col(l + 1);
      share[l] = share[l + 1];
    }
    --count;
  }
  /// Shares of the least point of the affine hull; false where that is not spanned.
  bool affine(Eigen::Vector4d& of) const {
    if (count == 1) {
      of[0] = 1.0;
      return true;
    }
    const auto E = (p.middleCols(1, count - 1).colwise() - p.col(0)).eval();
    if (count == 4) {
      const Eigen::Matrix3d square = E;
      const double volume = std::abs(square.determinant());
      if (!(volume > 1e-14 * E.colwise().norm().prod())) return false;
      of.tail(3) = square.inverse() * -p.col(0);
    } else if (count == 2) {
      of[1] = -E.col(0).dot(p.col(0)) / E.col(0).squaredNorm();
    } else {
      const Eigen::Vector3d across = E.col(0).cross(E.col(1));
      const double square = across.squaredNorm();
      if (!(square > 1e-24 * E.col(0).squaredNorm() * E.col(1).squaredNorm())) return false;
      of[1] = -p.col(0).cross(E.col(1)).dot(across) / square;
      of[2] = -E.col(0).cross(p.col(0)).dot(across) / square;
    }
    of[0] = 1.0 - of.segment(1, count - 1).sum();
    return of.head(count).allFinite();
  }
};

void HullGap::place(const Eigen::Matrix3d& R_first, const Eigen::Vector3d& at_first,
                    const Eigen::Matrix3d& R_second, const Eigen::Vector3d& at_second) {
  a_ = (R_first * first_.corners).colwise() + at_first;
  b_ = (R_second * second_.corners).colwise() + at_second;
}

HullGap::Corral HullGap::least(const std::vector<int>& of_first, const std::vector<int>& of_second,
                               const Eigen::Vector3d& shift) const {
  const auto lowest = [](const Eigen::Matrix3Xd& corners, const std::vector<int>& of,
                         const Eigen::Vector3d& along) {
    int best = of.front();
    for (const int k : of) {
      if (along.dot(corners.col(k)) < along.dot(corners.col(best))) best = k;
    }
    return best;
  };
  double size = 0.0;
  Corral corral;
  const auto add = [&](int i, int j) {
    corral.i[corral.count] = i;
    corral.j[corral.count] = j;
    corral.p.col(corral.count) = a_.col(i) - b_.col(j) - shift;
    size = std::max(size, corral.p.col(corral.count).norm());
    corral.share[corral.count] = corral.count == 0 ? 1.0 : 0.0;
    ++corral.count;
  };
  add(of_first.front(), of_second.front());
  for (int round = 0; round < most_rounds_of_hull; ++round) {
    const Eigen::Vector3d x = corral.point();
    const int i = lowest(a_, of_first, x), j = lowest(b_, of_second, -x);
    const Eigen::Vector3d p = a_.col(i) - b_.col(j) - shift;
    if (x.norm() <= found_to * size || x.dot(x - p) <= found_to * size * x.norm()) break;
    bool known = false;
    for (int k = 0; k < corral.count; ++k) known = known || (corral.i[k] == i && corral.j[k] == j);
    if (known || corral.count == 4) break;
    add(i, j);
    for (;;) {
      Eigen::Vector4d to = corral.share;
      if (!corral.affine(to)) {  // the newcomer adds no direction: the nearest of the others goes
        corral.drop(corral.count - 1);
        round = most_rounds_of_hull;
        break;
      }
      if (to.head(corral.count).minCoeff() >= 0.0) {
        corral.share = to;
        break;
      }
      double step = 1.0;
      int out = 0;
      for (int k = 0; k < corral.count; ++k) {
        if (to[k] >= 0.0) continue;
        const double until = corral.share[k] / (corral.share[k] - to[k]);
        if (until <= step) {
          step = until;
          out = k;
        }
      }
      corral.share += step * (to - corral.share);
      corral.share[out] = 0.0;
      corral.drop(out);
    }
  }
  return corral;
}

void HullGap::find(Contact& contact) {
  contact.found = true;
  contact.inside = false;
  contact.free.clear();
  contact.corners.clear();
  const Corral corral = least(every_corner(a_), every_corner(b_), Eigen::Vector3d::Zero());
  const double size = corral.p.leftCols(corral.count).colwise().norm().maxCoeff();
  contact.gap = corral.point();
  contact.s = contact.gap.norm();
  if (corral.count == 4 || contact.s <= touching_hulls * size) return find_inside(contact);
  contact.direction = contact.gap / contact.s;
  contact.point.setZero();
  for (int k = 0; k < corral.count; ++k) {
    contact.corners.push_back({corral.i[k], corral.j[k]});
    contact.point += corral.share[k] * a_.col(corral.i[k]);
    if (k > 0) contact.free.push_back(k - 1);
  }
}

/// Along a normal of the set's facets.
struct HullGap::Exit {
  double depth = std::numeric_limits<double>::infinity();
  Eigen::Vector3d outward = Eigen::Vector3d::UnitZ();
  /// Ends of two edges: corners of the first solid or, as -1 - k, of the second.
  std::array<std::array<int, 2>, 2> spanned = {};
};

HullGap::Exit HullGap::shortest_exit() const {
  Exit best;
  const auto corner = [&](int k) -> Eigen::Vector3d { return k >= 0 ? a_.col(k) : b_.col(-1 - k); };
  const auto look = [&](std::array<int, 2> one, std::array<int, 2> other) {
    const Eigen::Vector3d e = corner(one[1]) - corner(one[0]),
                          f = corner(other[1]) - corner(other[0]);
    const Eigen::Vector3d across = e.cross(f);
    if (!(across.norm() > parallel_edges * e.norm() * f.norm())) return;
    const Eigen::Vector3d n = across.normalized();
    const Eigen::RowVectorXd along_a = n.transpose() * a_, along_b = n.transpose() * b_;
    const double up = along_a.maxCoeff() - along_b.minCoeff();
    const double down = along_b.maxCoeff() - along_a.minCoeff();
    if (std::min(up, down) >= best.depth) return;
    best = {std::min(up, down), up <= down ? n : Eigen::Vector3d(-n), {one, other}};
  };
  const auto of_second = [](int k) { return -1 - k; };
  for (const auto& [i, j, k] : first_.facets) look({i, j}, {i, k});
  for (const auto& [i, j, k] : second_.facets) {
    look({of_second(i), of_second(j)}, {of_second(i), of_second(k)});
  }
  for (const auto& [i, j] : first_.edges) {
    for (const auto& [k, l] : second_.edges) look({i, j}, {of_second(k), of_second(l)});
  }
  return best;
}

/// The closest points lie on corners that are farthest along the way out.
void HullGap::find_inside(Contact& contact) {
  const Exit out = shortest_exit();
  contact.inside = true;
  contact.s = -out.depth;
  contact.direction = -out.outward;
  contact.gap = out.depth * out.outward;
  contact.facet_i = 0;
  contact.facet_j = 1;
  contact.corners = {out.spanned[0], out.spanned[1]};
  const auto farthest = [](const Eigen::Matrix3Xd& corners, const Eigen::Vector3d& along) {
    const Eigen::RowVectorXd at = along.transpose() * corners;
    const double size = (corners.colwise() - corners.col(0)).colwise().norm().maxCoeff();
    std::vector<int> out_of;
    for (int k = 0; k < at.size(); ++k) {
      if (at[k] >= at.maxCoeff() - of_one_facet * (size + 1.0)) out_of.push_back(k);
    }
    return out_of;
  };
  const Corral corral = least(farthest(a_, out.outward), farthest(b_, -out.outward), contact.gap);
  contact.point.setZero();
  for (int k = 0; k < corral.count; ++k) contact.point += corral.share[k] * a_.col(corral.i[k]);
}

void HullGap::spans(const Contact& contact, Eigen::Matrix3Xd& edges,
                    Eigen::Matrix3Xd& turning) const {
  const auto& corners = contact.corners;
  const auto count = static_cast<Eigen::Index>(contact.inside ? 2 : corners.size() - 1);
  edges.resize(3, count);
  turning.setZero(3, count);
  for (Eigen::Index k = 0; k < count; ++k) {
    const std::array<int, 2>& at = corners[contact.inside ? k : k + 1];
    if (!contact.inside) {  // pairs of corners: from the first pair to this
      turning.col(k) = a_.col(at[0]) - a_.col(corners[0][0]);
      edges.col(k) = turning.col(k) - (b_.col(at[1]) - b_.col(corners[0][1]));
    } else if (at[0] >= 0) {
      edges.col(k) = turning.col(k) = a_.col(at[1]) - a_.col(at[0]);
    } else {
      edges.col(k) = b_.col(-1 - at[1]) - b_.col(-1 - at[0]);
    }
  }
}

}  // namespace alembert
