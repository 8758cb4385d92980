// Spline rows at one place of the grid, kept up to date with the times.
#pragma once

#include "motion/time_grid.hpp"

namespace alembert {

class PlacedRows {
 public:
  /// The spline and its first `orders` - 1 derivatives at a fraction of a segment.
  static PlacedRows at(const TimeGrid& grid, int segment, double fraction, int orders);
  /// Control point `index` of the spline's derivative of an order, counted along the whole motion.
  static PlacedRows derivative_point(const TimeGrid& grid, int order, int index);

  /// Sets rows() for these times, where there are several without derivatives by them: those are
  /// much dearer, and few of the points that a line search tries need them. With a single time it
  /// only scales, as T^-order.
  void update(const TimeGrid& grid, const Eigen::VectorXd& times);
  /// The same place of a grid whose knots moved.
  void move(const TimeGrid& grid) { prepare(grid); }
  /// After update(), with the same times.
  void differentiate(const TimeGrid& grid, const Eigen::VectorXd& times);

  int segment() const { return segment_; }
  double fraction() const { return fraction_; }
  const SplineRows& rows() const { return rows_; }

 private:
  int segment_ = 0, order_ = 0, count_ = 1, index_ = -1;
  double fraction_ = 0.0;
  Eigen::MatrixXd unit_;  // at time 1; empty unless there is a single time
  SplineRows rows_;

  void prepare(const TimeGrid& grid);
};

}  // namespace alembert
