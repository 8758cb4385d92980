// The first zero of a polynomial of degree four, which none is missed by.
#pragma once

#include <array>

namespace alembert {

/// sum c[i] s^i.
using Quartic = std::array<double, 5>;

/// The first s on the way from `from` to `to` (which may lie before it) at which the polynomial is
/// no longer negative; not a number where it stays negative.
double first_root(const Quartic& p, double from, double to);

}  // namespace alembert
