// What "equal to 1e-12 relative" means in the tests: the largest difference, as a fraction of the
// largest entry.
#pragma once

#include <Eigen/Core>

namespace alembert::test {

template <typename A, typename B>
double relative_difference(const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<B>& b) {
  const double scale = std::max(a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff());
  return scale == 0.0 ? 0.0 : (a - b).cwiseAbs().maxCoeff() / scale;
}

}  // namespace alembert::test
