// The segments of a motion's spline and how long each takes: knots as functions of the unknown
// times, and everything a spline needs of them with first and second derivatives.
//
// Where a knot is repeated the spline is smooth to one order less for each.
//
// Segment e lasts width(e) = sum_k W(e, k) times[k]. One time and equal shares: a uniform spline of
// free duration. One time a phase: waypoints find their instants. One time a segment: free knots.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace alembert {

/// Combinations of a segment's degree + 1 control points whose coefficients depend on the times.
/// Entry (l, r) belongs to control point l and row r; `first[k]` is the derivative by the segment's
/// k-th time, `second[k (k + 1) / 2 + m]`, m <= k, the one by its k-th and m-th.
struct SplineRows {
  Eigen::MatrixXd value;
  std::vector<Eigen::MatrixXd> first, second;
};

class TimeGrid {
 public:
  /// `shares`: segments x times, W above; `repeats`: of each segment, how many times more the knot
  /// is there that begins it, none for the first; empty: none at all.
  TimeGrid(int degree, Eigen::MatrixXd shares, std::vector<int> repeats = {});
  /// Segments of other lengths, the same knots repeated.
  TimeGrid with_shares(Eigen::MatrixXd shares) const;
  /// Equal segments, of one time.
  TimeGrid uniform() const;

  int degree() const { return degree_; }
  int segments() const { return static_cast<int>(shares_.rows()); }
  int controls() const { return first_controls_.back() + degree_ + 1; }
  /// Of the degree + 1 control points that a segment sees.
  int first_control(int segment) const { return first_controls_[segment]; }
  /// The last segment that sees a control point, of the spline or of a derivative.
  int last_segment_seeing(int control) const;
  int times() const { return static_cast<int>(shares_.cols()); }
  const Eigen::MatrixXd& shares() const { return shares_; }

  /// The times that the knots around a segment depend on.
  const std::vector<int>& local_times(int segment) const { return local_times_[segment]; }

  Eigen::VectorXd widths(const Eigen::VectorXd& times) const { return shares_ * times; }
  /// Where segments begin, and where the last one ends.
  Eigen::VectorXd borders(const Eigen::VectorXd& times) const;
  /// Clamped at both ends.
  Eigen::VectorXd knots(const Eigen::VectorXd& times) const;

  /// Rows 0 … orders - 1: the spline and its derivatives, at a fraction of the segment.
  void at(int segment, double fraction, int orders, const Eigen::VectorXd& times,
          SplineRows& rows) const;
  /// The same without derivatives by the times: coefficients by control point and order.
  void values(int segment, double fraction, int orders, const Eigen::VectorXd& times,
              Eigen::MatrixXd& coefficients) const;
  /// One row: control point `index` of the segment's derivative of an order.
  void derivative_point(int segment, int order, int index, const Eigen::VectorXd& times,
                        SplineRows& rows) const;
  void derivative_point_value(int segment, int order, int index, const Eigen::VectorXd& times,
                              Eigen::MatrixXd& coefficients) const;

 private:
  template <typename Fill>
  void differentiate(int segment, const Eigen::VectorXd& times, SplineRows& rows, int count,
                     Fill fill) const;

  template <typename S, typename Width>
  void local_knots(int segment, Width width, S* t) const;

  int degree_;
  Eigen::MatrixXd shares_;
  std::vector<int> repeats_, first_controls_;
  std::vector<std::vector<int>> local_times_;
};

}  // namespace alembert
