// The largest value of a Taylor model, tightly.
#pragma once

#include "alembert/enclosure.hpp"

namespace alembert {

struct Peak {
  double bound;  ///< above all values
  double at;     ///< s of the largest value seen
};

/// Of the polynomial to within `tolerance`, of what it misses all.
Peak peak_of(const Enclosure& f, double tolerance);

}  // namespace alembert
