// In Bernstein's form on the way: coefficients of one sign have no zero between them, one change of
// sign is one zero, and for more the way is halved, its first half first.
#include "trajectory/first_root.hpp"

#include <cmath>
#include <limits>

namespace alembert {
namespace {

constexpr int most_halvings = 48, most_steps = 100;

/// The same polynomial in u, s = from + u width.
Quartic on_interval(Quartic p, double from, double width) {
  for (std::size_t k = 0; k < 4; ++k) {  // Taylor's, by repeated division
    for (std::size_t i = 4; i-- > k;) p[i] += from * p[i + 1];
  }
  double power = 1.0;
  for (double& c : p) {
    c *= power;
    power *= width;
  }
  return p;
}

Quartic bernstein(const Quartic& c) {
  return {c[0], c[0] + c[1] / 4.0, c[0] + c[1] / 2.0 + c[2] / 6.0,
          c[0] + 0.75 * c[1] + c[2] / 2.0 + c[3] / 4.0, c[0] + c[1] + c[2] + c[3] + c[4]};
}

int sign_changes(const Quartic& b) {
  int changes = 0;
  for (std::size_t i = 1; i < b.size(); ++i) changes += (b[i] >= 0.0) != (b[i - 1] >= 0.0);
  return changes;
}

/// The only zero in (low, high], by Newton's steps that stay in what is left of it.
double only_root(const Quartic& c, double low, double high) {
  double u = 0.5 * (low + high);
  for (int k = 0; k < most_steps; ++k) {
    const double value = c[0] + u * (c[1] + u * (c[2] + u * (c[3] + u * c[4])));
    const double slope = c[1] + u * (2.0 * c[2] + u * (3.0 * c[3] + u * 4.0 * c[4]));
    (value < 0.0 ? low : high) = u;
    double next = u - value / slope;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (std::abs(next - u) <= 0x1p-52 * std::abs(u) || next <= low || next >= high) return next;
    u = next;
  }
  return u;
}

struct Part {
  Quartic b;
  double low, high;
};

}  // namespace

double first_root(const Quartic& p, double from, double to) {
  const double width = to - from;
  const Quartic c = on_interval(p, from, width);
  std::array<Part, most_halvings + 2> todo;
  std::size_t count = 0;
  todo[count++] = {bernstein(c), 0.0, 1.0};
  while (count > 0) {
    Part part = todo[--count];
    if (part.b[0] >= 0.0) return from + part.low * width;
    const int changes = sign_changes(part.b);
    if (changes == 0) continue;
    if (changes == 1) return from + only_root(c, part.low, part.high) * width;
    if (count + 2 > todo.size()) return from + part.low * width;  // it touches zero here
    Part left = part;
    left.high = part.low = 0.5 * (part.low + part.high);
    for (std::size_t k = 1; k < 5; ++k) {  // de Casteljau's
      for (std::size_t i = 0; i + k < 5; ++i) part.b[i] = 0.5 * (part.b[i] + part.b[i + 1]);
      left.b[k] = part.b[0];
    }
    todo[count++] = part;
    todo[count++] = left;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace alembert
