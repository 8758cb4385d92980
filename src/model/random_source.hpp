// Random numbers that are the same everywhere: the standard's distributions are not.
#pragma once

#include <cmath>
#include <numbers>
#include <random>

namespace alembert {

class RandomSource {
 public:
  explicit RandomSource(unsigned long long seed) : engine_(seed) {}

  /// In [-1, 1).
  double uniform() { return static_cast<double>(engine_() >> 11) * 0x1.0p-52 - 1.0; }

  /// Mean 0, deviation 1 (Box and Muller).
  double normal() {
    const double u = 0.5 * (1.0 - uniform());  // never 0
    return std::sqrt(-2.0 * std::log(u)) * std::cos(std::numbers::pi * uniform());
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace alembert
