// A part of a motion.
#pragma once

namespace alembert {

/// As fractions of the segments.
struct During {
  double from = 0.0, to = 1.0;  ///< 0 is the start, 1 the end; from <= to
  bool operator==(const During&) const = default;
};

}  // namespace alembert
