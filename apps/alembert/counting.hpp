// How many operations a formulation needs: on a robot, on a general chain, and as a polynomial.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "alembert/formulation.hpp"

namespace alembert::cli {

/// A chain of turning joints in which nothing is zero, parallel or equal, as the papers count it.
/// Always the same for the same number of joints.
Model general_chain(int joints);

struct Operations {
  Tally published, executed;
};

Operations count_operations(const FormulationInfo& formulation, const Model& model);
/// Horn and Raibert's sum; looking up is free, as in the paper.
Operations count_configuration_space(int coordinates);
/// The production kernel; it has no paper, so both readings are the same.
Operations count_kernel(const Model& model);

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

}  // namespace alembert::cli
