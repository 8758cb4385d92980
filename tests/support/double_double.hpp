// Numbers of about 106 bits, each the sum of two doubles (Dekker 1971; the products by Shewchuk's
// way with a fused operation): what rounding is measured against, on machines without wide numbers.
//
// The compiler must not fuse operations by itself here, as GCC does by default: the error of a
// product that was never rounded is not what these lines compute. Files that include this are
// compiled with -ffp-contract=off (tests/CMakeLists.txt), and DoubleDoubles.HoldAHundredBits
// fails where they are not.
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace alembert::test {

class DoubleDouble {
 public:
  DoubleDouble() = default;
  DoubleDouble(double x) : high_(x) {}  // NOLINT(google-explicit-constructor): literals mix with it

  explicit operator double() const { return high_; }

  /// Right to 2^-104 of the larger operand, not of a sum that cancels: enough where errors are
  /// measured by the largest term.
  friend DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
    const double sum = a.high_ + b.high_, part = sum - a.high_;
    const double lost = (a.high_ - (sum - part)) + (b.high_ - part);
    return renormalised(sum, lost + (a.low_ + b.low_));
  }
  friend DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
    const double product = a.high_ * b.high_;
    const double lost = std::fma(a.high_, b.high_, -product);
    return renormalised(product, lost + (a.high_ * b.low_ + a.low_ * b.high_));
  }
  friend DoubleDouble operator-(DoubleDouble a) { return {-a.high_, -a.low_}; }
  friend DoubleDouble operator-(DoubleDouble a, DoubleDouble b) { return a + -b; }
  DoubleDouble& operator+=(DoubleDouble b) { return *this = *this + b; }
  DoubleDouble& operator-=(DoubleDouble b) { return *this = *this - b; }
  DoubleDouble& operator*=(DoubleDouble b) { return *this = *this * b; }
  friend bool operator<(DoubleDouble a, DoubleDouble b) {
    return a.high_ < b.high_ || (a.high_ == b.high_ && a.low_ < b.low_);
  }

  /// Taylor's series: for angles of a few radians it loses a digit or two of thirty-two.
  friend DoubleDouble sin(DoubleDouble a) { return series(a, a, 2); }
  friend DoubleDouble cos(DoubleDouble a) { return series(a, DoubleDouble(1.0), 1); }

 private:
  DoubleDouble(double high, double low) : high_(high), low_(low) {}

  static DoubleDouble renormalised(double high, double low) {
    const double sum = high + low;
    return {sum, low - (sum - high)};
  }
  DoubleDouble divided(double by) const {
    const double first = high_ / by;
    return renormalised(first, (std::fma(-first, by, high_) + low_) / by);
  }
  /// term - term a²/(k (k+1)) + …
  static DoubleDouble series(DoubleDouble a, DoubleDouble term, int k) {
    const DoubleDouble square = a * a;
    DoubleDouble sum = term;
    for (; k < 50; k += 2) {
      term = -(term * square).divided(static_cast<double>(k) * (k + 1));
      sum += term;
    }
    return sum;
  }

  double high_ = 0.0, low_ = 0.0;
};

}  // namespace alembert::test

namespace Eigen {

template <>
struct NumTraits<alembert::test::DoubleDouble> : NumTraits<double> {
  using Real = alembert::test::DoubleDouble;
  using NonInteger = alembert::test::DoubleDouble;
  using Nested = alembert::test::DoubleDouble;
  enum { IsComplex = 0, IsInteger = 0, IsSigned = 1, RequireInitialization = 1 };
};

}  // namespace Eigen
