// How far apart numbers are: NaN where one is not finite, which fails every EXPECT_LT and
// EXPECT_LE. std::max and Eigen's maxCoeff would pass over it.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <limits>

namespace alembert::test {

/// most = max(most, x); NaN for good once x is not finite.
inline void raise(double& most, double x) {
  if (!std::isfinite(x)) most = std::numeric_limits<double>::quiet_NaN();
  if (x > most) most = x;
}
/// least = min(least, x), with the same care.
inline void lower(double& least, double x) {
  if (!std::isfinite(x)) least = std::numeric_limits<double>::quiet_NaN();
  if (x < least) least = x;
}

/// The largest entry, whatever its sign.
template <typename A>
double largest(const Eigen::DenseBase<A>& a) {
  const auto entries = a.derived().eval();
  double most = 0.0;
  for (Eigen::Index c = 0; c < entries.cols(); ++c) {
    for (Eigen::Index r = 0; r < entries.rows(); ++r) {
      raise(most, std::abs(static_cast<double>(entries(r, c))));
    }
  }
  return most;
}

template <typename A, typename B>
double largest_difference(const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<B>& b) {
  return largest(a - b);
}

/// The largest difference, as a fraction of the largest entry: what "equal to 1e-12 relative"
/// means.
template <typename A, typename B>
double relative_difference(const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<B>& b) {
  const double difference = largest_difference(a, b);
  double scale = largest(a);
  raise(scale, largest(b));
  return difference == 0.0 ? 0.0 : difference / scale;
}

}  // namespace alembert::test
