// A term of a motion at an instant beside dual numbers through an independent evaluation.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "support/compare.hpp"
#include "support/differentiate.hpp"
#include "support/random_robot.hpp"
#include "task/point_term.hpp"

namespace alembert::test {

using D3 = Dual<D2>;

constexpr double usual_tolerance = 1e-9;

struct Arm {
  Robot robot;
  Model model;
};

/// A branched arm: two hands for cut joints.
inline Arm random_arm(unsigned seed) {
  Random random(seed);
  RandomRobotOptions options;
  options.joints = 5;
  Robot robot = random_robot(random, options);
  robot.payloads.clear();  // the textbook has none
  Model model = compile(robot);
  return {std::move(robot), std::move(model)};
}

inline MotionPoint random_point(const Model& model, int forces, unsigned seed) {
  Random random(seed);
  MotionPoint point(model.dofs(), forces);
  point.z = random.values(static_cast<int>(point.z.size()));
  return point;
}

/// f(z, entry) on duals against the function's own derivatives.
template <typename F>
void expect_same(PointFunction& function, const MotionPoint& point, const F& f,
                 double tolerance = usual_tolerance) {
  const int size = function.size();
  const auto n = static_cast<int>(point.z.size());
  Eigen::VectorXd value = Eigen::VectorXd::Zero(size);
  function.value(point, value);
  Eigen::MatrixXd D = Eigen::MatrixXd::Zero(size, n);
  function.derivative(point, D);
  Random random(7);
  const Eigen::VectorXd weights = random.values(size);
  Eigen::MatrixXd H = Eigen::MatrixXd::Zero(n, n);
  function.hessian(point, weights, H);

  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(n, n);
  for (int k = 0; k < size; ++k) {
    Eigen::VectorXd gradient;
    Eigen::MatrixXd hessian;
    differentiate([&](const VecX<D2>& z) { return f(z, k); }, point.z, gradient, hessian);
    const VecX<D2> z = point.z.cast<D2>();
    EXPECT_NEAR(value[k], f(z, k).value.value, tolerance * (1.0 + std::abs(value[k])));
    EXPECT_LT(largest_difference(D.row(k).transpose(), gradient),
              tolerance * (1.0 + largest(gradient)));
    sum += weights[k] * hessian;
  }
  EXPECT_LT(largest_difference(H, sum), tolerance * (1.0 + largest(sum)));
}

/// A random arm and an instant of it.
class ArmAtAnInstant : public testing::TestWithParam<unsigned> {
 protected:
  const Arm arm = random_arm(GetParam());
  const int n = arm.model.dofs();
  const MotionPoint point = random_point(arm.model, 0, GetParam() + 100);
  FrameId frame(const char* name) const { return arm.model.frame(name); }
  FrameId last_frame() const { return FrameId(static_cast<int>(arm.model.frames().size()) - 1); }
  FrameId middle_frame() const { return FrameId(static_cast<int>(arm.model.frames().size()) / 2); }
};

}  // namespace alembert::test
