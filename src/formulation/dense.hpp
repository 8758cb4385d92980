// Dense matrix arithmetic that counts as Hollerbach 1980 counts.
//
// The paper makes "no allowance for any sparseness": economies are to be explicit in the
// formulation rather than hidden in the program. So products here are full ones, zeros and ones
// included, and are executed as they are counted. What is executed more cheaply than the printed
// polynomials assume is marked with PublishedAs:
//
//   a trace      is counted as the full product of its two matrices and the sum of the diagonal
//   a sum        of N matrices is counted as N additions an entry in (9) and (10)
//   W_{j-1} dA_j is counted at each of the three places where it appears
#pragma once

#include <Eigen/Core>

#include "alembert/op_count.hpp"

namespace alembert::dense {

constexpr long product_mul(long n) { return n * n * n; }
constexpr long product_add(long n) { return n * n * (n - 1); }

/// a b for square matrices: n^3 multiplications, n^2 (n - 1) additions.
template <typename S, int N>
Eigen::Matrix<S, N, N> product(const Eigen::Matrix<S, N, N>& a, const Eigen::Matrix<S, N, N>& b) {
  return a * b;
}

/// tr(a b^T): the entries that meet on the diagonal, counted as the whole product.
template <typename S, int N>
S trace_with_transpose(const Eigen::Matrix<S, N, N>& a, const Eigen::Matrix<S, N, N>& b) {
  const PublishedAs<S> full_product(product_mul(N), product_add(N) + N - 1);
  return a.cwiseProduct(b).sum();
}

/// tr(a b), as above.
template <typename S, int N>
S trace(const Eigen::Matrix<S, N, N>& a, const Eigen::Matrix<S, N, N>& b) {
  return trace_with_transpose<S, N>(a, b.transpose());
}

/// The sum of matrices of one size, counted as one addition an entry for each of them.
template <typename Matrix, typename... Matrices>
Matrix sum(const Matrix& first, const Matrices&... others) {
  constexpr long terms = 1 + sizeof...(others);
  const PublishedAs<typename Matrix::Scalar> each_term(0, terms * Matrix::SizeAtCompileTime);
  return (first + ... + others);
}

/// A product that the paper counts `times` more, because it appears at as many more places.
template <typename S, int N>
void count_again(long times) {
  const PublishedAs<S> again(times * product_mul(N), times * product_add(N));
}

}  // namespace alembert::dense
