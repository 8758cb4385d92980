// Dual numbers: a value and its derivative in one direction, exact. Dual<Dual<double>> carries
// second derivatives.
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace alembert {

template <typename T = double>
struct Dual {
  T value{};
  T slope{};  ///< the derivative

  Dual() = default;
  Dual(double x) : value(x) {}  // NOLINT(google-explicit-constructor): literals mix with it
  Dual(const T& x, const T& dx) : value(x), slope(dx) {}

  friend Dual operator+(const Dual& a, const Dual& b) {
    return {a.value + b.value, a.slope + b.slope};
  }
  friend Dual operator-(const Dual& a, const Dual& b) {
    return {a.value - b.value, a.slope - b.slope};
  }
  friend Dual operator*(const Dual& a, const Dual& b) {
    return {a.value * b.value, a.slope * b.value + a.value * b.slope};
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const T ratio = a.value / b.value;
    return {ratio, (a.slope - ratio * b.slope) / b.value};
  }
  friend Dual operator-(const Dual& a) { return {-a.value, -a.slope}; }
  Dual& operator+=(const Dual& b) { return *this = *this + b; }
  Dual& operator-=(const Dual& b) { return *this = *this - b; }
  Dual& operator*=(const Dual& b) { return *this = *this * b; }
  Dual& operator/=(const Dual& b) { return *this = *this / b; }
  friend bool operator==(const Dual& a, const Dual& b) { return a.value == b.value; }
  friend bool operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  friend bool operator>(const Dual& a, const Dual& b) { return b < a; }
  friend bool operator<=(const Dual& a, const Dual& b) { return !(b < a); }
  friend bool operator>=(const Dual& a, const Dual& b) { return !(a < b); }

  friend Dual sin(const Dual& a) {
    using std::cos, std::sin;
    return {sin(a.value), cos(a.value) * a.slope};
  }
  friend Dual cos(const Dual& a) {
    using std::cos, std::sin;
    return {cos(a.value), -(sin(a.value) * a.slope)};
  }
  friend Dual sqrt(const Dual& a) {
    using std::sqrt;
    const T root = sqrt(a.value);
    return {root, a.slope / (root + root)};
  }
  friend Dual abs(const Dual& a) { return a.value < T(0.0) ? -a : a; }
};

}  // namespace alembert

namespace Eigen {

template <typename T>
struct NumTraits<alembert::Dual<T>> : NumTraits<double> {
  using Real = alembert::Dual<T>;
  using NonInteger = alembert::Dual<T>;
  using Nested = alembert::Dual<T>;
  enum { IsComplex = 0, IsInteger = 0, IsSigned = 1, RequireInitialization = 1 };
};

}  // namespace Eigen
