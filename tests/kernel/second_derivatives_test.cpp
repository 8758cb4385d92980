// The whole tensor against dual numbers of dual numbers, and the calls made for convenience.
#include "alembert/second_derivatives.hpp"

#include <gtest/gtest.h>

#include "alembert/derivatives.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "support/compare.hpp"
#include "support/malloc_guard.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::second_derivatives_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using D = Dual<double>;
using DD = Dual<D>;

/// Second derivatives of all torques by entry c1 of x[by1] and entry c2 of x[by2].
VectorXd second(InverseDynamics<DD>& id, const VectorXd* const x[3], Loads loads, int by1, int c1,
                int by2, int c2) {
  VecX<DD> lifted[3], tau(x[0]->size());
  for (int k = 0; k < 3; ++k) {
    lifted[k].resize(x[k]->size());
    for (Eigen::Index c = 0; c < x[k]->size(); ++c) lifted[k][c] = DD(D((*x[k])[c]), D(0.0));
  }
  lifted[by1][c1].value.slope = 1.0;
  lifted[by2][c2].slope.value += 1.0;
  id(lifted[0], lifted[1], lifted[2], loads, tau);
  VectorXd slopes(tau.size());
  for (Eigen::Index i = 0; i < tau.size(); ++i) slopes[i] = tau[i].slope.slope;
  return slopes;
}

void expect_dual_numbers(Load::Axes axes) {
  for (unsigned seed = 0; seed < 6; ++seed) {
    Random random(seed);
    const Model model = compile(random_robot(random, {.joints = random.integer(3, 7),
                                                      .types = all_joint_types(),
                                                      .couple = 0.3,
                                                      .drives = true}));
    const int n = model.dofs();
    const VectorXd q = random.values(n), v = random.values(n), a = random.values(n);
    const std::vector<Load> loads = {
        {model.frame("tool"), random.vector(9.0), random.vector(9.0), random.vector(0.3), axes}};
    SecondDerivativeTensor tensor(n);
    SecondDerivatives derive(model);
    derive(q, v, a, loads, tensor);

    InverseDynamics<DD> id(model);
    const VectorXd* const x[3] = {&q, &v, &a};
    const struct {
      const std::vector<MatrixXd>& block;
      int by1, by2;
    } blocks[] = {{tensor.qq, 0, 0}, {tensor.qv, 0, 1}, {tensor.vv, 1, 1}, {tensor.qa, 0, 2}};
    double scale = 0.0, worst = 0.0;
    for (const auto& [block, by1, by2] : blocks) {
      ASSERT_EQ(block.size(), static_cast<std::size_t>(n));
      for (int j = 0; j < n; ++j) {
        for (int k = 0; k < n; ++k) {
          const VectorXd expected = second(id, x, loads, by1, j, by2, k);
          for (int i = 0; i < n; ++i) {
            const double entry = block[static_cast<std::size_t>(i)](j, k);
            raise(worst, std::abs(entry - expected[i]));
            raise(scale, std::abs(expected[i]));
          }
        }
      }
    }
    EXPECT_LT(worst / scale, 1e-12) << "seed " << seed;
  }
}

TEST(SecondDerivatives, EqualDualNumbersInEveryEntry) { expect_dual_numbers(Load::Axes::world); }

TEST(SecondDerivatives, EqualDualNumbersWhereLoadsTurnWithTheirLinks) {
  expect_dual_numbers(Load::Axes::frame);
}

TEST(SecondDerivatives, DoNotAllocate) {
  if (!MallocGuard::works()) GTEST_SKIP() << "sanitizers own the allocator in this build";
  Random random(1);
  const Model model = compile(random_robot(random, {.joints = 7}));
  const VectorXd q = random.values(7), v = random.values(7), a = random.values(7);
  SecondDerivativeTensor tensor(7);
  SecondDerivatives derive(model);
  long count = 0;
  {
    MallocGuard guard;
    derive(q, v, a, tensor);
    count = guard.count();
  }
  EXPECT_EQ(count, 0);
}

TEST(InverseDynamics, GivesDerivativesAndTheWeightedHessianByValue) {
  Random random(21);
  const Model model = compile(random_robot(random, {.joints = 8, .drives = true}));
  const VectorXd q = random.values(8), v = random.values(8), a = random.values(8),
                 lambda = random.values(8);
  const std::vector<Load> loads = {
      {model.frame("tool"), random.vector(), random.vector(), random.vector(), Load::Axes::world}};
  InverseDynamics id(model);
  const TorqueDerivatives d = id.derivatives(q, v, a, loads);
  const TorqueHessian H = id.weighted_hessian(q, v, a, lambda, loads);
  // Differences of the torques, and of lambda times the first derivatives.
  constexpr double h = 1e-6;
  for (int c = 0; c < 8; ++c) {
    VectorXd q_plus = q, q_minus = q, plus(8), minus(8);
    q_plus[c] += h;
    q_minus[c] -= h;
    id(q_plus, v, a, loads, plus);
    id(q_minus, v, a, loads, minus);
    EXPECT_LT(relative_difference(VectorXd(d.q.col(c)), VectorXd((plus - minus) / (2 * h))), 1e-6);
    const TorqueDerivatives up = id.derivatives(q_plus, v, a, loads),
                            down = id.derivatives(q_minus, v, a, loads);
    const auto slope = [&](const MatrixXd TorqueDerivatives::*block) {
      return VectorXd((up.*block - down.*block).transpose() * lambda / (2 * h));
    };
    const double scale = largest(H.qq);
    EXPECT_LT((VectorXd(H.qq.row(c)) - slope(&TorqueDerivatives::q)).norm(), 1e-6 * scale);
    EXPECT_LT((VectorXd(H.qv.row(c)) - slope(&TorqueDerivatives::v)).norm(), 1e-6 * scale);
    EXPECT_LT((VectorXd(H.qa.row(c)) - slope(&TorqueDerivatives::a)).norm(), 1e-6 * scale);
  }
  id.set_base_motion({.angular_velocity = {0.0, 0.0, 1.0}});
  EXPECT_THROW(id.derivatives(q, v, a), Error);
  id.set_base_motion({.acceleration = {0.0, 0.0, 1.0}});
  EXPECT_THROW(id.weighted_hessian(q, v, a, lambda), Error);
  id.set_base_motion({});
  EXPECT_NO_THROW(id.derivatives(q, v, a));
}

}  // namespace alembert::test::second_derivatives_test
