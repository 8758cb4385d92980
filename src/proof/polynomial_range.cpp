#include "proof/polynomial_range.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace alembert {
namespace {

constexpr int degree = static_cast<int>(std::tuple_size_v<decltype(Enclosure::c)>) - 1;
using Coefficients = std::array<double, degree + 1>;
constexpr int most_halvings = 20;

/// p(middle + half x) by x.
Coefficients on(const Coefficients& p, double middle, double half) {
  Coefficients c = p;
  for (int i = 0; i < degree; ++i) {
    for (int k = degree - 1; k >= i; --k) c[k] += middle * c[k + 1];
  }
  double power = 1.0;
  for (double& coefficient : c) {
    coefficient *= power;
    power *= half;
  }
  return c;
}

/// Halves [-1, 1] until what may lie above the largest value seen is below the tolerance.
struct Climb {
  const Coefficients& p;
  double tolerance;
  double best = -std::numeric_limits<double>::infinity(), at = 0.0;
  double bound = -std::numeric_limits<double>::infinity();

  void sample_at(double s) {
    double value = p[degree];
    for (int k = degree - 1; k >= 0; --k) value = value * s + p[k];
    if (value > best) {
      best = value;
      at = s;
    }
  }
  void climb(double middle, double half, int halvings) {
    const Coefficients c = on(p, middle, half);
    double top = c[0] + std::abs(c[1]) + std::max(c[2], 0.0);
    for (int k = 3; k <= degree; ++k) top += std::abs(c[k]);
    if (top <= best + tolerance || halvings == 0) {
      bound = std::max(bound, top);
      return;
    }
    sample_at(middle);
    climb(middle - 0.5 * half, 0.5 * half, halvings - 1);
    climb(middle + 0.5 * half, 0.5 * half, halvings - 1);
  }
};

}  // namespace

Peak peak_of(const Enclosure& f, double tolerance) {
  Climb climb{f.c, tolerance};
  climb.sample_at(-1.0);
  climb.sample_at(1.0);
  climb.sample_at(0.0);
  climb.climb(0.0, 1.0, most_halvings);
  // Shifting the polynomial rounds each coefficient at most degree (degree + 1) times.
  const double rounding = 4.0 * degree * (degree + 1) * Enclosure::unit * f.size_from(0);
  return {(climb.bound + rounding + f.r) + Enclosure::unit * 4.0 * std::abs(climb.bound), climb.at};
}

}  // namespace alembert
