// Second derivatives of the distance of two cores by any coordinates, all but what the closest
// point's own bend adds (a force on it, see frame_sum.hpp): distance.hpp has the formulas.
#pragma once

#include <Eigen/LU>

#include "task/closest_coordinates.hpp"
#include "task/distance.hpp"

namespace alembert {

/// K coordinates: six of a rigid link, or any number. `gap_by` is how the closest points move
/// apart, `edge_by(i)` how an edge turns, both 3 x K.
template <int K, typename EdgeBy>
class GapCurvature {
 public:
  using Moves = Eigen::Matrix<double, 3, K>;
  using Square = Eigen::Matrix<double, K, K>;

  GapCurvature(const CoreGap& cores, const Contact& contact, const Moves& gap_by, EdgeBy edge_by)
      : cores_(cores), contact_(contact), gap_by_(gap_by), edge_by_(edge_by) {}

  /// Of weight d · d / 2.
  void add_of_square(double weight, Square& H) const {
    H.noalias() += weight * gap_by_.transpose().lazyProduct(gap_by_);
    const std::vector<int>& free = contact_.free;
    if (free.empty()) return;
    // Half of f_qy and f_yy; the halves cancel against the 1/2 of f / 2.
    if (const double square = cores_.edges.col(free.front()).squaredNorm();
        free.size() == 1 && square > CoreGap::shortest_edge * CoreGap::shortest_edge) {
      return add_product(-weight / square, mixed(free.front()), H);
    }
    Eigen::MatrixXd all(H.rows(), free.size());
    for (std::size_t i = 0; i < free.size(); ++i) all.col(i) = mixed(free[i]);
    H -= weight * all * solve_normal(columns(cores_.edges, free), all.transpose());
  }

  /// Of weight s.
  void add_of_distance(double weight, const std::optional<Eigen::Vector3d>& upright,
                       Square& H) const {
    if (const std::optional<std::pair<int, int>> spanned = cores_.facet(contact_)) {
      add_of_facet(*spanned, weight, upright, H);
    } else if (contact_.s > 0.0) {
      add_of_square(weight / contact_.s, H);
      add_product(-weight / contact_.s, slope(), H);
    }
  }

  /// weight s' s'^T
  void add_slope_product(double weight, Square& H) const { add_product(weight, slope(), H); }

 private:
  using Slope = Eigen::Matrix<double, K, 1>;

  static void add_product(double weight, const Slope& slope, Square& H) {
    H.noalias() += (weight * slope) * slope.transpose();
  }
  Slope slope() const { return gap_by_.transpose().lazyProduct(contact_.direction); }
  Slope mixed(int i) const {
    const Eigen::Vector3d edge = cores_.edges.col(i);
    Slope out = gap_by_.transpose().lazyProduct(edge);
    out += edge_by_(i).transpose().lazyProduct(contact_.gap);
    return out;
  }

  /// The normal stays across the edges: m' · e = -m · e'.
  void add_of_facet(std::pair<int, int> spanned, double weight,
                    const std::optional<Eigen::Vector3d>& upright, Square& H) const {
    Eigen::Matrix<double, 3, 2> A;
    Eigen::Matrix<double, K, 2> B = Eigen::Matrix<double, K, 2>::Zero(H.rows(), 2);
    A.col(0) = cores_.edges.col(spanned.first);
    B.col(0) = edge_by_(spanned.first).transpose().lazyProduct(contact_.direction);
    if (spanned.second < 0) {
      A.col(1) = *upright;
    } else {
      A.col(1) = cores_.edges.col(spanned.second);
      B.col(1) = edge_by_(spanned.second).transpose().lazyProduct(contact_.direction);
    }
    const Eigen::Matrix2d normal = A.transpose() * A;
    const Eigen::Matrix<double, 3, 2> across = A * normal.inverse();
    const Moves turn = -across.lazyProduct(B.transpose());
    const Square moved = turn.transpose().lazyProduct(gap_by_);
    H += weight * (moved + moved.transpose());
    H.noalias() -= weight * contact_.s * turn.transpose().lazyProduct(turn);
  }

  const CoreGap& cores_;
  const Contact& contact_;
  const Moves& gap_by_;
  EdgeBy edge_by_;
};

/// Of the entry, all but what the closest point's own bend adds.
template <typename Curvature, typename Square>
void Distance::add_curvature(const Curvature& of, const Contact& contact, double weight,
                             Square& H) const {
  if (plain_square(contact.s)) return of.add_of_square(weight / reach_, H);
  const bool square = squared(contact.s);
  of.add_of_distance(weight * (square ? (contact.s + shift_) / reach_ : 0.5), upright_, H);
  if (square) of.add_slope_product(weight / reach_, H);
}

}  // namespace alembert
