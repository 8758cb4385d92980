// A number that remembers the largest term it was made of: what its rounding error must be measured
// by, since a sum of large terms that cancel can be no better than they are.
//
//   a + b    the largest of their terms and of the sum itself
//   a * b    the product of their largest terms
//   vectors  the largest of all components: an algorithm may turn them into any frame
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "alembert/dual.hpp"
#include "alembert/scalar.hpp"

namespace alembert::test {

template <typename T>
struct LargestTerm {
  T value{};
  double largest = 0.0;

  LargestTerm() = default;
  LargestTerm(double x)  // NOLINT(google-explicit-constructor): literals mix with it
      : value(x), largest(std::abs(x)) {}
  LargestTerm(const T& x, double term) : value(x), largest(term) {}

  friend LargestTerm operator+(const LargestTerm& a, const LargestTerm& b) {
    return sum(a.value + b.value, a, b);
  }
  friend LargestTerm operator-(const LargestTerm& a, const LargestTerm& b) {
    return sum(a.value - b.value, a, b);
  }
  friend LargestTerm operator*(const LargestTerm& a, const LargestTerm& b) {
    return {a.value * b.value, a.largest * b.largest};
  }
  friend LargestTerm operator-(const LargestTerm& a) { return {-a.value, a.largest}; }
  LargestTerm& operator+=(const LargestTerm& b) { return *this = *this + b; }
  LargestTerm& operator-=(const LargestTerm& b) { return *this = *this - b; }
  LargestTerm& operator*=(const LargestTerm& b) { return *this = *this * b; }
  friend bool operator<(const LargestTerm& a, const LargestTerm& b) { return a.value < b.value; }
  friend bool operator>(const LargestTerm& a, const LargestTerm& b) { return b < a; }

  friend LargestTerm sin(const LargestTerm& a) { return number(sin(a.value)); }
  friend LargestTerm cos(const LargestTerm& a) { return number(cos(a.value)); }

 private:
  static double size(const T& x) { return std::abs(static_cast<double>(x)); }
  static LargestTerm number(const T& x) { return {x, size(x)}; }
  static LargestTerm sum(const T& x, const LargestTerm& a, const LargestTerm& b) {
    return {x, std::max({size(x), a.largest, b.largest})};
  }
};

template <typename T>
void share_largest(Vec3<LargestTerm<T>>& u) {
  const double largest = std::max({u[0].largest, u[1].largest, u[2].largest});
  for (auto& component : u) component.largest = largest;
}
template <typename T>
void share_largest(Vec3<Dual<LargestTerm<T>>>& u) {
  const auto largest = [&](auto part) {
    return std::max({(u[0].*part).largest, (u[1].*part).largest, (u[2].*part).largest});
  };
  const double value = largest(&Dual<LargestTerm<T>>::value);
  const double slope = largest(&Dual<LargestTerm<T>>::slope);
  for (auto& component : u) {
    component.value.largest = value;
    component.slope.largest = slope;
  }
}
/// A rotation's entries are cosines of angles: numbers, however they were computed.
template <typename T>
void forget_terms(LargestTerm<T>& x) {
  x.largest = std::abs(static_cast<double>(x.value));
}
template <typename T>
void forget_terms(Dual<LargestTerm<T>>& x) {
  forget_terms(x.value);
  forget_terms(x.slope);
}

}  // namespace alembert::test

namespace Eigen {

template <typename T>
struct NumTraits<alembert::test::LargestTerm<T>> : NumTraits<double> {
  using Real = alembert::test::LargestTerm<T>;
  using NonInteger = alembert::test::LargestTerm<T>;
  using Nested = alembert::test::LargestTerm<T>;
  enum { IsComplex = 0, IsInteger = 0, IsSigned = 1, RequireInitialization = 1 };
};

}  // namespace Eigen
