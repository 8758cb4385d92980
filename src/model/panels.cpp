#include "model/panels.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace alembert::flexible {

namespace {

/// Roots of Legendre's polynomial of degree 10 by Newton's method, moved to [0, 1].
GaussRule make_rule() {
  GaussRule rule{};
  constexpr int n = 10;
  for (int i = 0; i < n; ++i) {
    double x = std::cos(std::numbers::pi * (i + 0.75) / (n + 0.5)), slope = 1.0;
    for (int step = 0; step < 50; ++step) {
      double before = 1.0, now = x;
      for (int k = 2; k <= n; ++k) {
        const double next = ((2 * k - 1) * x * now - (k - 1) * before) / k;
        before = now;
        now = next;
      }
      slope = n * (x * now - before) / (x * x - 1.0);
      const double change = now / slope;
      x -= change;
      if (std::abs(change) < 1e-16) break;
    }
    rule.place[i] = 0.5 * (1.0 + x);
    rule.weight[i] = 1.0 / ((1.0 - x * x) * slope * slope);
  }
  return rule;
}

}  // namespace

const GaussRule& gauss_rule() {
  static const GaussRule rule = make_rule();
  return rule;
}

double polar_inertia_at(const FlexibleLink& link, double x) {
  if (link.polar_inertia.written()) return link.polar_inertia.at(x);
  // Of a uniform material: (Iy + Iz) / A = (EIy + EIz) / EA.
  if (link.torsion == 0 || !link.EA.written()) return 0.0;
  const double EIy = link.EIy.written() ? link.EIy.at(x) : link.EIz.at(x);
  const double EIz = link.EIz.written() ? link.EIz.at(x) : EIy;
  return link.mass_per_length.at(x) * (EIy + EIz) / link.EA.at(x);
}

std::vector<double> panels(const FlexibleLink& link, const std::vector<double>& corners) {
  std::vector<double> ends = corners;
  constexpr int parts = 32;
  for (int i = 0; i <= parts; ++i) ends.push_back(link.length * i / parts);
  for (const Along* along :
       {&link.mass_per_length, &link.EIy, &link.EIz, &link.GJ, &link.EA, &link.polar_inertia}) {
    ends.insert(ends.end(), along->x.begin(), along->x.end());
  }
  std::sort(ends.begin(), ends.end());
  std::vector<double> kept;
  for (const double x : ends) {
    if (x < 0.0 || x > link.length) continue;
    if (kept.empty() || x - kept.back() > 1e-12 * link.length) kept.push_back(x);
  }
  kept.back() = link.length;
  return kept;
}

}  // namespace alembert::flexible
