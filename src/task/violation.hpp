// By how much a value is beyond its bounds.
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

}  // namespace alembert
