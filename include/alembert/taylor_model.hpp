// Taylor models: functions of s in [-1, 1] as a polynomial and a bound of what it misses, rounding
// included. Whatever is computed with them holds for every s at once: what proofs stand on
// (docs/equations/proof.md). Used as a scalar of the kernels.
//
//   f(s) = c0 + c1 s + … + cN s^N + e(s),   |e(s)| <= r
//
// Coefficients are rounded to nearest, and the rounding is added to r; r itself is a sum of
// positive numbers, each operation of which may be low by its relative rounding: `outward` makes up
// for up to 2^6 of them.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace alembert {

template <int N>
struct TaylorModel {
  static constexpr double unit = 0x1p-53;  // relative rounding of one operation
  static constexpr double outward = 1.0 + 0x1p-46;
  static constexpr double smallest = 0x1p-1000;         // more than all underflow of an operation
  static constexpr double library_function = 8 * unit;  // relative error of sin, cos, tanh

  std::array<double, N + 1> c{};  ///< lowest first
  double r = 0.0;                 ///< bound of what the polynomial misses

  TaylorModel() = default;
  TaylorModel(double x) { c[0] = x; }  // NOLINT(google-explicit-constructor): literals mix with it
  /// x up to an error.
  static TaylorModel about(double x, double error) {
    TaylorModel a(x);
    a.r = error;
    return a;
  }
  /// lower to upper, nothing else known.
  static TaylorModel between(double lower, double upper) {
    const double middle = 0.5 * (lower + upper);
    return about(middle, std::max(upper - middle, middle - lower) * outward + smallest);
  }
  /// middle + half s.
  static TaylorModel line(double middle, double half) requires(N > 0) {
    TaylorModel a(middle);
    a.c[1] = half;
    return a;
  }

  /// Of the polynomial's coefficients from k on.
  double size_from(int k) const {
    double sum = 0.0;
    for (int i = k; i <= N; ++i) sum += std::abs(c[i]);
    return sum;
  }
  /// |f(s) - c0| stays below it.
  double swing() const { return (size_from(1) + r) * outward; }
  double lower() const { return c[0] - swing() - unit * std::abs(c[0]) * 4; }
  double upper() const { return c[0] + swing() + unit * std::abs(c[0]) * 4; }

  TaylorModel& operator+=(const TaylorModel& b) {
    for (int i = 0; i <= N; ++i) c[i] += b.c[i];
    r = (r + b.r + unit * size_from(0)) * outward;
    return *this;
  }
  TaylorModel& operator-=(const TaylorModel& b) {
    for (int i = 0; i <= N; ++i) c[i] -= b.c[i];
    r = (r + b.r + unit * size_from(0)) * outward;
    return *this;
  }
  TaylorModel& operator*=(double k) {
    for (int i = 0; i <= N; ++i) c[i] *= k;
    r = (r * std::abs(k) + unit * size_from(0)) * outward + smallest;
    return *this;
  }
  TaylorModel& operator/=(double k) {
    for (double& x : c) x /= k;
    r = (r / std::abs(k) + unit * size_from(0)) * outward + smallest;
    return *this;
  }
  TaylorModel& operator*=(const TaylorModel& b) { return *this = *this * b; }

  friend TaylorModel operator+(TaylorModel a, const TaylorModel& b) { return a += b; }
  friend TaylorModel operator-(TaylorModel a, const TaylorModel& b) { return a -= b; }
  friend TaylorModel operator*(TaylorModel a, double k) { return a *= k; }
  friend TaylorModel operator*(double k, TaylorModel a) { return a *= k; }
  friend TaylorModel operator/(TaylorModel a, double k) { return a /= k; }
  friend TaylorModel operator-(TaylorModel a) {
    for (double& x : a.c) x = -x;
    return a;
  }
  /// Terms beyond s^N go to the bound, |s^k| being at most 1.
  friend TaylorModel operator*(const TaylorModel& a, const TaylorModel& b) {
    TaylorModel out;
    double beyond = 0.0, of_b = 0.0;  // of_b: |b's| coefficients that a's i-th carries beyond s^N
    double size_a = std::abs(a.c[0]);
    for (int i = 1; i <= N; ++i) {
      of_b += std::abs(b.c[N + 1 - i]);
      beyond += std::abs(a.c[i]) * of_b;
      size_a += std::abs(a.c[i]);
    }
    const double size_b = of_b + std::abs(b.c[0]);
    for (int k = 0; k <= N; ++k) {
      double sum = a.c[0] * b.c[k];
      for (int i = 1; i <= k; ++i) sum += a.c[i] * b.c[k - i];
      out.c[k] = sum;
    }
    // A sum of k + 1 products: at most k + 1 roundings of any of them, all below size_a size_b.
    constexpr double rounding = (N + 2) * unit;
    out.r =
        (a.r * (size_b + b.r) + size_a * (b.r + rounding * size_b) + beyond) * outward + smallest;
    return out;
  }

  /// By a geometric series; a bound of infinity where b may be zero.
  friend TaylorModel operator/(const TaylorModel& a, const TaylorModel& b) {
    const double ratio = b.swing() / std::abs(b.c[0]) * outward;
    if (!(ratio < 1.0)) return about(0.0, std::numeric_limits<double>::infinity());
    const TaylorModel w = b.without_middle() / -b.c[0];
    TaylorModel sum(1.0);
    double miss = ratio / (1.0 - ratio);
    if (ratio > 0.0) {
      for (int k = 0; k < N; ++k) {
        sum = sum * w + 1.0;
        miss *= ratio * outward;
      }
    }
    sum.r = (sum.r + miss) * outward;
    return a / b.c[0] * sum;
  }

  friend void sincos(const TaylorModel& a, TaylorModel& sine, TaylorModel& cosine) {
    // sin(c0 + u) = sin c0 cos u + cos c0 sin u, with the series of u to its N-th power.
    const TaylorModel u = a.without_middle();
    TaylorModel power = u, sin_u, cos_u(1.0);
    double factor = 1.0, miss = u.swing();
    for (int k = 1; k <= N; ++k) {
      factor *= k;
      miss *= u.swing() / (k + 1) * outward;
      (k % 2 ? sin_u : cos_u) += power / (k % 4 < 2 ? factor : -factor);
      if (k < N) power *= u;
    }
    sin_u.r = (sin_u.r + miss) * outward;
    cos_u.r = (cos_u.r + miss) * outward;
    const TaylorModel sin_0 = about(std::sin(a.c[0]), library_function);
    const TaylorModel cos_0 = about(std::cos(a.c[0]), library_function);
    sine = sin_0 * cos_u + cos_0 * sin_u;
    cosine = cos_0 * cos_u - sin_0 * sin_u;
  }
  friend TaylorModel sin(const TaylorModel& a) {
    TaylorModel sine, cosine;
    sincos(a, sine, cosine);
    return sine;
  }
  friend TaylorModel cos(const TaylorModel& a) {
    TaylorModel sine, cosine;
    sincos(a, sine, cosine);
    return cosine;
  }

  /// By its series or, where that says less, by its rising from end to end.
  friend TaylorModel tanh(const TaylorModel& a) {
    const double low = std::tanh(a.lower()), high = std::tanh(a.upper());
    const TaylorModel rising = between(low - library_function, high + library_function);
    const TaylorModel series = tanh_series(a);
    return series.r < rising.r ? series : rising;
  }
  /// -1, 1 or, where the sign changes or may, anything between.
  friend TaylorModel sign(const TaylorModel& a) {
    if (a.lower() > 0.0) return 1.0;
    if (a.upper() < 0.0) return -1.0;
    return about(0.0, 1.0);
  }

 private:
  TaylorModel without_middle() const {
    TaylorModel u = *this;
    u.c[0] = 0.0;
    return u;
  }

  // Coefficients about c0 from y' = 1 - y^2. On a circle of radius 1 about any real number tanh is
  // at most tan 1 < 1.56 (the imaginary part is at most 1), so the coefficient of u^(N+1), anywhere
  // between, is at most that (Cauchy).
  static TaylorModel tanh_series(const TaylorModel& a) {
    std::array<TaylorModel<0>, N + 1> y;
    y[0] = TaylorModel<0>::about(std::tanh(a.c[0]), library_function);
    for (int k = 0; k < N; ++k) {
      TaylorModel<0> sum = k == 0 ? 1.0 : 0.0;
      for (int i = 0; i <= k; ++i) sum -= y[i] * y[k - i];
      y[k + 1] = sum / (k + 1);
    }
    const TaylorModel u = a.without_middle();
    double miss = 1.56;
    for (int k = 0; k <= N; ++k) miss *= u.swing() * outward;
    TaylorModel out = about(y[N].c[0], y[N].r);
    for (int k = N - 1; k >= 0; --k) out = out * u + about(y[k].c[0], y[k].r);
    out.r = (out.r + miss) * outward;
    return out;
  }

  template <int>
  friend struct TaylorModel;
};

}  // namespace alembert

namespace Eigen {

template <int N>
struct NumTraits<alembert::TaylorModel<N>> : NumTraits<double> {
  using Real = alembert::TaylorModel<N>;
  using NonInteger = alembert::TaylorModel<N>;
  using Nested = alembert::TaylorModel<N>;
  enum { IsComplex = 0, IsInteger = 0, IsSigned = 1, RequireInitialization = 1 };
};

}  // namespace Eigen
