// Derivatives against dual numbers run through inverse dynamics, which knows nothing of them.
#include "alembert/derivatives.hpp"

#include <gtest/gtest.h>

#include "alembert/forward_dynamics.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "support/compare.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::derivatives_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using D = Dual<double>;

/// The largest difference, as a fraction of the largest entry of any block: a block that is zero by
/// nature has only its neighbours to be measured by.
double difference(const MatrixXd& a, const MatrixXd& b, std::span<const MatrixXd> blocks) {
  double scale = 0.0;
  for (const MatrixXd& block : blocks) raise(scale, largest(block));
  // Sliding joints alone bend nothing: then all is zero, and must be.
  return largest(a - b) / (scale > 0.0 ? scale : 1.0);
}

struct Sample {
  Model model;
  VectorXd q, v, a;
  std::vector<Load> loads;

  Sample(Random& random, const RandomRobotOptions& options, bool loaded)
      : model(compile(random_robot(random, options))) {
    const int n = model.dofs();
    q = random.values(n);
    v = random.values(n);
    a = random.values(n);
    if (!loaded) return;
    for (const char* frame : {"l0", "l2", "tool", "tool"}) {
      loads.push_back({model.frame(frame), random.vector(9.0), random.vector(9.0),
                       random.vector(0.5),
                       random.chance(0.5) ? Load::Axes::world : Load::Axes::frame});
    }
  }
};

/// One column of derivatives by running inverse dynamics on dual numbers.
VectorXd column(const Sample& s, int by, int c) {
  const int n = s.model.dofs();
  VecX<D> x[3] = {s.q.cast<D>(), s.v.cast<D>(), s.a.cast<D>()}, tau(n);
  x[by][c].slope = 1.0;
  InverseDynamics<D> id(s.model);
  id(x[0], x[1], x[2], s.loads, tau);
  VectorXd slope(n);
  for (int i = 0; i < n; ++i) slope[i] = tau[i].slope;
  return slope;
}

/// On robots of shape.joints to 20 joints; at least 3 where there are loads, which name links.
void expect_first_derivatives_exact(const RandomRobotOptions& shape, bool loaded) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    Random random(seed);
    RandomRobotOptions options = shape;
    options.joints = random.integer(loaded ? 3 : shape.joints, 20);
    const Sample s(random, options, loaded);
    const int n = s.model.dofs();
    MatrixXd dq(n, n), dv(n, n), M(n, n), expected[3];
    InverseDynamicsDerivatives derivatives(s.model);
    derivatives(s.q, s.v, s.a, s.loads, dq, dv, M);
    for (int by = 0; by < 3; ++by) {
      expected[by].resize(n, n);
      for (int c = 0; c < n; ++c) expected[by].col(c) = column(s, by, c);
    }
    EXPECT_LT(difference(dq, expected[0], expected), 1e-12) << "by q, seed " << seed;
    EXPECT_LT(difference(dv, expected[1], expected), 1e-12) << "by v, seed " << seed;
    EXPECT_LT(difference(M, expected[2], expected), 1e-12) << "by a, seed " << seed;
  }
}

TEST(InverseDynamicsDerivatives, EqualDualNumbersOnChains) {
  expect_first_derivatives_exact({.joints = 3, .chain = true}, false);
}
TEST(InverseDynamicsDerivatives, EqualDualNumbersWhereConstantsAreZero) {
  const std::vector<JointType> types = {JointType::revolute, JointType::prismatic,
                                        JointType::helical};
  expect_first_derivatives_exact({.joints = 1, .types = types, .square = true}, false);
  expect_first_derivatives_exact({.joints = 1, .types = types, .couple = 0.3, .square = true},
                                 false);
}
TEST(InverseDynamicsDerivatives, EqualDualNumbersOnDrivenCoupledTreesOfEveryJoint) {
  expect_first_derivatives_exact(
      {.joints = 3, .types = all_joint_types(), .couple = 0.3, .drives = true}, false);
}
TEST(InverseDynamicsDerivatives, EqualDualNumbersUnderLoadsFixedInTheWorldOrTheLink) {
  expect_first_derivatives_exact({.types = all_joint_types(), .couple = 0.2}, true);
}

/// Second derivatives as differences of the exact first ones: dual numbers through the first
/// derivatives would use the code under test twice.
void expect_hessian_exact(const RandomRobotOptions& shape, bool loaded) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Random random(seed);
    RandomRobotOptions options = shape;
    options.joints = random.integer(3, 12);
    const Sample s(random, options, loaded);
    const int n = s.model.dofs();
    const VectorXd lambda = random.values(n);
    MatrixXd qq(n, n), qv(n, n), vv(n, n), qa(n, n);
    WeightedHessian hessian(s.model);
    hessian(s.q, s.v, s.a, lambda, s.loads, qq, qv, vv, qa);

    using DD = Dual<Dual<double>>;
    InverseDynamics<DD> id(s.model);
    const auto second = [&](int by1, int c1, int by2, int c2) {
      VecX<DD> x[3], tau(n);
      const VectorXd* at[3] = {&s.q, &s.v, &s.a};
      for (int k = 0; k < 3; ++k) {
        x[k].resize(n);
        for (int c = 0; c < n; ++c) x[k][c] = DD(D((*at[k])[c]), D(0.0));
      }
      x[by1][c1].value.slope = 1.0;
      x[by2][c2].slope.value += 1.0;
      id(x[0], x[1], x[2], s.loads, tau);
      double sum = 0.0;
      for (int i = 0; i < n; ++i) sum += lambda[i] * tau[i].slope.slope;
      return sum;
    };
    MatrixXd expected[4];
    const int blocks[4][2] = {{0, 0}, {0, 1}, {1, 1}, {0, 2}};
    for (int b = 0; b < 4; ++b) {
      expected[b].resize(n, n);
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) expected[b](i, j) = second(blocks[b][0], i, blocks[b][1], j);
      }
    }
    EXPECT_LT(difference(qq, expected[0], expected), 1e-12) << "qq, seed " << seed;
    EXPECT_LT(difference(qv, expected[1], expected), 1e-12) << "qv, seed " << seed;
    EXPECT_LT(difference(vv, expected[2], expected), 1e-12) << "vv, seed " << seed;
    EXPECT_LT(difference(qa, expected[3], expected), 1e-12) << "qa, seed " << seed;
  }
}

TEST(WeightedHessian, EqualsDualNumbersOnChains) { expect_hessian_exact({.chain = true}, false); }
TEST(WeightedHessian, EqualsDualNumbersOnCoupledTreesOfEveryJoint) {
  expect_hessian_exact({.types = all_joint_types(), .couple = 0.3, .drives = true}, false);
}
TEST(WeightedHessian, EqualsDualNumbersUnderLoads) {
  expect_hessian_exact({.types = all_joint_types(), .couple = 0.2}, true);
}

TEST(ForwardDynamicsDerivatives, EqualCentralDifferences) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    Random random(seed);
    const Model model = compile(random_robot(random, {.joints = 6, .couple = 0.2}));
    const int n = model.dofs();
    const VectorXd q = random.values(n), v = random.values(n), tau = random.values(n, 20.0);
    VectorXd a(n), plus(n), minus(n);
    MatrixXd dq(n, n), dv(n, n), dtau(n, n), expected[3];
    ForwardDynamicsDerivatives derivatives(model);
    ASSERT_TRUE(derivatives(q, v, tau, a, dq, dv, dtau));
    ForwardDynamics fd(model);
    constexpr double h = 1e-6;
    for (int by = 0; by < 3; ++by) {
      expected[by].resize(n, n);
      for (int c = 0; c < n; ++c) {
        VectorXd x[3] = {q, v, tau};
        x[by][c] += h;
        ASSERT_TRUE(fd(x[0], x[1], x[2], plus));
        x[by][c] -= 2 * h;
        ASSERT_TRUE(fd(x[0], x[1], x[2], minus));
        expected[by].col(c) = (plus - minus) / (2 * h);
      }
    }
    EXPECT_LT(relative_difference(dq, expected[0]), 1e-6) << "seed " << seed;
    EXPECT_LT(relative_difference(dv, expected[1]), 1e-6) << "seed " << seed;
    EXPECT_LT(relative_difference(dtau, expected[2]), 1e-6) << "seed " << seed;
  }
}

}  // namespace alembert::test::derivatives_test
