// What is there for robots of many joints: articulated bodies, the inverse of M, the tensor of all
// second derivatives, each against the way it stands in for.
#include <gtest/gtest.h>

#include <algorithm>

#include "alembert/derivatives.hpp"
#include "alembert/forward_dynamics.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/mass_matrix.hpp"
#include "alembert/mass_matrix_factor.hpp"
#include "alembert/second_derivatives.hpp"
#include "kernel/algorithm_choice.hpp"
#include "kernel/articulated_pass.hpp"
#include "kernel/joint_sines.hpp"
#include "support/compare.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::long_chains_test {

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
    ArticulatedPass<double> pass(model);
    ASSERT_EQ(pass.solve(q.data(), sines.sines(), sines.cosines(), r.data()), n);
    // As good as its answer fits: M may be far from well conditioned.
    EXPECT_LT(relative_difference(M * r, M * expected), 1e-9);
  }
}

TEST(ForwardDynamics, UndoesInverseDynamicsOnLongChains) {
  for (const int joints : {12, 13, 14, 40, 100}) {
    Random random(static_cast<unsigned>(joints));
    const Model model = compile(
        random_robot(random, {.joints = joints, .chain = true, .types = {JointType::revolute}}));
    EXPECT_EQ(faster::articulated_bodies(model), joints >= 14);
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
  EXPECT_TRUE(faster::articulated_bodies(model));
  EXPECT_FALSE(ForwardDynamics{model}(zero, zero, zero, a));
}

/// M times the derivatives of forward dynamics are those of inverse dynamics, less their sign.
void expect_solved(const Model& model, Random& random) {
  const int n = model.dofs();
  const VectorXd q = random.values(n), v = random.values(n), tau = random.values(n);
  VectorXd a(n), expected(n);
  MatrixXd da_dq(n, n), da_dv(n, n), inverse(n, n), dq(n, n), dv(n, n), M(n, n);
  for (MatrixXd* out : {&da_dq, &da_dv, &inverse}) out->setConstant(1e9);  // all must be written
  ForwardDynamicsDerivatives forward(model);
  ASSERT_TRUE(forward(q, v, tau, a, da_dq, da_dv, inverse));
  ForwardDynamics fd(model);
  ASSERT_TRUE(fd(q, v, tau, expected));
  EXPECT_LT(relative_difference(a, expected), 1e-10);
  InverseDynamicsDerivatives<> derivatives(model);
  derivatives(q, v, a, dq, dv, M);
  // A derivative that is zero is the rounding of terms as large as the torque's.
  const double torque = largest(tau);
  EXPECT_LT(largest(M * da_dq + dq), 1e-9 * std::max(torque, largest(dq)));
  EXPECT_LT(largest(M * da_dv + dv), 1e-9 * std::max(torque, largest(dv)));
  EXPECT_LT(relative_difference(M * inverse, MatrixXd::Identity(n, n)), 1e-9);
  EXPECT_EQ(inverse, inverse.transpose());
}

TEST(ForwardDynamicsDerivatives, SolveWithTheMassMatrixAtEverySize) {
  for (int joints = 1; joints <= 36; ++joints) {
    for (const bool chain : {true, false}) {
      SCOPED_TRACE(std::to_string(joints) + (chain ? " in a chain" : " in a tree"));
      Random random(static_cast<unsigned>(joints));
      const Model model = compile(
          random_robot(random, {.joints = joints, .chain = chain, .types = {JointType::revolute}}));
      expect_solved(model, random);
    }
  }
}

TEST(ForwardDynamicsDerivatives, SolveWithTheMassMatrixForEveryJointAndDrive) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Model model = compile(random_robot(random, {.joints = 4 + static_cast<int>(seed % 12),
                                                      .types = all_joint_types(),
                                                      .couple = seed % 4 == 3 ? 0.3 : 0.0,
                                                      .drives = true}));
    expect_solved(model, random);
  }
}

TEST(ForwardDynamicsDerivatives, SolveWithTheMassMatrixOfLargeTreesWhoseBranchesAreCoupled) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Robot robot = random_robot(
        random,
        {.joints = 20 + 2 * static_cast<int>(seed), .couple = 0.3, .drives = seed % 2 == 0});
    const Model model = compile(robot, {.floating_base = seed % 3 == 2});
    ASSERT_LT(model.dofs(), model.joint_count());
    expect_solved(model, random);
  }
}

TEST(ForwardDynamicsDerivatives, RefuseCoordinatesThatMoveNoMassAndTouchNothing) {
  for (const int joints : {7, 12, 20, 21}) {  // one for each way; the last is coupled
    Random random(3);
    Robot robot =
        random_robot(random, {.joints = joints, .chain = true, .types = {JointType::revolute}});
    if (joints == 21) robot.joints.back().mimic = Mimic{robot.joints[4].name, 0.5, 0.0, {}};
    for (Link& link : robot.links) link.inertia.reset();
    const Model model = compile(robot);
    const int n = model.dofs();
    const VectorXd q = random.values(n);
    VectorXd a = VectorXd::Constant(n, 7.0);
    MatrixXd dq = MatrixXd::Constant(n, n, 7.0), dv = dq, dtau = dq;
    EXPECT_FALSE(ForwardDynamicsDerivatives{model}(q, q, q, a, dq, dv, dtau)) << joints;
    EXPECT_EQ(a, VectorXd::Constant(n, 7.0));
    EXPECT_EQ(dq, MatrixXd::Constant(n, n, 7.0));
    EXPECT_EQ(dtau, MatrixXd::Constant(n, n, 7.0));
  }
}

void expect_weighted_hessians(const Model& model, Random& random) {
  const int n = model.dofs();
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
    EXPECT_EQ(tensor.qq[at], tensor.qq[at].transpose());
    EXPECT_EQ(tensor.vv[at], tensor.vv[at].transpose());
  }
}

TEST(SecondDerivatives, EqualOneWeightedHessianATorque) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed + 9);
    expect_weighted_hessians(
        robot_of(2 + static_cast<int>(seed), seed % 2 == 0, seed, seed % 5 == 4), random);
  }
}

TEST(SecondDerivatives, EqualThemWhereJointsAreCoupled) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Model model =
        compile(random_robot(random, {.joints = 8 + static_cast<int>(seed),
                                      .chain = seed % 3 == 0,
                                      .types = {JointType::revolute, JointType::prismatic},
                                      .couple = 1.0}));
    ASSERT_TRUE(model.coupled());
    expect_weighted_hessians(model, random);
  }
}

}  // namespace alembert::test::long_chains_test
