// Answers against the best synchronised trapezoid of the same way and limits.
#pragma once

#include "problems/arguments.hpp"

namespace alembert::bench {

/// Prints the distribution of durations by kind of knots; exits 3 if a default answer is slower.
int compare_with_trapezoids(const Arguments& asked);

}  // namespace alembert::bench
