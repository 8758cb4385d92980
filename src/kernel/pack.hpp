// W numbers that are computed on together: the scalar of batches. Built on the compiler's own
// vectors, so that one source serves arm64 and x86-64, at any width.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstdint>
#include <type_traits>

namespace alembert {

/// Bytes of one vector register; and the namespace of what they lay out, which is compiled for more
/// than one kind.
#if defined(__AVX512F__)
#define ALEMBERT_OF_REGISTERS alembert::inline registers_of_64
inline constexpr int register_bytes = 64;
#elif defined(__AVX__)
#define ALEMBERT_OF_REGISTERS alembert::inline registers_of_32
inline constexpr int register_bytes = 32;
#else
#define ALEMBERT_OF_REGISTERS alembert::inline registers_of_16
inline constexpr int register_bytes = 16;
#endif

/// How many numbers fill one register.
template <typename T>
inline constexpr int register_width = register_bytes / static_cast<int>(sizeof(T));

/// One register of numbers by default: compilers keep wider vectors in memory.
template <typename T, int W = register_width<T>>
struct Pack {
  static constexpr int width = W;  ///< numbers side by side
  typedef T Register __attribute__((vector_size(sizeof(T) * W)));
  Register lanes;  ///< the numbers

  Pack() = default;
  explicit Pack(const Register& r) : lanes(r) {}
  /// The same number in every lane; implicit, so that constants mix with packs.
  template <typename A>
  requires std::is_arithmetic_v<A>
  constexpr Pack(A x)
      : lanes(static_cast<T>(x) - Register{}) {}  // NOLINT(google-explicit-constructor)

  T operator[](int lane) const { return lanes[lane]; }
  void set(int lane, T x) { lanes[lane] = x; }  ///< 0 <= lane < W

  friend Pack operator+(Pack a, Pack b) { return Pack(a.lanes + b.lanes); }
  friend Pack operator-(Pack a, Pack b) { return Pack(a.lanes - b.lanes); }
  friend Pack operator*(Pack a, Pack b) { return Pack(a.lanes * b.lanes); }
  friend Pack operator/(Pack a, Pack b) { return Pack(a.lanes / b.lanes); }
  friend Pack operator-(Pack a) { return Pack(-a.lanes); }
  Pack& operator+=(Pack b) { return *this = *this + b; }
  Pack& operator-=(Pack b) { return *this = *this - b; }
  Pack& operator*=(Pack b) { return *this = *this * b; }
  Pack& operator/=(Pack b) { return *this = *this / b; }

  friend Pack sqrt(Pack a) {
    for (int l = 0; l < W; ++l) a.set(l, std::sqrt(a[l]));
    return a;
  }
  /// a with x in one lane; all in registers, whichever the lane.
  friend Pack with_lane(Pack a, int lane, T x) {
    using LaneNumber = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;
    typedef LaneNumber LaneNumbers __attribute__((vector_size(sizeof(T) * W)));
    LaneNumbers here;
    for (int l = 0; l < W; ++l) here[l] = l;
    return Pack(Register((here == static_cast<LaneNumber>(lane)) ? Pack(x).lanes : a.lanes));
  }
  /// -1, 0 or 1 in each lane.
  friend Pack sign(Pack a) {
    const Register zero{}, one = zero + T(1);
    return Pack(Register((a.lanes > zero ? one : zero) - (a.lanes < zero ? one : zero)));
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
