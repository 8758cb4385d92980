// The planar two-link arm of every textbook (and of Xiang 2008, section 6), in closed form.
#include <gtest/gtest.h>

#include <cmath>

#include "alembert/inverse_dynamics.hpp"
#include "alembert/mass_matrix.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::two_link_test {

constexpr double L = 0.4, m = 0.5, I = 0.1, r = 0.2, g = 9.81;

/// Xiang's Table 1: joint axes along z, gravity along -y.
Robot two_link() {
  Robot robot;
  robot.name = "two_link";
  robot.base = "base";
  robot.gravity = {0.0, -g, 0.0};
  robot.links.push_back({"base", {}, {}, {}, {}});
  for (int i = 1; i <= 2; ++i) {
    Joint joint;
    joint.name = "joint" + std::to_string(i);
    joint.parent = robot.links.back().name;
    joint.child = "link" + std::to_string(i);
    if (i == 2) joint.origin.translation() = Eigen::Vector3d(L, 0, 0);
    robot.joints.push_back(joint);
    const Eigen::Matrix3d tensor = Eigen::Vector3d(0, I, I).asDiagonal();
    robot.links.push_back({joint.child, Inertia{m, {r, 0, 0}, tensor}, {}, {}, {}});
  }
  return robot;
}

TEST(InverseDynamics, MatchesClosedFormTwoLink) {
  const Model model = compile(two_link());
  InverseDynamics id(model);
  Random random(11);
  for (int k = 0; k < 100; ++k) {
    const Eigen::VectorXd q = random.values(2), v = random.values(2), a = random.values(2);
    const double c1 = std::cos(q[0]), c2 = std::cos(q[1]), s2 = std::sin(q[1]);
    const double c12 = std::cos(q[0] + q[1]);
    const double h = m * L * r;
    const double M11 = 2 * I + m * r * r + m * (L * L + r * r) + 2 * h * c2;
    const double M12 = I + m * r * r + h * c2, M22 = I + m * r * r;
    const double tau1 = M11 * a[0] + M12 * a[1] - h * s2 * (2 * v[0] * v[1] + v[1] * v[1]) +
                        m * g * r * c1 + m * g * (L * c1 + r * c12);
    const double tau2 = M12 * a[0] + M22 * a[1] + h * s2 * v[0] * v[0] + m * g * r * c12;
    Eigen::VectorXd tau(2);
    id(q, v, a, tau);
    EXPECT_NEAR(tau[0], tau1, 1e-14 * 20);
    EXPECT_NEAR(tau[1], tau2, 1e-14 * 20);
  }
}

}  // namespace alembert::test::two_link_test
