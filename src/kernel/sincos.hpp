// Sine and cosine together, of packs: full accuracy (about 1 ulp) for |x| up to 1e5.
//
//   x = k pi/2 + r, |r| <= pi/4     pi/2 in parts: two where products are fused with subtractions
//                                   (only the difference is rounded), else so many and so short
//                                   that their products with k are exact
//   sin r = r + r^3 S(r^2)          polynomials: Chebyshev interpolants on [0, (pi/4)^2], computed
//   cos r = 1 - r^2/2 + r^4 C(r^2)  with 60 digits; relative error 1.2e-17 and 4e-19 (double),
//                                   1.2e-8 and 7e-10 (float)
//   k mod 4 says which of the two is which, and their signs
#pragma once

#include <cmath>
#include <cstdint>
#include <utility>

#include "kernel/pack.hpp"

namespace alembert {

template <typename T>
struct SincosConstants;

template <>
struct SincosConstants<double> {
  using Integer = std::int64_t;
  static constexpr int terms = 6;
  static constexpr double two_over_pi = 0.63661977236758134308;
  static constexpr double round = 6755399441055744.0;  // 1.5 · 2^52: adding it rounds to integers
  static constexpr double half_pi[] = {1.5707963267341256, 6.077100506303966e-11,
                                       2.0222662487959506e-21};
  static constexpr double half_pi_fused[] = {1.5707963267948966, 6.123233995736766e-17};
};

template <>
struct SincosConstants<float> {
  using Integer = std::int32_t;
  static constexpr int terms = 3;
  static constexpr float two_over_pi = 0.636619772f;
  static constexpr float round = 12582912.0f;  // 1.5 · 2^23
  static constexpr float half_pi[] = {1.5703125f, 0.000482559204f, 1.2665987e-06f, 9.9209358e-10f};
  static constexpr float half_pi_fused[] = {1.57079637f, -4.37113883e-8f};
};

/// The coefficients, a register each. Compilers do not see their values (sincos.cpp), and so read
/// them where they are; constants they would build anew, address and all, for every use. W is in
/// the name because files are compiled for different registers (batch_lane.hpp).
template <typename T, int W = register_width<T>>
struct SincosPolynomials {
  static constexpr int terms = SincosConstants<T>::terms;
  Pack<T, W> sine[terms], cosine[terms];

  static const SincosPolynomials numbers;
};
template <>
const SincosPolynomials<double> SincosPolynomials<double>::numbers;
template <>
const SincosPolynomials<float> SincosPolynomials<float>::numbers;

#if defined(__FP_FAST_FMA)
inline constexpr bool fuses = true;  // the processor has a fused multiply-add
#else
inline constexpr bool fuses = false;
#endif

/// x - k p, rounded once. Written by lanes, which compilers put together again.
template <typename T, typename Vector>
inline Vector fused_difference(const Vector& x, const Vector& k, T p) {
  Vector difference;
  for (std::size_t l = 0; l < sizeof(Vector) / sizeof(T); ++l) {
    difference[l] = std::fma(-k[l], p, x[l]);
  }
  return difference;
}

/// x - k pi/2.
template <typename T, typename Vector>
inline Vector reduced(const Vector& x, const Vector& k) {
  using Constants = SincosConstants<T>;
  if constexpr (fuses) {
    const Vector r = fused_difference(x, k, Constants::half_pi_fused[0]);
    return fused_difference(r, k, Constants::half_pi_fused[1]);
  } else {
    // The last subtractions round; what they lose is carried in `low`.
    constexpr int parts = sizeof(Constants::half_pi) / sizeof(T);
    Vector high = x;
    for (int j = 0; j < parts - 2; ++j) high -= k * Constants::half_pi[j];
    const Vector step = k * Constants::half_pi[parts - 2];
    const Vector r = high - step;
    return r + ((high - r) - step - k * Constants::half_pi[parts - 1]);
  }
}

/// A polynomial in t by pairs of its terms (Estrin): short chains, and few copies of coefficients.
template <typename T, std::size_t N, typename Vector>
inline Vector polynomial(const Pack<T> (&coefficient)[N], const Vector& t, const Vector& t2) {
  constexpr int terms = static_cast<int>(N), even = terms & ~1;
  Vector sum = coefficient[terms - 1].lanes;
  if constexpr (terms == even) sum = sum * t + coefficient[terms - 2].lanes;
  for (int j = terms == even ? terms - 4 : terms - 3; j >= 0; j -= 2) {
    sum = sum * t2 + (coefficient[j].lanes + coefficient[j + 1].lanes * t);
  }
  return sum;
}

template <typename T>
inline void sincos(const Pack<T>& x, Pack<T>& s, Pack<T>& c) {
  using Constants = SincosConstants<T>;
  using Integer = typename Constants::Integer;
  using Vector = typename Pack<T>::Register;
  typedef Integer Integers __attribute__((vector_size(sizeof(Vector))));

  const Vector shifted = x.lanes * Constants::two_over_pi + Constants::round;
  const Vector r = reduced<T, Vector>(x.lanes, shifted - Constants::round);
  const Vector t = r * r, t2 = t * t;
  const SincosPolynomials<T>& numbers = SincosPolynomials<T>::numbers;
  const Vector S = polynomial(numbers.sine, t, t2), C = polynomial(numbers.cosine, t, t2);
  const Vector sin_r = r + r * t * S;
  const Vector cos_r = T(1) + t * (t * C - T(0.5));
  // Casts between vectors of one size keep the bits.
  const Integers quadrant = (Integers)shifted;
  const Integers keep = (quadrant & 1) == 0;  // elsewhere sine and cosine change places
  constexpr int sign_bit = 8 * sizeof(T) - 1;
  const Integers sin_sign = (quadrant & 2) << (sign_bit - 1);
  const Integers cos_sign = ((quadrant + 1) & 2) << (sign_bit - 1);
  s.lanes = (Vector)((Integers)(keep ? sin_r : cos_r) ^ sin_sign);
  c.lanes = (Vector)((Integers)(keep ? cos_r : sin_r) ^ cos_sign);
}

/// Registers taken together in arrays: one alone would spend its time waiting for itself.
inline constexpr int sincos_together = 4;
/// What arrays need beyond their n entries.
inline constexpr int sincos_padding = sincos_together * register_width<float> - 1;

/// Of n numbers or packs; the arrays may begin anywhere.
template <typename T, typename Entry>
inline void sincos_array(const Entry* x, int n, Entry* s, Entry* c) {
  using P = Pack<T>;
  constexpr int step = static_cast<int>(sincos_together * sizeof(P) / sizeof(Entry));
  for (int i = 0; i < n; i += step) {
    P angle[sincos_together], sine[sincos_together], cosine[sincos_together];
    __builtin_memcpy(angle, x + i, sizeof angle);
    [&]<int... k>(std::integer_sequence<int, k...>) {
      (sincos(angle[k], sine[k], cosine[k]), ...);  // unrolled, for compilers to interleave
    }
    (std::make_integer_sequence<int, sincos_together>());
    __builtin_memcpy(s + i, sine, sizeof sine);
    __builtin_memcpy(c + i, cosine, sizeof cosine);
  }
}

}  // namespace alembert
