// How the work grows with the robot, by counting operations: a clock would measure the machine. The
// times are in docs/performance.md.
#include <gtest/gtest.h>

#include <functional>

#include "alembert/derivatives.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "support/operation_count.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::growth_test {

/// Joint j stands on what joint parent(j) moves, or on the base for -1.
Model turning_tree(int joints, unsigned seed, const std::function<int(int)>& parent) {
  Random random(seed);
  Robot robot =
      random_robot(random, {.joints = joints, .chain = true, .types = {JointType::revolute}});
  for (int j = 0; j < joints; ++j) {
    robot.joints[static_cast<std::size_t>(j)].parent =
        robot.links[static_cast<std::size_t>(parent(j) + 1)].name;
  }
  return compile(robot);
}
/// Of every offset p the y is zero and nothing else: the common case of canonical frames. Axes that
/// are nearly parallel leave other zeros.
bool is_general(const Model& model) {
  for (const ModelJoint& joint : model.joints()) {
    if (joint.parent < 0) continue;
    if (joint.p.y() != 0.0 || joint.p.x() == 0.0 || joint.p.z() == 0.0) return false;
  }
  return true;
}
Model general_tree(int joints, const std::function<int(int)>& parent) {
  for (unsigned seed = static_cast<unsigned>(joints);; ++seed) {
    Model model = turning_tree(joints, seed, parent);
    if (is_general(model)) return model;
  }
}
Model chain(int joints) {
  return turning_tree(joints, static_cast<unsigned>(joints), [](int j) { return j - 1; });
}
Model star(int joints) {
  return turning_tree(joints, static_cast<unsigned>(joints), [](int) { return -1; });
}
/// Two joints on each joint.
Model balanced_tree(int joints) {
  return turning_tree(joints, static_cast<unsigned>(joints), [](int j) { return (j + 1) / 2 - 1; });
}
/// The same on a trunk: on the first joint only one.
Model trunk_tree(int joints) {
  return general_tree(joints, [](int j) { return j < 2 ? j - 1 : j / 2; });
}
Model line(int joints) {
  return general_tree(joints, [](int j) { return j - 1; });
}
/// A line of eight joints, and a ninth on its fourth.
Model fork() {
  return general_tree(9, [](int j) { return j < 8 ? j - 1 : 3; });
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

// What DerivativePass does for a joint at one of its ancestors, in operations (· and +):
//
//   carry()        turns seven vectors (t2, t3 and IS of two each, u) in a plane for the joint's
//                  angle and one for its twist, and behind a second child in one more for beta:
//                  4 · and 2 + a plane; and adds p x f to three moments, 2 · and 2 + for each
//                  component of p that is not zero: two, which beta turns into three; and adds
//                  pd x f to u, where pd has three
//   set_entries()  dtau_j/dq_i 7 · 6 +, dtau_j/dv_i 2 · 4 +; the others are components
constexpr double plane = 6.0, component = 4.0, entries = 19.0;
constexpr double per_pair = 7.0 * 2.0 * plane + (3.0 * 2.0 + 3.0) * component + entries;
constexpr double more_behind_second_child = 7.0 * plane + 3.0 * component;

TEST(Growth, DerivativesOfAChainCostTheSameForEveryPairOfJoints) {
  EXPECT_EQ(per_pair, 139.0);
  for (int n = 4; n <= 40; ++n) {
    const double last = derivative_operations(line(n)) - derivative_operations(line(n - 1));
    const double next = derivative_operations(line(n + 1)) - derivative_operations(line(n));
    EXPECT_EQ(next - last, per_pair) << n << " joints";
  }
}

struct SecondChildren {
  double children = 0.0, columns = 0.0;  ///< alone, and each with the joints behind it
};
SecondChildren second_children(const Model& model) {
  SecondChildren out;
  for (const ModelJoint& joint : model.joints()) {
    if (joint.parent >= 0 && !joint.first_child) ++out.children;
    for (const ModelJoint* i = &joint; i->parent >= 0; i = &model.joint(i->parent)) {
      if (!i->first_child) ++out.columns;
    }
  }
  return out;
}

TEST(Growth, DerivativesOfATreeCostAShareForEachJointEachPairAndEachSecondChild) {
  // The shares of a joint, and what the first does not need, from two lines; of a second child
  // from a fork. The first joint has one child only, as in those: what ends at it costs less.
  const double eight = derivative_operations(line(8)) - per_pair * ancestor_pairs(line(8));
  const double sixteen = derivative_operations(line(16)) - per_pair * ancestor_pairs(line(16));
  const double per_joint = (sixteen - eight) / 8.0, saved = 2.0 * eight - sixteen;
  const auto predicted = [&](const Model& model, double per_second_child) {
    const auto [children, columns] = second_children(model);
    return saved + per_joint * model.joint_count() + per_pair * ancestor_pairs(model) +
           per_second_child * children + more_behind_second_child * columns;
  };
  const double per_second_child = derivative_operations(fork()) - predicted(fork(), 0.0);
  EXPECT_GT(per_second_child, 0.0);
  for (const int n : {4, 8, 16, 32, 64, 100}) {
    const Model tree = trunk_tree(n);
    EXPECT_EQ(derivative_operations(tree), predicted(tree, per_second_child)) << n << " joints";
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

}  // namespace alembert::test::growth_test
