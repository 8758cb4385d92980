// Gauss points along a link, in panels that end where its properties or shapes have corners.
#pragma once

#include <array>
#include <vector>

#include "alembert/flexible_link.hpp"

namespace alembert::flexible {

/// Ten points integrate a panel's polynomials of degree 19 exactly; panels are at most a 32nd of
/// the link, so the sines and exponentials of a dozen modes are integrated to rounding.
struct GaussRule {
  std::array<double, 10> place, weight;  ///< on [0, 1]
};
const GaussRule& gauss_rule();

inline bool is_bending(ModeKind kind) {
  return kind == ModeKind::bending_y || kind == ModeKind::bending_z;
}

/// Per length: as written, or what follows from the stiffnesses.
double polar_inertia_at(const FlexibleLink& link, double x);

/// Ends of the panels of a link: 0 to length, with `corners` among them.
std::vector<double> panels(const FlexibleLink& link, const std::vector<double>& corners = {});

/// The integral over the link of f, which may be anything that adds and scales.
template <typename F>
auto integral(const std::vector<double>& ends, F&& f) {
  const GaussRule& rule = gauss_rule();
  using Value = std::decay_t<decltype(f(0.0))>;
  bool first = true;
  Value sum{};
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    const double h = ends[i + 1] - ends[i];
    for (std::size_t g = 0; g < rule.place.size(); ++g) {
      const Value term = h * rule.weight[g] * f(ends[i] + h * rule.place[g]);
      sum = first ? term : Value(sum + term);
      first = false;
    }
  }
  return sum;
}

}  // namespace alembert::flexible
