// What is there for robots of many joints: articulated bodies, the inverse of M, the tensor of all
// second derivatives, each against the way it stands in for.
#include <gtest/gtest.h>

#include "alembert/derivatives.hpp"
#include "alembert/forward_dynamics.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/mass_matrix.hpp"
#include "alembert/mass_matrix_factor.hpp"
#include "alembert/second_derivatives.hpp"
#include "kernel/articulated_pass.hpp"
#include "support/compare.hpp"
#include "support/random_robot.hpp"

namespace alembert::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Chains and trees of every joint, with drives.
Model robot_of(int joints, bool chain, unsigned seed, bool floating = false) {
  Random random(seed);
  return compile(
      random_robot(random,
                   {.joints = joints, .chain = chain, .types = all_joint_types(), .drives = true}),
      {.floating_base = floating});
}

TEST(ArticulatedPass, SolvesWithTheMassMatrix) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Model model = robot_of(3 + static_cast<int>(seed), seed % 2 == 0, seed, seed % 3 == 0);
    SCOPED_TRACE("seed " + std::to_string(seed));
    const int n = model.dofs();
    Random random(seed + 50);
    const VectorXd q = random.values(n), expected = random.values(n);
    MatrixXd M(n, n);
    MassMatrix{model}(q, M);
    VectorXd r = M * expected;
    JointSines<double> sines(static_cast<std::size_t>(n));
    std::vector<JointFrame<double>> frames;
    for (const RegroupedJoint& joint : RegroupedModel(model).joints) frames.emplace_back(joint);
    sines.set(frames, q.data());
    ArticulatedPass pass(model);
    ASSERT_TRUE(pass.solve(q.data(), sines, r.data()));
    // As good as its answer fits: M may be far from well conditioned.
    EXPECT_LT(relative_difference(M * r, M * expected), 1e-9);
  }
}

TEST(ForwardDynamics, UndoesInverseDynamicsOnLongChains) {
  for (const int joints : {12, 13, 14, 40, 100}) {
    Random random(static_cast<unsigned>(joints));
    const Model model = compile(
        random_robot(random, {.joints = joints, .chain = true, .types = {JointType::revolute}}));
    EXPECT_EQ(ArticulatedPass::pays(model), joints >= 14);
    const int n = model.dofs();
    const VectorXd q = random.values(n), v = random.values(n), a = random.values(n);
    VectorXd tau(n), back(n), again(n);
    InverseDynamics id(model);
    ForwardDynamics fd(model);
    id(q, v, a, tau);
    ASSERT_TRUE(fd(q, v, tau, back));
    id(q, v, back, again);
    EXPECT_LT(relative_difference(again, tau), 1e-11) << joints;
  }
}

TEST(ForwardDynamics, LongChainsWithoutMassAreRefused) {
  Random random(3);
  Robot robot = random_robot(random, {.joints = 20, .chain = true, .types = {JointType::revolute}});
  Robot light = robot;
  for (Link& link : light.links) link.inertia.reset();
  const Model model = compile(light);
  const VectorXd zero = VectorXd::Zero(model.dofs());
  VectorXd a = zero;
  EXPECT_TRUE(ArticulatedPass::pays(model));
  EXPECT_FALSE(ForwardDynamics{model}(zero, zero, zero, a));
}

TEST(ForwardDynamicsDerivatives, SolveWithTheMassMatrixAtEverySize) {
  for (int joints = 1; joints <= 36; ++joints) {
    for (const bool chain : {true, false}) {
      SCOPED_TRACE(std::to_string(joints) + (chain ? " in a chain" : " in a tree"));
      const auto seed = static_cast<unsigned>(joints);
      Random random(seed);
      const Model model = compile(
          random_robot(random, {.joints = joints, .chain = chain, .types = {JointType::revolute}}));
      const int n = model.dofs();
      const VectorXd q = random.values(n), v = random.values(n), tau = random.values(n);
      VectorXd a(n);
      MatrixXd da_dq(n, n), da_dv(n, n), inverse(n, n), dq(n, n), dv(n, n), M(n, n);
      ForwardDynamicsDerivatives forward(model);
      ASSERT_TRUE(forward(q, v, tau, a, da_dq, da_dv, inverse));
      InverseDynamicsDerivatives<> derivatives(model);
      derivatives(q, v, a, dq, dv, M);
      EXPECT_LT(relative_difference(M * da_dq, -dq), 1e-9);
      EXPECT_LT(relative_difference(M * da_dv, -dv), 1e-9);
      EXPECT_LT(relative_difference(M * inverse, MatrixXd::Identity(n, n)), 1e-9);
      EXPECT_EQ(inverse, inverse.transpose());
    }
  }
}

TEST(SecondDerivatives, EqualOneWeightedHessianATorque) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    const Model model = robot_of(2 + static_cast<int>(seed), seed % 2 == 0, seed, seed % 5 == 4);
    SCOPED_TRACE("seed " + std::to_string(seed));
    const int n = model.dofs();
    Random random(seed + 9);
    const VectorXd q = random.values(n), v = random.values(n), a = random.values(n);
    SecondDerivativeTensor tensor(n);
    for (auto* block : {&tensor.qq, &tensor.qv, &tensor.vv, &tensor.qa}) {
      for (MatrixXd& matrix : *block) matrix.setConstant(1e9);  // every entry must be written
    }
    SecondDerivatives derive(model);
    derive(q, v, a, tensor);
    WeightedHessian<> hessian(model);
    MatrixXd qq(n, n), qv(n, n), vv(n, n), qa(n, n);
    for (int k = 0; k < n; ++k) {
      hessian(q, v, a, VectorXd::Unit(n, k), qq, qv, vv, qa);
      const auto at = static_cast<std::size_t>(k);
      EXPECT_LT(relative_difference(tensor.qq[at], qq), 1e-11) << k;
      EXPECT_LT(relative_difference(tensor.qv[at], qv), 1e-11) << k;
      EXPECT_LT(relative_difference(tensor.vv[at], vv), 1e-11) << k;
      EXPECT_LT(relative_difference(tensor.qa[at], qa), 1e-11) << k;
    }
  }
}

}  // namespace
}  // namespace alembert::test
