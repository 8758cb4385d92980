// By how much a value is beyond its bounds, and how large those are.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace alembert {

/// In units of the scale; negative: the margin that is left. What is no number holds no limit: it
/// is infinitely far beyond, where a maximum would pass over it.
inline double violation_of(double value, double lower, double upper, double scale) {
  if (!std::isfinite(value)) return std::numeric_limits<double>::infinity();
  return std::max(lower - value, value - upper) / scale;
}

/// The larger of two limits by size, of those that are finite; 0 where none is.
inline double size_of_limits(double lower, double upper) {
  return std::max(std::isfinite(lower) ? std::abs(lower) : 0.0,
                  std::isfinite(upper) ? std::abs(upper) : 0.0);
}

}  // namespace alembert
