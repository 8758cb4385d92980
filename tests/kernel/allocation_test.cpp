// The hot calls do not allocate, whatever the size of the robot.
#include <gtest/gtest.h>

#include "alembert/energy.hpp"
#include "alembert/forward_dynamics.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/mass_matrix.hpp"
#include "support/malloc_guard.hpp"
#include "support/random_robot.hpp"

namespace alembert::test {
namespace {

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
    const int tool = model.frame("tool");
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

}  // namespace
}  // namespace alembert::test
