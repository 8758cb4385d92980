// W numbers that are computed on together: the scalar of batches. Built on the compiler's own
// vectors, so that one source serves arm64 and x86-64, at any width.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstdint>
#include <type_traits>

namespace alembert {

template <typename T, int W>
struct Pack {
  static constexpr int width = W;
  using Lane = T;
  typedef T Vector __attribute__((vector_size(sizeof(T) * W)));
  Vector lanes;

  Pack() = default;
  /// The same number in every lane; implicit, so that constants mix with packs.
  template <typename A>
  requires std::is_arithmetic_v<A> Pack(A x)
      : lanes(Vector{} + static_cast<T>(x)) {}  // NOLINT(google-explicit-constructor)
  explicit Pack(Vector v) : lanes(v) {}

  T operator[](int lane) const { return lanes[lane]; }
  void set(int lane, T x) { lanes[lane] = x; }

  friend Pack operator+(Pack a, Pack b) { return Pack(Vector(a.lanes + b.lanes)); }
  friend Pack operator-(Pack a, Pack b) { return Pack(Vector(a.lanes - b.lanes)); }
  friend Pack operator*(Pack a, Pack b) { return Pack(Vector(a.lanes * b.lanes)); }
  friend Pack operator/(Pack a, Pack b) { return Pack(Vector(a.lanes / b.lanes)); }
  friend Pack operator-(Pack a) { return Pack(Vector(-a.lanes)); }
  Pack& operator+=(Pack b) { return *this = *this + b; }
  Pack& operator-=(Pack b) { return *this = *this - b; }
  Pack& operator*=(Pack b) { return *this = *this * b; }
  Pack& operator/=(Pack b) { return *this = *this / b; }

  friend Pack sqrt(Pack a) {
    for (int l = 0; l < W; ++l) a.lanes[l] = std::sqrt(a.lanes[l]);
    return a;
  }
  /// -1, 0 or 1 in each lane.
  friend Pack sign(Pack a) {
    const Vector zero{}, one = zero + T(1);
    return Pack(Vector((a.lanes > zero ? one : zero) - (a.lanes < zero ? one : zero)));
  }
};

}  // namespace alembert

namespace Eigen {

template <typename T, int W>
struct NumTraits<alembert::Pack<T, W>> : NumTraits<T> {
  using Real = alembert::Pack<T, W>;
  using NonInteger = alembert::Pack<T, W>;
  using Nested = alembert::Pack<T, W>;
  enum { IsComplex = 0, IsInteger = 0, IsSigned = 1, RequireInitialization = 0 };
};

}  // namespace Eigen
