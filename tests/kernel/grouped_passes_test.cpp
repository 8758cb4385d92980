// The passes in one frame for long chains, against those in link frames that they stand in for.
#include <gtest/gtest.h>

#include "alembert/batch.hpp"
#include "alembert/derivatives.hpp"
#include "alembert/mass_matrix.hpp"
#include "kernel/algorithm_choice.hpp"
#include "kernel/derivative_pass.hpp"
#include "kernel/grouped_derivative_pass.hpp"
#include "kernel/grouped_mass_matrix_pass.hpp"
#include "kernel/mass_matrix_pass.hpp"
#include "support/compare.hpp"
#include "support/malloc_guard.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::grouped_passes_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Entries of a matrix that lies in a taller one: what is around it must stay as it is.
struct Framed {
  MatrixXd all;
  int n;

  explicit Framed(int size) : all(MatrixXd::Constant(size + 3, size + 1, 7.0)), n(size) {
    inside().setZero();  // between branches nothing is written
  }
  Eigen::Block<MatrixXd> inside() { return all.block(1, 0, n, n); }
  JointMatrix<double> entries() { return {all.data() + 1, 1, all.rows()}; }
  JointMatrix<double> transposed() { return {all.data() + 1, all.rows(), 1}; }
  bool frame_is_whole() const {
    return all.topRows(1).isConstant(7.0) && all.bottomRows(2).isConstant(7.0) &&
           all.rightCols(1).isConstant(7.0);
  }
};

Model robot_of(int joints, bool chain, bool all_types, bool floating = false) {
  Random random(static_cast<unsigned>(joints) + 1000);
  std::vector<JointType> types = {JointType::revolute};
  if (all_types) types = all_joint_types();
  return compile(random_robot(random, {.joints = joints, .chain = chain, .types = types}),
                 {.floating_base = floating});
}

void expect_same_mass_matrix(const Model& model) {
  const RegroupedModel regrouped(model);
  const int n = model.joint_count();
  Random random(7);
  const VectorXd q = random.values(n, 3.0);
  JointSines<double> sines(static_cast<std::size_t>(n));
  Framed expected(n), got(n);
  MassMatrixPass<double>(regrouped).run(q.data(), sines, expected.entries());
  GroupedMassMatrixPass(regrouped).run(q.data(), sines, got.entries());
  EXPECT_LT(relative_difference(MatrixXd(got.inside()), MatrixXd(expected.inside())), 1e-13);
  EXPECT_EQ(MatrixXd(got.inside()), MatrixXd(got.inside().transpose()));
  EXPECT_TRUE(got.frame_is_whole());
}

void expect_same_derivatives(const Model& model) {
  const RegroupedModel regrouped(model);
  const Eigen::Vector3d up = -(model.base().linear().transpose() * model.gravity());
  const int n = model.joint_count();
  Random random(8);
  const VectorXd q = random.values(n, 3.0), v = random.values(n), a = random.values(n);
  Framed expected[] = {Framed(n), Framed(n), Framed(n)}, got[] = {Framed(n), Framed(n), Framed(n)};
  DerivativePass<double>(regrouped, up)
      .run(q.data(), v.data(), a.data(), expected[0].entries(), expected[1].entries(),
           expected[2].entries());
  GroupedDerivativePass(regrouped, up)
      .run(q.data(), v.data(), a.data(), {got[0].entries(), got[1].entries(), got[2].entries()});
  for (int k = 0; k < 3; ++k) {
    EXPECT_LT(relative_difference(MatrixXd(got[k].inside()), MatrixXd(expected[k].inside())), 1e-12)
        << k;
    EXPECT_TRUE(got[k].frame_is_whole()) << k;
  }
  EXPECT_EQ(MatrixXd(got[2].inside()), MatrixXd(got[2].inside().transpose()));
  Framed rows[] = {Framed(n), Framed(n), Framed(n)};
  GroupedDerivativePass(regrouped, up)
      .run(q.data(), v.data(), a.data(),
           {rows[0].transposed(), rows[1].transposed(), rows[2].transposed()});
  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(MatrixXd(rows[k].inside()), MatrixXd(got[k].inside().transpose())) << k;
    EXPECT_TRUE(rows[k].frame_is_whole()) << k;
  }
}

TEST(GroupedPasses, EqualThoseInLinkFramesOnChainsOfEveryLength) {
  for (int joints = 1; joints <= 40; ++joints) {
    SCOPED_TRACE(joints);
    expect_same_mass_matrix(robot_of(joints, true, false));
    expect_same_derivatives(robot_of(joints, true, false));
  }
}

TEST(GroupedPasses, EqualThoseInLinkFramesOnTreesAndForEveryJoint) {
  for (int joints = 5; joints <= 40; joints += 3) {
    for (const bool chain : {true, false}) {
      for (const bool floating : {true, false}) {
        SCOPED_TRACE(std::to_string(joints) + (chain ? " in a chain" : " in a tree"));
        expect_same_mass_matrix(robot_of(joints, chain, true, floating));
        expect_same_derivatives(robot_of(joints, chain, true, floating));
      }
    }
  }
}

TEST(GroupedPasses, EqualThoseInLinkFramesOnVeryLongChains) {
  for (const int joints : {96, 200}) {
    SCOPED_TRACE(joints);
    expect_same_mass_matrix(robot_of(joints, true, false));
    expect_same_derivatives(robot_of(joints, true, false));
  }
}

TEST(GroupedPasses, AreTakenForLongChainsAndNotWhereBranchesAreShort) {
  for (const int joints : {1, 2, 6, 7, 8, 9, 10, 11}) {
    const RegroupedModel arm(robot_of(joints, true, false));
    EXPECT_FALSE(faster::grouped_mass_matrix(arm)) << joints;
    EXPECT_FALSE(faster::grouped_derivatives(arm)) << joints;
  }
  for (const int joints : {24, 25, 26, 27, 48, 96, 97, 98, 99, 200}) {
    const RegroupedModel chain(robot_of(joints, true, false));
    EXPECT_TRUE(faster::grouped_mass_matrix(chain)) << joints;
    EXPECT_TRUE(faster::grouped_derivatives(chain)) << joints;
  }
  for (const int joints : {15, 31, 63}) {  // two joints on every joint
    Random random(9);
    Robot robot =
        random_robot(random, {.joints = joints, .chain = true, .types = {JointType::revolute}});
    for (int j = 0; j < joints; ++j) {
      robot.joints[static_cast<std::size_t>(j)].parent =
          robot.links[static_cast<std::size_t>((j + 1) / 2)].name;
    }
    const RegroupedModel tree(compile(robot));
    EXPECT_FALSE(faster::grouped_mass_matrix(tree)) << joints;
    EXPECT_FALSE(faster::grouped_derivatives(tree)) << joints;
  }
}

TEST(GroupedPasses, DoNotAllocate) {
  if (!MallocGuard::works()) GTEST_SKIP() << "sanitizers own the allocator in this build";
  for (const bool chain : {true, false}) {
    const Model model = robot_of(50, chain, true);
    const RegroupedModel regrouped(model);
    const int n = model.joint_count();
    const VectorXd q = VectorXd::Constant(n, 0.3);
    Framed M(n), dq(n), dv(n);
    JointSines<double> sines(static_cast<std::size_t>(n));
    GroupedMassMatrixPass mass_matrix(regrouped);
    GroupedDerivativePass derivatives(regrouped, model.gravity());
    long count = 0;
    {
      MallocGuard guard;
      mass_matrix.run(q.data(), sines, M.entries());
      derivatives.run(q.data(), q.data(), q.data(), {dq.entries(), dv.entries(), M.entries()});
      count = guard.count();
    }
    EXPECT_EQ(count, 0);
  }
}

/// Two doubles share a register here or more do: either way.
void expect_batches_of_single_calls(const Model& model, Random& random) {
  constexpr int count = 5;
  const int n = model.dofs();
  RowMatrix<double> q(count, n), v(q), a(q), dq(count, n * n), dv(dq), M(dq), M_alone(dq);
  for (RowMatrix<double>* x : {&q, &v, &a}) {
    for (int k = 0; k < count; ++k) x->row(k) = random.values(n);
  }
  for (RowMatrix<double>* x : {&dq, &dv, &M, &M_alone}) x->setConstant(7.0);
  Batch<double> batch(model, 1);
  batch.derivatives(q, v, a, dq, dv, M);
  batch.mass_matrix(q, M_alone);
  InverseDynamicsDerivatives<> single(model);
  MatrixXd by_q(n, n), by_v(n, n), by_a(n, n);
  for (int k = 0; k < count; ++k) {
    single(q.row(k).transpose(), v.row(k).transpose(), a.row(k).transpose(), by_q, by_v, by_a);
    const auto square = [&](const RowMatrix<double>& rows) {
      return MatrixXd(Eigen::Map<const RowMatrix<double>>(rows.row(k).data(), n, n));
    };
    EXPECT_LT(relative_difference(square(dq), by_q), 1e-12) << k;
    EXPECT_LT(relative_difference(square(dv), by_v), 1e-12) << k;
    EXPECT_LT(relative_difference(square(M), by_a), 1e-12) << k;
    EXPECT_LT(relative_difference(square(M_alone), by_a), 1e-12) << k;
  }
}

TEST(GroupedPasses, AreWhatBatchesOfLongChainsAndLimbsGive) {
  for (const int joints : {25, 40, 63}) {
    for (const bool chain : {true, false}) {
      for (const bool all_types : {true, false}) {
        SCOPED_TRACE(std::to_string(joints) + (chain ? " in a chain" : " in a tree"));
        Random random(4);
        std::vector<JointType> types = {JointType::revolute};
        if (all_types) types = all_joint_types();
        expect_batches_of_single_calls(
            compile(random_robot(
                random, {.joints = joints, .chain = chain, .types = types, .drives = true})),
            random);
      }
    }
  }
}

}  // namespace alembert::test::grouped_passes_test
