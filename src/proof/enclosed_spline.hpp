// A spline over pieces of its segments, rounding included.
#pragma once

#include <array>

#include "alembert/enclosure.hpp"
#include "alembert/trajectory.hpp"

namespace alembert {

class EnclosedSpline {
 public:
  static constexpr int orders = 4;

  explicit EnclosedSpline(const BSpline& spline);

  /// The derivative of an order, for the instants t of a segment; zero beyond the degree.
  void evaluate(int segment, const Enclosure& t, int order, EnclosureOut out) const;

 private:
  using Number = TaylorModel<0>;  // one number and its error

  BSpline spline_;
  /// Control points of the derivatives: they too are rounded.
  std::array<MatX<Number>, orders> points_;
};

}  // namespace alembert
