#include "motion/placed_rows.hpp"

#include <cmath>

namespace alembert {

PlacedRows PlacedRows::at(const TimeGrid& grid, int segment, double fraction, int orders) {
  PlacedRows placed;
  placed.segment_ = segment;
  placed.fraction_ = fraction;
  placed.count_ = orders;
  placed.prepare(grid);
  return placed;
}

PlacedRows PlacedRows::derivative_point(const TimeGrid& grid, int order, int index) {
  PlacedRows placed;
  // The first one that sees the point would serve as well.
  placed.segment_ = grid.last_segment_seeing(index);
  placed.index_ = index - grid.first_control(placed.segment_);
  placed.order_ = order;
  placed.prepare(grid);
  return placed;
}

void PlacedRows::differentiate(const TimeGrid& grid, const Eigen::VectorXd& times) {
  if (index_ < 0) {
    grid.at(segment_, fraction_, count_, times, rows_);
  } else {
    grid.derivative_point(segment_, order_, index_, times, rows_);
  }
}

void PlacedRows::prepare(const TimeGrid& grid) {
  if (grid.times() != 1) return;
  differentiate(grid, Eigen::VectorXd::Ones(1));
  unit_ = rows_.value;
}

void PlacedRows::update(const TimeGrid& grid, const Eigen::VectorXd& times) {
  if (grid.times() != 1 && index_ < 0) {
    return grid.values(segment_, fraction_, count_, times, rows_.value);
  }
  if (grid.times() != 1) {
    return grid.derivative_point_value(segment_, order_, index_, times, rows_.value);
  }
  const double T = times[0];
  double power = std::pow(T, -order_);
  for (int c = 0; c < count_; ++c, power /= T) {
    const int r = order_ + c;
    rows_.value.col(c) = power * unit_.col(c);
    rows_.first[0].col(c) = (-r * power / T) * unit_.col(c);
    rows_.second[0].col(c) = (r * (r + 1) * power / (T * T)) * unit_.col(c);
  }
}

}  // namespace alembert
