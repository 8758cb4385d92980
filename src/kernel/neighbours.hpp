// Two joints computed on together, one a lane: products for the pairs of FactorisedDerivativePass.
#pragma once

#include "kernel/tree_rows.hpp"

namespace alembert {

// Structs of pairs are arrays of numbers.
template <typename T>
const double* numbers(const T& x) {
  return reinterpret_cast<const double*>(&x);
}
template <typename T>
double* numbers(T& x) {
  return reinterpret_cast<double*>(&x);
}
template <typename T>
const Two* pairs(const T& x) {
  return reinterpret_cast<const Two*>(&x);
}
template <typename T>
Two* pairs(T& x) {
  return reinterpret_cast<Two*>(&x);
}
/// The first numbers of two pairs, and the second.
inline Two firsts(const Two& a, const Two& b) {
  return Two(Two::Register(__builtin_shufflevector(a.lanes, b.lanes, 0, 2)));
}
inline Two seconds(const Two& a, const Two& b) {
  return Two(Two::Register(__builtin_shufflevector(a.lanes, b.lanes, 1, 3)));
}

/// Numbers of two joints, each joint's together, become pairs and back: an even count of them.
template <int count>
void zip(const double* one, const double* next, Two* pairs) {
  static_assert(count % 2 == 0);
  unrolled<count / 2>([&](auto k) {
    const Two a = load_two(one + 2 * k), b = load_two(next + 2 * k);
    pairs[2 * k] = firsts(a, b);
    pairs[2 * k + 1] = seconds(a, b);
  });
}
template <int count>
void unzip(const Two* pairs, double* one, double* next) {
  static_assert(count % 2 == 0);
  unrolled<count / 2>([&](auto k) {
    const Two a = pairs[2 * k], b = pairs[2 * k + 1];
    store_two(firsts(a, b), one + 2 * k);
    store_two(seconds(a, b), next + 2 * k);
  });
}
/// Two things of two joints become those of the one and those of the next, each as pairs.
template <int count>
void side_by_side(const Two* first, const Two* second, Two* one, Two* next) {
  unrolled<count>([&](auto k) {
    one[k] = firsts(first[k], second[k]);
    next[k] = seconds(first[k], second[k]);
  });
}

/// The sum of an even count of numbers, each times a pair.
template <int count>
Two product(const double* a, const Two* b) {
  Two even, odd;
  unrolled<count / 2>([&](auto k) {
    const Two by = load_two(a + 2 * k);
    const Two x = Two(by[0]) * b[2 * k], y = Two(by[1]) * b[2 * k + 1];
    even = k == 0 ? x : even + x;
    odd = k == 0 ? y : odd + y;
  });
  return even + odd;
}

}  // namespace alembert
