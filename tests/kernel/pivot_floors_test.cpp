// A pivot that is nothing but rounding is not believed, and one that is more than that is.
#include <gtest/gtest.h>

#include <cmath>

#include "kernel/articulated_pass.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::pivot_floors_test {

/// How many joints move mass, by articulated inertias in single precision, at values from there.
int believed(const Model& model, Random& random, double low, double high) {
  const auto n = static_cast<std::size_t>(model.dofs());
  std::vector<float> x(n), sines(n), cosines(n), r(n, 1.0F);
  for (std::size_t i = 0; i < n; ++i) {
    const ModelJoint& joint = model.joints()[i];
    const bool slides = joint.motion == JointMotion::prismatic;
    x[i] = static_cast<float>(random.real(low, high));
    const double theta = joint.theta0 + (slides ? 0.0 : static_cast<double>(x[i]));
    sines[i] = static_cast<float>(std::sin(theta));
    cosines[i] = static_cast<float>(std::cos(theta));
  }
  ArticulatedPass<float> pass(model);
  return static_cast<int>(pass.solve(x.data(), sines.data(), cosines.data(), r.data()));
}

/// So many joints through one point, with a mass behind the last of them: three suffice to turn it.
Model gimbals(int count) {
  Robot robot;
  robot.base = "base";
  robot.links.push_back({"base", {}, {}, {}, {}});
  for (int i = 0; i < count; ++i) {
    Joint joint;
    joint.name = "j" + std::to_string(i);
    joint.parent = robot.links.back().name;
    joint.child = "l" + std::to_string(i);
    joint.axis = i % 2 == 0 ? Eigen::Vector3d::UnitZ() : Eigen::Vector3d::UnitX();
    robot.joints.push_back(joint);
    robot.links.push_back({joint.child, {}, {}, {}, {}});
  }
  robot.links.back().inertia =
      Inertia{2.0, {0.1, -0.2, 0.3}, Eigen::Vector3d(0.02, 0.03, 0.04).asDiagonal()};
  return compile(robot);
}

TEST(PivotFloors, LetSinglePrecisionAnswerForLongChains) {
  for (const int joints : {7, 48, 96, 200, 400}) {
    for (unsigned seed = 0; seed < 4; ++seed) {
      Random random(seed);
      const Model model = compile(random_robot(random, {.joints = joints, .chain = true}));
      for (int k = 0; k < 10; ++k) {
        EXPECT_EQ(believed(model, random, -3.0, 3.0), model.dofs())
            << joints << " joints, seed " << seed;
      }
    }
  }
}

/// Away from where three axes nearly lie in a plane, and rounding grows by as much.
TEST(PivotFloors, AreAboveTheRoundingOfJointsThatMoveNoMass) {
  Random random(1);
  EXPECT_EQ(believed(gimbals(3), random, 0.6, 2.4), 3);
  for (const int joints : {4, 5, 8}) {
    const Model model = gimbals(joints);
    for (int k = 0; k < 200; ++k) {
      EXPECT_LT(believed(model, random, 0.6, 2.4), joints) << joints << " joints";
    }
  }
}

}  // namespace alembert::test::pivot_floors_test
