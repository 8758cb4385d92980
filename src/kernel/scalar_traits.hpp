// What kernels ask of their scalar: the type of its constants, and sines and cosines of arrays.
#pragma once

#include <cmath>
#include <type_traits>

#include "kernel/pack.hpp"
#include "kernel/sincos.hpp"

/// Inline everything that the function calls: the recursions run a third faster. Not under
/// sanitizers, where one such function takes the compiler many minutes.
#if !defined(ALEMBERT_FLATTEN)
#if defined(__SANITIZE_ADDRESS__)
#define ALEMBERT_FLATTEN
#else
#define ALEMBERT_FLATTEN [[gnu::flatten]]
#endif
#endif

namespace alembert {

template <typename S>
struct ConstantType {
  using Type = double;
};
template <>
struct ConstantType<float> {
  using Type = float;
};
template <typename T, int W>
struct ConstantType<Pack<T, W>> {
  using Type = T;
};
template <typename S>
inline constexpr bool is_pack = false;
template <typename T, int W>
inline constexpr bool is_pack<Pack<T, W>> = true;

/// Is a run over this scalar worth the compiler's time? What counts and differentiates is not.
template <typename S>
inline constexpr bool fast_scalar = std::is_floating_point_v<S> || is_pack<S>;

/// float where the scalar is made of floats, so that no conversion happens in the hot loop.
template <typename S>
using ConstantOf = typename ConstantType<S>::Type;

template <typename S>
void sincos_all(const S* x, int n, S* s, S* c) {
  if constexpr (std::is_same_v<S, double> || std::is_same_v<S, float>) {
    sincos_array<S>(x, n, s, c);
  } else {
    for (int i = 0; i < n; ++i) {
      if constexpr (requires { sincos(x[i], s[i], c[i]); }) {
        sincos(x[i], s[i], c[i]);
      } else {
        using std::cos;
        using std::sin;
        s[i] = sin(x[i]);
        c[i] = cos(x[i]);
      }
    }
  }
}
template <typename T>
void sincos_all(const Pack<T>* x, int n, Pack<T>* s, Pack<T>* c) {
  sincos_array<T>(x, n, s, c);
}
}  // namespace alembert
