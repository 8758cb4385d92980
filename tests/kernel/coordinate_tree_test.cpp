#include "kernel/coordinate_tree.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "alembert/mass_matrix.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::coordinate_tree_test {

TEST(CoordinateTree, IsTheRobotsOwnWhereNothingIsCoupled) {
  Random random(5);
  const Model model = compile(random_robot(random, {.joints = 15}));
  const std::vector<int> parents = coordinate_parents(model);
  for (std::size_t i = 0; i < parents.size(); ++i) {
    EXPECT_EQ(parents[i], model.joint(static_cast<int>(i)).parent) << i;
  }
}

/// Two fingers behind a wrist, moved by one coordinate, and a head beside it: the gripper ties
/// nothing together that the wrist does not.
TEST(CoordinateTree, KeepsAGrippersCoordinateBehindItsWrist) {
  Random random(2);
  Robot robot = random_robot(random, {.joints = 5, .chain = true, .types = {JointType::revolute}});
  ASSERT_EQ(robot.joints.size(), 5U);
  robot.joints[1].parent = robot.joints[0].parent;  // the head
  robot.joints[2].parent = robot.joints[0].child;
  robot.joints[3].parent = robot.joints[0].child;
  robot.joints[4].parent = robot.joints[0].child;
  robot.joints[4].mimic = Mimic{robot.joints[3].name, -1.0, 0.0, {}};
  const Model model = compile(robot);
  ASSERT_EQ(model.dofs(), 4);
  EXPECT_EQ(coordinate_parents(model), (std::vector<int>{-1, -1, 0, 0}));
}

TEST(CoordinateTree, HoldsEveryEntryOfTheFactorOfCoupledTrees) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Model model = compile(random_robot(random, {.joints = 18, .couple = 0.4}));
    const int n = model.dofs();
    const std::vector<int> parents = coordinate_parents(model);
    Eigen::MatrixXd M(n, n);
    MassMatrix{model}(random.values(n), M);
    // Elimination from the last coordinate on, with nothing known of zeros.
    for (int k = n; k-- > 0;) {
      for (int i = 0; i < k; ++i) {
        if (M(i, k) == 0.0) continue;
        int before = parents[static_cast<std::size_t>(k)];
        while (before > i) before = parents[static_cast<std::size_t>(before)];
        EXPECT_EQ(before, i) << "seed " << seed << ": " << i << ", " << k;
      }
      const Eigen::VectorXd column = M.col(k).head(k);
      M.topLeftCorner(k, k) -= column * column.transpose() / M(k, k);
    }
  }
}

}  // namespace alembert::test::coordinate_tree_test
