// A part of a motion.
#pragma once

namespace alembert {

/// As fractions of the segments.
struct During {
  double from = 0.0, to = 1.0;
  bool operator==(const During&) const = default;
};

}  // namespace alembert
