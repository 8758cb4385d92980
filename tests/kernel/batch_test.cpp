#include "alembert/batch.hpp"

#include <gtest/gtest.h>

#include "alembert/derivatives.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "support/compare.hpp"
#include "support/random_robot.hpp"

namespace alembert::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Samples {
  Model model;
  RowMatrix<double> q, v, a;

  Samples(unsigned seed, int count)
      : model([&] {
          Random random(seed);
          return compile(random_robot(random, {.joints = 9,
                                               .types = all_joint_types(),
                                               .couple = seed % 2 ? 0.4 : 0.0,
                                               .drives = true}));
        }()) {
    Random random(seed + 100);
    const int n = model.dofs();
    q = v = a = RowMatrix<double>(count, n);
    for (int k = 0; k < count; ++k) {
      q.row(k) = random.values(n);
      v.row(k) = random.values(n);
      a.row(k) = random.values(n);
    }
  }
};

TEST(Batch, EqualsOneStateAtATime) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    const Samples s(seed, 37);  // not a multiple of any width
    const int n = s.model.dofs();
    RowMatrix<double> tau(37, n), dq(37, n * n), dv(37, n * n), M(37, n * n);
    Batch batch(s.model, 2);
    batch.inverse_dynamics(s.q, s.v, s.a, tau);
    batch.derivatives(s.q, s.v, s.a, dq, dv, M);
    InverseDynamics id(s.model);
    InverseDynamicsDerivatives derivatives(s.model);
    for (int k = 0; k < 37; ++k) {
      const VectorXd q = s.q.row(k), v = s.v.row(k), a = s.a.row(k);
      VectorXd one(n);
      id(q, v, a, one);
      EXPECT_LT(relative_difference(tau.row(k).transpose(), one), 1e-13);
      MatrixXd by_q(n, n), by_v(n, n), by_a(n, n);
      derivatives(q, v, a, by_q, by_v, by_a);
      const auto row = [&](const RowMatrix<double>& all) {
        return MatrixXd(Eigen::Map<const RowMatrix<double>>(all.row(k).data(), n, n));
      };
      EXPECT_LT(relative_difference(row(dq), by_q), 1e-13);
      EXPECT_LT(relative_difference(row(dv), by_v), 1e-13);
      EXPECT_LT(relative_difference(row(M), by_a), 1e-13);
    }
  }
}

TEST(Batch, DoesNotDependOnTheNumberOfThreads) {
  const Samples s(4, 101);
  const int n = s.model.dofs();
  RowMatrix<double> one(101, n);
  Batch(s.model, 1).inverse_dynamics(s.q, s.v, s.a, one);
  for (const int threads : {2, 3, 7, 200}) {
    RowMatrix<double> many = RowMatrix<double>::Zero(101, n);
    Batch(s.model, threads).inverse_dynamics(s.q, s.v, s.a, many);
    EXPECT_EQ(one, many) << threads << " threads";
  }
}

TEST(Batch, InSinglePrecisionStaysWithinItsRounding) {
  const Samples s(6, 64);
  const int n = s.model.dofs();
  RowMatrix<double> tau(64, n);
  RowMatrix<float> single(64, n);
  Batch<double>(s.model, 1).inverse_dynamics(s.q, s.v, s.a, tau);
  Batch<float>(s.model, 1)
      .inverse_dynamics(s.q.cast<float>(), s.v.cast<float>(), s.a.cast<float>(), single);
  EXPECT_LT(relative_difference(tau, single.cast<double>()), 1e-4);
}

TEST(Batch, TakesNoSamplesAndRefusesWrongSizes) {
  const Samples s(8, 3);
  const int n = s.model.dofs();
  RowMatrix<double> none(0, n), tau(3, n), narrow(3, n - 1);
  Batch batch(s.model);
  EXPECT_NO_THROW(batch.inverse_dynamics(none, none, none, none));
  EXPECT_THROW(batch.inverse_dynamics(narrow, s.v, s.a, tau), Error);
  EXPECT_THROW(batch.inverse_dynamics(s.q, s.v, none, tau), Error);
}

}  // namespace
}  // namespace alembert::test
