// B-spline basis on the knots around one segment, templated on the scalar so that dual numbers give
// the derivatives by knots.
//
// A segment of a spline of degree d sees d + 1 control points and 2 d knots t[0..2d-1]; the
// segment itself is [t[d-1], t[d]].
#pragma once

#include <array>

namespace alembert {

inline constexpr int max_degree = 9;

template <typename S>
using LocalKnots = std::array<S, 2 * max_degree>;
template <typename S>
using LocalCoefficients = std::array<S, max_degree + 1>;

/// The d + 1 basis functions of degree d that live on the segment, at x (Cox, de Boor).
template <typename S>
void basis_values(int degree, const S* t, const S& x, S* values) {
  values[0] = S(1.0);
  for (int k = 1; k <= degree; ++k) {
    S carried(0.0);
    for (int l = 0; l < k; ++l) {
      const S& right = t[degree + l];
      const S& left = t[degree + l - k];
      const S share = values[l] / (right - left);
      values[l] = carried + (right - x) * share;
      carried = (x - left) * share;
    }
    values[k] = carried;
  }
}

/// The control points of the spline's derivative of an order, as combinations of its own: row l of
/// `rows` (l = 0 … degree - order) holds the degree + 1 coefficients of derivative point l.
template <typename S>
using DerivativeRows = std::array<LocalCoefficients<S>, max_degree + 1>;

template <typename S>
void derivative_rows(int degree, int order, const S* t, DerivativeRows<S>& rows) {
  for (int l = 0; l <= degree; ++l) {
    rows[l].fill(S(0.0));
    rows[l][l] = S(1.0);
  }
  for (int k = 1; k <= order; ++k) {
    for (int l = 0; l <= degree - k; ++l) {
      const S factor = S(degree - k + 1.0) / (t[degree + l] - t[l + k - 1]);
      for (int m = 0; m <= degree; ++m) rows[l][m] = factor * (rows[l + 1][m] - rows[l][m]);
    }
  }
}

/// Coefficients of the d + 1 control points in the spline's derivative of an order, at x: the basis
/// of degree d - order, taken back through the differences that make derivative points.
template <typename S>
void basis_derivative(int degree, int order, const S* t, const S& x, S* coefficients) {
  if (order > degree) {
    for (int m = 0; m <= degree; ++m) coefficients[m] = S(0.0);
    return;
  }
  basis_values(degree - order, t + order, x, coefficients);
  for (int k = order; k >= 1; --k) {
    S carried(0.0);
    for (int l = 0; l <= degree - k; ++l) {
      const S share = S(degree - k + 1.0) / (t[degree + l] - t[l + k - 1]) * coefficients[l];
      coefficients[l] = carried - share;
      carried = share;
    }
    coefficients[degree - k + 1] = carried;
  }
}

}  // namespace alembert
