// Sizes are asked for in a caller's own build with assertions, whatever the library's is: this file
// is compiled with them (tests/CMakeLists.txt).
#include <gtest/gtest.h>

#include "alembert/batch.hpp"
#include "alembert/derivatives.hpp"
#include "alembert/error.hpp"
#include "alembert/forward_dynamics.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/inverse_kinematics.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/mass_matrix.hpp"
#include "alembert/regressor.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::size_checks_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

class Sizes : public ::testing::Test {
 protected:
  const Model model = [] {
    Random random(3);
    return compile(random_robot(random, {.joints = 4}));
  }();
  const int n = model.dofs();
  VectorXd q = VectorXd::Zero(n), tau = q, few = VectorXd::Zero(n - 1);
  MatrixXd M = MatrixXd::Zero(n, n), narrow = MatrixXd::Zero(n, n - 1);
};

using SizesDeathTest = Sizes;

TEST_F(SizesDeathTest, EveryHotCallRefusesOthersInACallersDebugBuild) {
  InverseDynamics<> id(model);
  EXPECT_DEATH(id(q, few, q, tau), "have_size");
  EXPECT_DEATH(id(q, q, q, few), "have_size");
  EXPECT_DEATH(id.bias(q, few, tau), "have_size");
  EXPECT_DEATH(id.gravity(few, tau), "have_size");
  ForwardDynamics fd(model);
  EXPECT_DEATH((void)fd(q, q, few, tau), "have_size");
  EXPECT_DEATH(MassMatrix{model}(q, narrow), "have_shape");
  EXPECT_DEATH(InverseDynamicsDerivatives<>{model}(q, q, q, M, narrow, M), "have_shape");
  EXPECT_DEATH(WeightedHessian<>{model}(q, q, q, few, M, M, M, M), "have_size");
  EXPECT_DEATH((void)ForwardDynamicsDerivatives{model}(q, q, q, tau, M, M, narrow), "have_shape");
  Kinematics<> kinematics(model);
  EXPECT_DEATH(kinematics.update(few), "have_size");
  Kinematics<>::Jacobian J(6, n + 1);
  EXPECT_DEATH(kinematics.jacobian(FrameId(0), J), "have_shape");
  EXPECT_DEATH(Regressor{model}(q, q, q, narrow), "have_shape");
}

TEST_F(Sizes, AFrameThatWasNeverSetIsRefusedWhereverOneIsNeeded) {
  const FrameId unset, beyond(static_cast<int>(model.frames().size()));
  for (const FrameId frame : {unset, beyond}) {
    EXPECT_THROW(model.frame(frame), Error);
    EXPECT_THROW(Kinematics<>(model).pose(frame), Error);
    Kinematics<>::Jacobian J(6, n);
    EXPECT_THROW(Kinematics<>(model).jacobian(frame, J), Error);
    EXPECT_THROW((void)inverse_kinematics(model, frame, Eigen::Isometry3d::Identity(), q), Error);
    EXPECT_THROW((void)carrying(model, frame, Inertia{1.0, {0, 0, 0}, Eigen::Matrix3d::Identity()}),
                 Error);
    const Load load{.frame = frame, .force = {1.0, 0.0, 0.0}};
    const Load loads[] = {load};
    EXPECT_THROW(InverseDynamics<>{model}(q, q, q, loads, tau), Error);
    for (const int threads : {1, 4}) {
      Batch<double> batch(model, threads);
      const RowMatrix<double> rows = RowMatrix<double>::Zero(1000, n);
      RowMatrix<double> out = rows, poses(1000, 12), jacobians(1000, 6 * n), H(1000, n * n),
                        more(H), third(H), fourth(H);
      EXPECT_THROW(batch.poses(rows, frame, poses), Error);
      EXPECT_THROW(batch.jacobians(rows, frame, jacobians), Error);
      EXPECT_THROW(batch.inverse_dynamics(rows, rows, rows, loads, out), Error);
      EXPECT_THROW(batch.derivatives(rows, rows, rows, loads, H, more, third), Error);
      EXPECT_THROW((void)batch.forward_dynamics(rows, rows, rows, loads, out), Error);
      EXPECT_THROW(batch.weighted_hessians(rows, rows, rows, rows, loads, H, more, third, fourth),
                   Error);
    }
  }
  try {
    model.frame(unset);
  } catch (const Error& refused) {
    EXPECT_NE(std::string(refused.what()).find("no frame"), std::string::npos) << refused.what();
  }
}

TEST_F(Sizes, InverseKinematicsTakesBothLimitsOrNeither) {
  const FrameId frame(static_cast<int>(model.frames().size()) - 1);
  const Eigen::Isometry3d target = Kinematics<>(model).pose(frame);
  const auto solve = [&](const VectorXd& lower, const VectorXd& upper) {
    IkOptions options;
    options.lower = lower;
    options.upper = upper;
    return inverse_kinematics(model, frame, target, q, options);
  };
  const VectorXd none, low = VectorXd::Constant(n, -1.0), high = VectorXd::Constant(n, 1.0);
  EXPECT_TRUE(solve(none, none).solved());
  EXPECT_TRUE(solve(low, high).solved());
  EXPECT_THROW((void)solve(low, none), Error);
  EXPECT_THROW((void)solve(none, high), Error);
  EXPECT_THROW((void)solve(few, few), Error);
  EXPECT_THROW((void)solve(high, low), Error);
}

}  // namespace alembert::test::size_checks_test
