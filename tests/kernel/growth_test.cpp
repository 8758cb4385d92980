// How the work grows with the robot, by counting operations: a clock would measure the machine. The
// times are in docs/performance.md.
#include <gtest/gtest.h>

#include <functional>

#include "alembert/derivatives.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "support/operation_count.hpp"
#include "support/random_robot.hpp"

namespace alembert::test {
namespace {

/// Joint j stands on what joint parent(j) moves, or on the base for -1.
Model turning_tree(int joints, const std::function<int(int)>& parent) {
  Random random(static_cast<unsigned>(joints));
  Robot robot =
      random_robot(random, {.joints = joints, .chain = true, .types = {JointType::revolute}});
  for (int j = 0; j < joints; ++j) {
    robot.joints[static_cast<std::size_t>(j)].parent =
        robot.links[static_cast<std::size_t>(parent(j) + 1)].name;
  }
  return compile(robot);
}
Model chain(int joints) {
  return turning_tree(joints, [](int j) { return j - 1; });
}
Model star(int joints) {
  return turning_tree(joints, [](int) { return -1; });
}
/// Two joints on each joint.
Model balanced_tree(int joints) {
  return turning_tree(joints, [](int j) { return (j + 1) / 2 - 1; });
}

/// Pairs of a joint and one of those it hangs on: n · depth, exactly.
double ancestor_pairs(const Model& model) {
  double pairs = 0.0;
  for (const ModelJoint& joint : model.joints()) {
    for (int i = joint.parent; i >= 0; i = model.joint(i).parent) ++pairs;
  }
  return pairs;
}

double sum(const Tally& executed) {
  return static_cast<double>(executed.mul + executed.add + executed.div);
}

VecX<OpCount> counted_values(Random& random, int n) { return random.values(n).cast<OpCount>(); }

Tally inverse_dynamics_tally(const Model& model) {
  Random random(1);
  const int n = model.dofs();
  const VecX<OpCount> q = counted_values(random, n), v = counted_values(random, n),
                      a = counted_values(random, n);
  VecX<OpCount> tau(n);
  InverseDynamics<OpCount> id(model);
  OpCount::reset();
  id(q, v, a, tau);
  return OpCount::executed();
}
double inverse_dynamics_operations(const Model& model) {
  return sum(inverse_dynamics_tally(model));
}

double derivative_operations(const Model& model) {
  Random random(1);
  const int n = model.dofs();
  const VecX<OpCount> q = counted_values(random, n), v = counted_values(random, n),
                      a = counted_values(random, n);
  MatX<OpCount> dq(n, n), dv(n, n), M(n, n);
  InverseDynamicsDerivatives<OpCount> derivatives(model);
  OpCount::reset();
  derivatives(q, v, a, dq, dv, M);
  return sum(OpCount::executed());
}

TEST(Growth, TorquesOfAGeneralChainCostWhatTheirPageSays) {
  for (int n = 2; n <= 12; ++n) {
    const Tally executed = inverse_dynamics_tally(general_chain(n));
    EXPECT_EQ(executed.mul, 81 * n - 103) << n << " joints";
    EXPECT_EQ(executed.add, 70 * n - 97) << n << " joints";
    EXPECT_EQ(executed.trig, 2 * n) << n << " joints";
    EXPECT_EQ(executed.div, 0) << n << " joints";
  }
}

TEST(Growth, TorquesCostTheSameForEachOfAThousandJointsAsOfTwelve) {
  const double few = inverse_dynamics_operations(chain(12)) / 12;
  const double many = inverse_dynamics_operations(chain(1000)) / 1000;
  EXPECT_GT(few, 100.0);
  EXPECT_LE(many, 1.5 * few);
}

TEST(Growth, TorquesOfTreesCostNoMoreThanAFifthMoreThanOfChains) {
  EXPECT_LE(inverse_dynamics_operations(balanced_tree(200)),
            1.2 * inverse_dynamics_operations(chain(200)));
}

TEST(Growth, DerivativesCostAShareForEachJointAndOneForEachAncestor) {
  // Two unknowns from two chains, then predict. (A star would not do: its joints turn about fixed
  // axes and cost next to nothing.) A second child's frame is turned by beta too, one plane more
  // than the two of a first child's: up to half more a pair.
  for (const int n : {32, 64}) {
    const double one = derivative_operations(chain(n)), two = derivative_operations(chain(2 * n));
    const double pairs = ancestor_pairs(chain(n)), more = ancestor_pairs(chain(2 * n));
    const double per_pair = (two - 2.0 * one) / (more - 2.0 * pairs);
    const double per_joint = (one - per_pair * pairs) / n;
    EXPECT_GT(per_pair, 10.0);
    const Model tree = balanced_tree(n);
    const double predicted = n * per_joint + ancestor_pairs(tree) * per_pair;
    EXPECT_GE(derivative_operations(tree), predicted) << n << " joints";
    EXPECT_LE(derivative_operations(tree), 1.5 * predicted) << n << " joints";
  }
}

TEST(Growth, DerivativesOfAStarAreLinearAndOfAChainQuadratic) {
  EXPECT_NEAR(derivative_operations(star(128)) / derivative_operations(star(32)), 4.0, 0.1);
  const double quadruple = derivative_operations(chain(512)) / derivative_operations(chain(128));
  EXPECT_GT(quadruple, 10.0);
  EXPECT_LE(quadruple, 16.0);
}

TEST(Growth, DerivativesOfABalancedTreeOfThirtyTwoJointsAreFarCheaperThanOfAChain) {
  const Model tree = balanced_tree(32), line = chain(32);
  ASSERT_LT(ancestor_pairs(tree), 0.25 * ancestor_pairs(line));
  EXPECT_LT(derivative_operations(tree), 0.6 * derivative_operations(line));
}

}  // namespace
}  // namespace alembert::test
