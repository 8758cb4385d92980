// What is said of a robot as a whole: its centre of mass, what torques are made of, how well joints
// move a frame.
#include <gtest/gtest.h>

#include "alembert/center_of_mass.hpp"
#include "alembert/error.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/manipulability.hpp"
#include "alembert/torque_parts.hpp"
#include "support/compare.hpp"
#include "support/planar_arms.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::whole_robot_test {

using Eigen::Vector3d;
using Eigen::VectorXd;

TEST(CenterOfMass, IsTheWeightedMeanOfTheLinksTheUserWrote) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Robot robot = random_robot(random, {.joints = 7, .couple = 0.3});
    const Model model = compile(robot);
    const VectorXd q = random.values(model.dofs()), v = random.values(model.dofs());
    Kinematics<double> kinematics(model);
    kinematics.update(q);
    double mass = 0.0;
    Vector3d moment = Vector3d::Zero();
    const auto add = [&](const std::string& frame, const Inertia& body) {
      mass += body.mass;
      moment += body.mass * (kinematics.pose(model.frame(frame)) * body.com);
    };
    for (const Link& link : robot.links) {
      if (link.inertia) add(link.name, *link.inertia);
    }
    for (const Payload& payload : robot.payloads) add(payload.frame, payload.inertia);
    CenterOfMass centre(model);
    centre.update(q, v);
    EXPECT_NEAR(centre.mass(), mass, 1e-12 * mass) << seed;
    EXPECT_LT(largest_difference(centre.position(), moment / mass), 1e-12) << seed;

    const double h = 1e-6;
    CenterOfMass moved(model);
    moved.update(q + h * v, v);
    const Vector3d ahead = moved.position();
    moved.update(q - h * v, v);
    EXPECT_LT(largest_difference(centre.velocity(), (ahead - moved.position()) / (2 * h)), 1e-7)
        << seed;
    EXPECT_LT(largest_difference(centre.velocity(), centre.jacobian() * v), 1e-12) << seed;
  }
}

TEST(CenterOfMass, RefusesARobotWithoutMass) {
  Joint joint;
  EXPECT_THROW(CenterOfMass(compile(two_joints(joint, joint, {}, {}))), Error);
}

TEST(TorqueParts, AddUpToTheTorques) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Model model = compile(random_robot(random, {.joints = 6, .couple = 0.4, .drives = true}));
    const int n = model.dofs();
    const VectorXd q = random.values(n), v = random.values(n), a = random.values(n);
    const std::vector<Load> loads = {{.frame = FrameId(static_cast<int>(model.frames().size()) - 1),
                                      .force = random.vector(),
                                      .moment = random.vector()}};
    VectorXd tau(n);
    InverseDynamics{model}(q, v, a, loads, tau);
    TorqueParts parts;
    TorqueDecomposition{model}(q, v, a, loads, parts);
    EXPECT_LT(relative_difference(parts.total(), tau), 1e-12) << seed;
    EXPECT_GT(parts.friction.norm() * parts.springs.norm() * parts.loads.norm(), 0.0) << seed;
  }
}

TEST(TorqueParts, OfAPlanarArmAreTheTextbooks) {
  const Model model = elbow_arm(1.0, 2.0);
  const VectorXd q = Eigen::Vector2d(0.3, 0.9), v = Eigen::Vector2d(0.7, -1.1);
  TorqueParts parts;
  TorqueDecomposition{model}(q, v, Eigen::Vector2d::Zero(), {}, parts);
  // Links of length 1, masses at the tips: h = m2 sin q2.
  const double h = 2.0 * std::sin(q[1]);
  EXPECT_NEAR(parts.coriolis[0], -h * (2 * v[0] * v[1] + v[1] * v[1]), 1e-13);
  EXPECT_NEAR(parts.coriolis[1], h * v[0] * v[0], 1e-13);
  EXPECT_NEAR(parts.gravity[1], 2.0 * 9.81 * std::cos(q[0] + q[1]), 1e-13);
  EXPECT_EQ(parts.inertia, VectorXd::Zero(2));
  EXPECT_EQ(parts.friction, VectorXd::Zero(2));
}

TEST(Manipulability, OfAPlanarArmIsTheSineOfItsElbow) {
  const Model model = elbow_arm(1.0, 1.0);
  Kinematics<double> kinematics(model);
  Kinematics<double>::Jacobian J(6, 2);
  const auto at = [&](double elbow) {
    kinematics.update(Eigen::Vector2d(0.4, elbow));
    Kinematics<double>::Jacobian tip(6, 2);
    kinematics.jacobian(model.frame("link2"), tip);
    // The tip is one length beyond the elbow's frame.
    const Vector3d arm = kinematics.pose(model.frame("link2")).linear() * Vector3d::UnitX();
    for (int j = 0; j < 2; ++j) {
      const Vector3d turn = tip.col(j).tail<3>();
      tip.col(j).head<3>() += turn.cross(arm);
    }
    return manipulability(tip.topRows(3));
  };
  EXPECT_NEAR(at(0.9).measure(), std::sin(0.9), 1e-13);
  EXPECT_NEAR(at(-0.2).measure(), std::sin(0.2), 1e-13);
  EXPECT_LT(at(0.0).measure(), 1e-15);
  EXPECT_LT(at(0.0).isotropy(), 1e-15);
  EXPECT_GT(at(1.2).isotropy(), at(0.2).isotropy());
}

}  // namespace alembert::test::whole_robot_test
