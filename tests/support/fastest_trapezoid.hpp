// The fastest motion of one joint whose acceleration may jump: up, along the velocity's limit and
// down, or the mirror image. Textbook formulas, which share nothing with the library.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace alembert::test {

class FastestTrapezoid {
 public:
  FastestTrapezoid(double d, double v0, double v1, double V, double A)
      : d_(d), v0_(v0), v1_(v1), V_(V), A_(A) {}

  /// At which the set of possible times may begin or end, in order.
  std::vector<double> times() const {
    std::vector<double> out;
    for (const double s : {1.0, -1.0}) {
      const double d = s * d_, v0 = s * v0_, v1 = s * v1_;
      // d = (2 top^2 - v0^2 - v1^2) / 2A
      const double square = A_ * d + 0.5 * (v0 * v0 + v1 * v1);
      for (const double sign : {1.0, -1.0}) {
        if (square < 0.0) continue;
        const double top = sign * std::sqrt(square);
        if (top < std::max(v0, v1) - 1e-12) continue;
        if (top <= V_) {
          out.push_back((2.0 * top - v0 - v1) / A_);
        } else {
          const double ramps = (2.0 * V_ * V_ - v0 * v0 - v1 * v1) / (2.0 * A_);
          out.push_back((2.0 * V_ - v0 - v1) / A_ + (d - ramps) / V_);
        }
      }
    }
    std::sort(out.begin(), out.end());
    return out;
  }

  bool can_take(double T, double tolerance) const {
    if (T < std::abs(v1_ - v0_) / A_ - tolerance) return false;
    return d_ <= farthest(T, v0_, v1_) + tolerance && -d_ <= farthest(T, -v0_, -v1_) + tolerance;
  }

 private:
  double farthest(double T, double v0, double v1) const {
    const double top = 0.5 * (A_ * T + v0 + v1);
    const double limited = std::min(top, V_);
    return (2.0 * limited * limited - v0 * v0 - v1 * v1) / (2.0 * A_) +
           (top - limited) * 2.0 / A_ * V_;
  }

  double d_, v0_, v1_, V_, A_;
};

}  // namespace alembert::test
