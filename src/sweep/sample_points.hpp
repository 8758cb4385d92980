// Points that fill a cube evenly, each computed by itself: a million take no memory.
#pragma once

#include <cstdint>

namespace alembert::sweep {

/// Dimensions that sobol_point has.
inline constexpr int most_sobol_dimensions = 21;

/// Sobol's sequence with the direction numbers of Joe and Kuo (2008), the point 0 included; with a
/// seed other than 0 shifted by its random digits. In [0, 1).
double sobol_point(std::uint64_t index, int dimension, std::uint64_t seed);

/// Of `count` points, each in a row and a column of its own (McKay, Beckman and Conover 1979). In
/// [0, 1).
double latin_point(std::uint64_t index, std::uint64_t count, int dimension, std::uint64_t seed);

/// A permutation of 0 … count - 1, the same for the same key.
std::uint64_t permuted(std::uint64_t index, std::uint64_t count, std::uint64_t key);

/// The value below which a standard normal number is with probability p, in (0, 1).
double normal_quantile(double p);

}  // namespace alembert::sweep
