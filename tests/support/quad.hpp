// Numbers of 113 bits: what rounding is measured against. `long double` where it is that wide
// (arm64), the compiler's __float128 elsewhere (x86-64).
#pragma once

#include <Eigen/Core>
#include <cfloat>
#include <cmath>

namespace alembert::test {

class Quad {
 public:
#if LDBL_MANT_DIG == 113
  using Number = long double;
#else
  __extension__ typedef __float128 Number;
#endif

  Quad() = default;
  Quad(double x) : x_(x) {}  // NOLINT(google-explicit-constructor): literals mix with it

  explicit operator double() const { return static_cast<double>(x_); }

  friend Quad operator+(Quad a, Quad b) { return of(a.x_ + b.x_); }
  friend Quad operator-(Quad a, Quad b) { return of(a.x_ - b.x_); }
  friend Quad operator*(Quad a, Quad b) { return of(a.x_ * b.x_); }
  friend Quad operator/(Quad a, Quad b) { return of(a.x_ / b.x_); }
  friend Quad operator-(Quad a) { return of(-a.x_); }
  Quad& operator+=(Quad b) { return *this = *this + b; }
  Quad& operator-=(Quad b) { return *this = *this - b; }
  Quad& operator*=(Quad b) { return *this = *this * b; }
  Quad& operator/=(Quad b) { return *this = *this / b; }
  friend bool operator==(Quad a, Quad b) { return a.x_ == b.x_; }
  friend bool operator<(Quad a, Quad b) { return a.x_ < b.x_; }
  friend bool operator>(Quad a, Quad b) { return b < a; }
  friend bool operator<=(Quad a, Quad b) { return !(b < a); }
  friend bool operator>=(Quad a, Quad b) { return !(a < b); }

  friend Quad abs(Quad a) { return a.x_ < 0 ? -a : a; }
  /// Newton's method from the double root: each step doubles its 53 bits.
  friend Quad sqrt(Quad a) {
    if (a.x_ == 0) return a;
    Quad root(std::sqrt(static_cast<double>(a.x_)));
    for (int step = 0; step < 2; ++step) root = Quad(0.5) * (root + a / root);
    return root;
  }
  /// Taylor's series: for angles of a few radians it loses a digit or two of thirty-four.
  friend Quad sin(Quad a) { return series(a, a, 2); }
  friend Quad cos(Quad a) { return series(a, Quad(1.0), 1); }

 private:
  static Quad of(Number x) {
    Quad q;
    q.x_ = x;
    return q;
  }
  /// term - term a²/(k (k+1)) + …
  static Quad series(Quad a, Quad term, int k) {
    Quad sum = term;
    for (; k < 64; k += 2) {
      term = -(term * a * a) / Quad(static_cast<double>(k) * (k + 1));
      sum += term;
    }
    return sum;
  }

  Number x_ = 0;
};

}  // namespace alembert::test

namespace Eigen {

template <>
struct NumTraits<alembert::test::Quad> : NumTraits<double> {
  using Real = alembert::test::Quad;
  using NonInteger = alembert::test::Quad;
  using Nested = alembert::test::Quad;
  enum { IsComplex = 0, IsInteger = 0, IsSigned = 1, RequireInitialization = 1 };
};

}  // namespace Eigen
