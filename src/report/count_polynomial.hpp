// Counts as a polynomial in the number of joints.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace alembert::report {

/// The polynomial through counts at n = first, first + 1, …, exact, with rational coefficients.
class CountPolynomial {
 public:
  /// Nothing unless at least two values more than needed lie on it.
  static std::optional<CountPolynomial> through(int first, const std::vector<long>& values);
  /// A printed one, coefficients from n^0 upwards, to be shown alike.
  explicit CountPolynomial(const std::vector<double>& coefficients);

  double operator()(double n) const;
  /// "32.5 n^4 + 86 5/12 n^3 - 128".
  std::string text() const;

 private:
  CountPolynomial() = default;

  std::vector<long> numerators_;  // from n^0 upwards
  long denominator_ = 1;
};

}  // namespace alembert::report
