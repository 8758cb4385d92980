// Terms of your own without derivatives by hand: a callable for any scalar, differentiated by dual
// numbers.
//
//   auto bent = differentiated([](const auto& q, const auto& v, const auto& a) {
//     return q[1] * q[1] * v[0];
//   });
//   problem.minimize.terms.push_back({"bent", 0.1, bent});
#pragma once

#include <memory>
#include <utility>

#include "alembert/dual.hpp"
#include "alembert/point_function.hpp"
#include "alembert/scalar.hpp"

namespace alembert {

/// f(q, v, a) of one number, called with vectors of double and of dual numbers. The second
/// derivatives cost (3 dofs)^2 / 2 calls an instant: derive from PointFunction where that is much.
/// One per thread, made by clone().
template <typename F>
class Differentiated : public PointFunction {
 public:
  explicit Differentiated(F f) : f_(std::move(f)) {}
  std::unique_ptr<PointFunction> clone() const override {
    return std::make_unique<Differentiated>(f_);
  }

  int size() const override { return 1; }  ///< of its values

  void value(const MotionPoint& point, Eigen::Ref<Eigen::VectorXd> g) override {
    const VecX<double> q = point.q(), v = point.v(), a = point.a();
    g[0] = f_(q, v, a);
  }
  void derivative(const MotionPoint& point, Eigen::Ref<Eigen::MatrixXd> D) override {
    for (int i = 0; i < 3 * point.dofs; ++i) D(0, i) = at(point, i, i).slope.value;
  }
  void hessian(const MotionPoint& point, const Eigen::Ref<const Eigen::VectorXd>& weights,
               Eigen::Ref<Eigen::MatrixXd> H) override {
    for (int i = 0; i < 3 * point.dofs; ++i) {
      for (int j = 0; j <= i; ++j) H(i, j) = H(j, i) = weights[0] * at(point, i, j).slope.slope;
    }
  }

 private:
  using Second = Dual<Dual<double>>;

  /// With derivatives by entries i and j of z.
  Second at(const MotionPoint& point, int i, int j) {
    const auto block = [&](int order) {
      VecX<Second> x(point.dofs);
      for (int k = 0; k < point.dofs; ++k) {
        const int entry = order * point.dofs + k;
        x[k] = Second({point.z[entry], entry == j ? 1.0 : 0.0}, {entry == i ? 1.0 : 0.0, 0.0});
      }
      return x;
    };
    const VecX<Second> q = block(0), v = block(1), a = block(2);
    return f_(q, v, a);
  }

  F f_;
};

template <typename F>
std::shared_ptr<PointFunction> differentiated(F f) {
  return std::make_shared<Differentiated<F>>(std::move(f));
}

}  // namespace alembert
