// Sine and cosine together, of packs: full accuracy (about 1 ulp) for |x| up to 1e5.
//
//   x = k pi/2 + r, |r| <= pi/4     pi/2 in parts whose products with k are exact
//   sin r = r + r^3 S(r^2)          polynomials: Chebyshev interpolants on [0, (pi/4)^2], computed
//   cos r = 1 - r^2/2 + r^4 C(r^2)  with 60 digits; relative error 1.2e-17 and 4e-19 (double),
//                                   1.2e-8 and 7e-10 (float)
//   k mod 4 says which of the two is which, and their signs
#pragma once

#include <cmath>
#include <cstdint>

#include "alembert/pack.hpp"

namespace alembert {

template <typename T>
struct SincosConstants;

template <>
struct SincosConstants<double> {
  using Integer = std::int64_t;
  static constexpr double two_over_pi = 0.63661977236758134308;
  static constexpr double round = 6755399441055744.0;  // 1.5 · 2^52: adding it rounds to integers
  static constexpr double half_pi[] = {1.5707963267341256, 6.077100506303966e-11,
                                       2.0222662487959506e-21};
  static constexpr double sine[] = {-0.16666666666666666,    0.0083333333333309445,
                                    -0.00019841269836751364, 2.7557316098812687e-06,
                                    -2.5051131065736049e-08, 1.5918073162923074e-10};
  static constexpr double cosine[] = {0.041666666666666664,   -0.0013888888888887393,
                                      2.4801587298761176e-05, -2.7557317269390272e-07,
                                      2.0876145780903544e-09, -1.1382597309861877e-11};
};

template <>
struct SincosConstants<float> {
  using Integer = std::int32_t;
  static constexpr float two_over_pi = 0.636619772f;
  static constexpr float round = 12582912.0f;  // 1.5 · 2^23
  static constexpr float half_pi[] = {1.5703125f, 0.000482559204f, 1.2665987e-06f, 9.9209358e-10f};
  static constexpr float sine[] = {-0.16666664659914701f, 0.0083327478043351728f,
                                   -0.00019587790157289775f};
  static constexpr float cosine[] = {0.041666664657098035f, -0.0013888302568653848f,
                                     2.4547841149616039e-05f};
};

/// One register of lanes.
template <typename T, typename Vector>
inline void sincos_register(const Vector& x, Vector& s, Vector& c) {
  using Constants = SincosConstants<T>;
  using Integer = typename Constants::Integer;
  typedef Integer Integers __attribute__((vector_size(sizeof(Vector))));

  const Vector shifted = x * Constants::two_over_pi + Constants::round;
  const Vector k = shifted - Constants::round;
  // The last subtractions round; what they lose is carried in `low`.
  constexpr int parts = sizeof(Constants::half_pi) / sizeof(T);
  Vector high = x;
  for (int j = 0; j < parts - 2; ++j) high -= k * Constants::half_pi[j];
  const Vector step = k * Constants::half_pi[parts - 2];
  Vector r = high - step;
  const Vector low = (high - r) - step - k * Constants::half_pi[parts - 1];
  r += low;

  const Vector t = r * r;
  constexpr int terms = sizeof(Constants::sine) / sizeof(T);
  Vector S = Vector{} + Constants::sine[terms - 1], C = Vector{} + Constants::cosine[terms - 1];
  for (int j = terms - 2; j >= 0; --j) {
    S = S * t + Constants::sine[j];
    C = C * t + Constants::cosine[j];
  }
  const Vector sin_r = r + r * t * S;
  const Vector half = T(0.5) * t, rest = T(1) - half;
  const Vector cos_r = rest + ((T(1) - rest) - half + t * t * C);

  // Casts between vectors of one size keep the bits.
  const Integers quadrant = (Integers)shifted;
  const Integers swap = -(quadrant & 1);  // all ones where sine and cosine change places
  constexpr int sign_bit = 8 * sizeof(T) - 1;
  const Integers sin_sign = (quadrant & 2) << (sign_bit - 1);
  const Integers cos_sign = ((quadrant + 1) & 2) << (sign_bit - 1);
  const Integers a = (Integers)sin_r;
  const Integers b = (Integers)cos_r;
  const Integers sine = ((a & ~swap) | (b & swap)) ^ sin_sign;
  const Integers cosine = ((b & ~swap) | (a & swap)) ^ cos_sign;
  s = (Vector)sine;
  c = (Vector)cosine;
}

template <typename T, int W>
inline void sincos(const Pack<T, W>& x, Pack<T, W>& s, Pack<T, W>& c) {
  sincos_register<T>(x.lanes, s.lanes, c.lanes);
}

/// n sines and cosines, a register at a time; the arrays need sincos_padding entries beyond n.
inline constexpr int sincos_padding = register_width<float> - 1;

template <typename T>
inline void sincos_array(const T* x, int n, T* s, T* c) {
  using P = Pack<T>;
  for (int i = 0; i < n; i += P::width) {
    P angle, sine, cosine;
    __builtin_memcpy(&angle.lanes, x + i, sizeof angle.lanes);
    sincos(angle, sine, cosine);
    __builtin_memcpy(s + i, &sine.lanes, sizeof sine.lanes);
    __builtin_memcpy(c + i, &cosine.lanes, sizeof cosine.lanes);
  }
}

}  // namespace alembert
