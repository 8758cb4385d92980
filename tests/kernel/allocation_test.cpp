// The hot calls do not allocate, whatever the size of the robot.
#include <gtest/gtest.h>

#include "alembert/batch.hpp"
#include "alembert/derivatives.hpp"
#include "alembert/energy.hpp"
#include "alembert/forward_dynamics.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/mass_matrix.hpp"
#include "support/malloc_guard.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::allocation_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

TEST(MallocGuard, SeesAllocationsByNewAndByEigen) {
  if (!MallocGuard::works()) GTEST_SKIP() << "sanitizers own the allocator in this build";
  long by_new = 0, by_eigen = 0;
  {
    MallocGuard guard;
    ::operator delete(::operator new(16));
    by_new = guard.count();
    const VectorXd x = VectorXd::Constant(5 + by_new, 1.0);
    by_eigen = guard.count() - by_new + (x.sum() < 0.0);
  }
  EXPECT_EQ(by_new, 1);
  EXPECT_EQ(by_eigen, 1);
}

TEST(HotCalls, DoNotAllocate) {
  if (!MallocGuard::works()) GTEST_SKIP() << "sanitizers own the allocator in this build";
  for (const int joints : {2, 7, 32, 200}) {
    Random random(31);
    const Model model = compile(random_robot(
        random, {.joints = joints, .types = all_joint_types(), .couple = 0.2, .drives = true}));
    const int n = model.dofs();
    const VectorXd q = random.values(n), v = random.values(n), a = random.values(n);
    const std::vector<Load> loads = {{model.frame("tool"), random.vector(), random.vector(),
                                      random.vector(), Load::Axes::world}};
    VectorXd tau(n), out(n);
    MatrixXd M(n, n);
    Kinematics<>::Jacobian J(6, n);
    InverseDynamics id(model);
    ForwardDynamics fd(model);
    MassMatrix mass_matrix(model);
    Kinematics kinematics(model);
    Energy energy(model);
    const FrameId tool = model.frame("tool");
    long count = 0;
    bool solved = false;
    double sum = 0.0;
    {
      MallocGuard guard;
      id(q, v, a, tau);
      id(q, v, a, loads, tau);
      id.bias(q, v, out);
      id.gravity(q, out);
      solved = fd(q, v, tau, loads, out);
      mass_matrix(q, M);
      kinematics.update(q);
      sum += kinematics.pose(tool).translation().x();
      kinematics.jacobian(tool, J);
      kinematics.jacobian(tool, J, Load::Axes::frame);
      sum += energy(q, v).total();
      count = guard.count();
    }
    EXPECT_EQ(count, 0) << joints << " joints";
    EXPECT_TRUE(solved);
    EXPECT_TRUE(std::isfinite(sum));
  }
}

TEST(HotCalls, OfDerivativesDoNotAllocate) {
  if (!MallocGuard::works()) GTEST_SKIP() << "sanitizers own the allocator in this build";
  for (const int joints : {2, 7, 32, 100}) {
    Random random(32);
    const Model model = compile(random_robot(
        random, {.joints = joints, .types = all_joint_types(), .couple = 0.2, .drives = true}));
    const int n = model.dofs();
    const VectorXd q = random.values(n), v = random.values(n), a = random.values(n);
    const std::vector<Load> loads = {{model.frame("tool"), random.vector(), random.vector(),
                                      random.vector(), Load::Axes::world}};
    InverseDynamicsDerivatives derivatives(model);
    WeightedHessian hessian(model);
    ForwardDynamicsDerivatives forward(model);
    VectorXd out(n);
    MatrixXd A(n, n), B(n, n), C(n, n), D(n, n);
    long count = 0;
    bool solved = false;
    {
      MallocGuard guard;
      derivatives(q, v, a, A, B, C);
      derivatives(q, v, a, loads, A, B, C);
      hessian(q, v, a, v, A, B, C, D);
      hessian(q, v, a, v, loads, A, B, C, D);
      solved = forward(q, v, a, out, A, B, C);
      count = guard.count();
    }
    EXPECT_EQ(count, 0) << joints << " joints";
    EXPECT_TRUE(solved);
  }
}

template <typename T>
void expect_batch_does_not_allocate() {
  if (!MallocGuard::works()) GTEST_SKIP() << "sanitizers own the allocator in this build";
  for (const int joints : {2, 7, 32}) {
    Random random(33);
    const Model model = compile(random_robot(
        random, {.joints = joints, .types = all_joint_types(), .couple = 0.2, .drives = true}));
    const int n = model.dofs(), samples = 13;
    RowMatrix<T> q(samples, n), tau(samples, n), dq(samples, n * n), dv(dq), M(dq);
    for (int k = 0; k < samples; ++k) q.row(k) = random.values(n).transpose().cast<T>();
    const RowMatrix<T> v = q, a = q;
    Batch<T> batch(model, 1);
    long count = 0;
    {
      MallocGuard guard;
      batch.inverse_dynamics(q, v, a, tau);
      batch.derivatives(q, v, a, dq, dv, M);
      count = guard.count();
    }
    EXPECT_EQ(count, 0) << joints << " joints";
  }
}

TEST(HotCalls, OfBatchesOnOneThreadDoNotAllocate) { expect_batch_does_not_allocate<double>(); }
TEST(HotCalls, OfSinglePrecisionBatchesOnOneThreadDoNotAllocate) {
  expect_batch_does_not_allocate<float>();
}

}  // namespace alembert::test::allocation_test
