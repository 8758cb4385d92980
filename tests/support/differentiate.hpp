// Values, gradients and Hessians of functions of a vector, by dual numbers alone.
#pragma once

#include <Eigen/Core>

#include "alembert/dual.hpp"
#include "alembert/scalar.hpp"

namespace alembert::test {

using D2 = Dual<Dual<double>>;

/// f takes VecX<D2> and returns a D2.
template <typename F>
void differentiate(const F& f, const Eigen::VectorXd& z, Eigen::VectorXd& gradient,
                   Eigen::MatrixXd& hessian) {
  const Eigen::Index n = z.size();
  gradient.resize(n);
  hessian.resize(n, n);
  VecX<D2> x(n);
  for (Eigen::Index i = 0; i < n; ++i) x[i] = D2(z[i]);
  for (Eigen::Index i = 0; i < n; ++i) {
    x[i].slope.value = 1.0;
    for (Eigen::Index j = 0; j <= i; ++j) {
      x[j].value.slope = 1.0;
      const D2 y = f(x);
      x[j].value.slope = 0.0;
      gradient[i] = y.slope.value;
      hessian(i, j) = hessian(j, i) = y.slope.slope;
    }
    x[i].slope.value = 0.0;
  }
}

}  // namespace alembert::test
