#include "alembert/batch.hpp"

#include <gtest/gtest.h>

#include <algorithm>

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
      : Samples(seed, count,
                {.joints = 9,
                 .types = all_joint_types(),
                 .couple = seed % 2 ? 0.4 : 0.0,
                 .drives = true}) {}
  Samples(unsigned seed, int count, const RandomRobotOptions& options)
      : model([&] {
          Random random(seed);
          return compile(random_robot(random, options));
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

void expect_one_state_at_a_time(const Samples& s) {
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
    // A derivative that is zero is the rounding of terms as large as the torque's.
    const double torque = largest(one);
    const auto expect_equal = [&](const RowMatrix<double>& all, const MatrixXd& expected) {
      const double scale = std::max(torque, largest(expected));
      EXPECT_LE(largest(row(all) - expected), 1e-13 * scale);
    };
    expect_equal(dq, by_q);
    expect_equal(dv, by_v);
    EXPECT_LT(relative_difference(row(M), by_a), 1e-13);
  }
}

TEST(Batch, EqualsOneStateAtATime) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    expect_one_state_at_a_time(Samples(seed, 37));  // not a multiple of any width
  }
}

TEST(Batch, EqualsOneStateAtATimeWhereConstantsAreZero) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    const int joints = 1 + static_cast<int>(seed % 9);
    SCOPED_TRACE("seed " + std::to_string(seed));
    expect_one_state_at_a_time(Samples(seed, 37, {.joints = joints, .square = true}));
  }
}

/// What each call gives for `samples` in one batch; all results one beside the other.
template <typename T>
RowMatrix<T> everything(const Samples& s, int first, int count, int threads) {
  const int n = s.model.dofs();
  const RowMatrix<T> q = s.q.middleRows(first, count).cast<T>(),
                     v = s.v.middleRows(first, count).cast<T>(),
                     a = s.a.middleRows(first, count).cast<T>();
  RowMatrix<T> tau(count, n), dq(count, n * n), dv(dq), M(dq), all(count, n + 3 * n * n);
  Batch<T> batch(s.model, threads);
  batch.inverse_dynamics(q, v, a, tau);
  batch.derivatives(q, v, a, dq, dv, M);
  all << tau, dq, dv, M;
  return all;
}

template <typename T>
class BatchOf : public ::testing::Test {};
using Precisions = ::testing::Types<double, float>;
TYPED_TEST_SUITE(BatchOf, Precisions);

TYPED_TEST(BatchOf, NoCallDependsOnTheNumberOfThreads) {
  for (unsigned seed = 4; seed < 8; ++seed) {
    const Samples s(seed, 101);  // not a multiple of any width
    const auto one = everything<TypeParam>(s, 0, 101, 1);
    for (const int threads : {2, 3, 7, 200}) {
      EXPECT_EQ(one, everything<TypeParam>(s, 0, 101, threads)) << threads << " threads";
    }
  }
}

TYPED_TEST(BatchOf, NoSampleDependsOnTheOthers) {
  const Samples s(5, 37);
  const auto together = everything<TypeParam>(s, 0, 37, 2);
  for (int k = 0; k < 37; ++k) {
    EXPECT_EQ(together.row(k), everything<TypeParam>(s, k, 1, 1)) << "sample " << k;
  }
}

TEST(Batch, InSinglePrecisionStaysWithinItsRounding) {
  for (unsigned seed = 6; seed < 12; ++seed) {
    const Samples s(seed, 64);
    const int n = s.model.dofs();
    const RowMatrix<double> in_double = everything<double>(s, 0, 64, 1),
                            in_float = everything<float>(s, 0, 64, 1).cast<double>();
    const auto expect_close = [&](int first, int columns, const char* what) {
      EXPECT_LT(relative_difference(in_double.middleCols(first, columns),
                                    in_float.middleCols(first, columns)),
                1e-4)
          << what << ", seed " << seed;
    };
    expect_close(0, n, "tau");
    expect_close(n, n * n, "by q");
    expect_close(n + n * n, n * n, "by v");
    expect_close(n + 2 * n * n, n * n, "mass matrix");
  }
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
