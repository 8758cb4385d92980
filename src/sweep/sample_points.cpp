#include "sweep/sample_points.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace alembert::sweep {

namespace {

/// Vigna's splitmix64, as a hash.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) { return mixed(mixed(a) ^ b); }

double unit_number(std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-53; }

/// A primitive polynomial and the first direction numbers, from Joe and Kuo's new-joe-kuo-6.
struct Direction {
  unsigned degree, coefficients;
  std::array<std::uint32_t, 7> first;
};
constexpr std::array<Direction, most_sobol_dimensions - 1> directions = {{
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
    {6, 19, {1, 1, 1, 15, 7, 5}},
    {6, 22, {1, 3, 1, 15, 13, 25}},
    {6, 25, {1, 1, 5, 5, 19, 61}},
    {7, 1, {1, 3, 7, 11, 23, 15, 103}},
    {7, 4, {1, 3, 7, 13, 13, 15, 69}},
}};

constexpr unsigned sobol_bits = 32;

std::array<std::uint32_t, sobol_bits> direction_numbers(int dimension) {
  std::array<std::uint32_t, sobol_bits> v{};
  if (dimension == 0) {
    for (unsigned i = 0; i < sobol_bits; ++i) v[i] = 1u << (sobol_bits - 1 - i);
    return v;
  }
  const Direction& d = directions[dimension - 1];
  for (unsigned i = 0; i < sobol_bits; ++i) {
    if (i < d.degree) {
      v[i] = d.first[i] << (sobol_bits - 1 - i);
      continue;
    }
    v[i] = v[i - d.degree] ^ (v[i - d.degree] >> d.degree);
    for (unsigned k = 1; k < d.degree; ++k) {
      if ((d.coefficients >> (d.degree - 1 - k)) & 1u) v[i] ^= v[i - k];
    }
  }
  return v;
}

}  // namespace

double sobol_point(std::uint64_t index, int dimension, std::uint64_t seed) {
  const auto v = direction_numbers(dimension);
  const std::uint64_t gray = index ^ (index >> 1);
  std::uint32_t bits =
      seed == 0 ? 0u
                : static_cast<std::uint32_t>(mixed(seed, static_cast<std::uint64_t>(dimension)));
  for (unsigned i = 0; i < sobol_bits; ++i) {
    if ((gray >> i) & 1u) bits ^= v[i];
  }
  return static_cast<double>(bits) * 0x1p-32;
}

double latin_point(std::uint64_t index, std::uint64_t count, int dimension, std::uint64_t seed) {
  const std::uint64_t key = mixed(seed, static_cast<std::uint64_t>(dimension));
  const double within = unit_number(mixed(key ^ 0x5bd1e995u, index));
  return (static_cast<double>(permuted(index, count, key)) + within) / static_cast<double>(count);
}

// Feistel's network on the next even power of two, walked until it
// comes back below count.
std::uint64_t permuted(std::uint64_t index, std::uint64_t count, std::uint64_t key) {
  unsigned half = 1;
  while ((std::uint64_t{1} << (2 * half)) < count) ++half;
  const std::uint64_t mask = (std::uint64_t{1} << half) - 1;
  do {
    std::uint64_t left = index >> half, right = index & mask;
    for (std::uint64_t round = 0; round < 6; ++round) {
      const std::uint64_t next = left ^ (mixed(key + round, right) & mask);
      left = right;
      right = next;
    }
    index = left << half | right;
  } while (index >= count);
  return index;
}

double normal_quantile(double p) {
  // Newton's method on the distribution itself, from a rough start: erfc is exact to rounding.
  double x = p < 0.5 ? -std::sqrt(-2.0 * std::log(p)) : std::sqrt(-2.0 * std::log1p(-p));
  x *= 0.75;
  for (int i = 0; i < 60; ++i) {
    const double cumulated = 0.5 * std::erfc(-x / std::numbers::sqrt2);
    const double density = std::exp(-0.5 * x * x) / std::sqrt(2.0 * std::numbers::pi);
    // Halley's step: it does not run away in the tails.
    const double newton = (cumulated - p) / density;
    const double step = newton / (1.0 + 0.5 * x * newton);
    x -= step;
    if (std::abs(step) <= 1e-15 * (1.0 + std::abs(x))) break;
  }
  return x;
}

}  // namespace alembert::sweep
