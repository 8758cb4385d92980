// Torques and mass matrices of chains against Orocos KDL.
#include <gtest/gtest.h>

#include <kdl/chain.hpp>
#include <kdl/chaindynparam.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>

#include "alembert/inverse_dynamics.hpp"
#include "alembert/mass_matrix.hpp"
#include "support/compare.hpp"
#include "support/random_robot.hpp"

namespace alembert::test {
namespace {

using Eigen::VectorXd;

KDL::Vector kdl(const Eigen::Vector3d& u) { return {u.x(), u.y(), u.z()}; }

KDL::Frame kdl(const Eigen::Isometry3d& X) {
  const Eigen::Matrix3d R = X.linear();
  return {KDL::Rotation(R(0, 0), R(0, 1), R(0, 2), R(1, 0), R(1, 1), R(1, 2), R(2, 0), R(2, 1),
                        R(2, 2)),
          kdl(Eigen::Vector3d(X.translation()))};
}

/// The same chain, straight from the Robot: KDL turns about an axis through a point of the parent.
KDL::Chain kdl_chain(const Robot& robot) {
  KDL::Chain chain;
  for (const Joint& joint : robot.joints) {
    const Eigen::Vector3d axis = joint.origin.linear() * joint.axis;
    const auto type =
        joint.type == JointType::prismatic ? KDL::Joint::TransAxis : KDL::Joint::RotAxis;
    Inertia body = *robot.find_link(joint.child)->inertia;
    for (const Payload& payload : robot.payloads) {
      const Frame* frame = robot.find_frame(payload.frame);
      if (frame->link == joint.child) {
        body = combined(body, transformed(frame->pose, payload.inertia));
      }
    }
    const Eigen::Matrix3d& I = body.about_com;
    chain.addSegment(KDL::Segment(
        joint.child,
        KDL::Joint(joint.name, kdl(Eigen::Vector3d(joint.origin.translation())), kdl(axis), type),
        kdl(Eigen::Isometry3d(joint.origin * joint.tip)),
        KDL::RigidBodyInertia(
            body.mass, kdl(body.com),
            KDL::RotationalInertia(I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)))));
  }
  return chain;
}

KDL::JntArray kdl(const VectorXd& x) {
  KDL::JntArray array(static_cast<unsigned>(x.size()));
  array.data = x;
  return array;
}

void expect_equal_to_kdl(const RandomRobotOptions& shape, unsigned seeds) {
  for (unsigned seed = 0; seed < seeds; ++seed) {
    Random random(seed);
    RandomRobotOptions options = shape;
    options.chain = true;
    options.joints = random.integer(2, 60);
    const Robot robot = random_robot(random, options);
    const Model model = compile(robot, {.ideal = true});
    const int n = model.dofs();
    const VectorXd q = random.values(n), v = random.values(n), a = random.values(n);
    VectorXd tau(n);
    InverseDynamics id(model);
    id(q, v, a, tau);

    const KDL::Chain chain = kdl_chain(robot);
    const KDL::Vector gravity =
        kdl(Eigen::Vector3d(robot.base_pose.linear().transpose() * robot.gravity));
    KDL::ChainIdSolver_RNE solver(chain, gravity);
    KDL::JntArray expected(static_cast<unsigned>(n));
    ASSERT_EQ(
        solver.CartToJnt(kdl(q), kdl(v), kdl(a),
                         KDL::Wrenches(chain.getNrOfSegments(), KDL::Wrench::Zero()), expected),
        0);
    EXPECT_LT(relative_difference(tau, expected.data), 1e-12) << "seed " << seed << ", n " << n;

    KDL::ChainDynParam dynamics(chain, gravity);
    KDL::JntSpaceInertiaMatrix M_expected(static_cast<unsigned>(n));
    ASSERT_EQ(dynamics.JntToMass(kdl(q), M_expected), 0);
    Eigen::MatrixXd M(n, n);
    MassMatrix{model}(q, M);
    EXPECT_LT(relative_difference(M, M_expected.data), 1e-12) << "seed " << seed << ", n " << n;
  }
}

TEST(Kdl, AgreesOnRandomChains) { expect_equal_to_kdl({.tip = 0.3}, 60); }

TEST(Kdl, AgreesOnChainsWithNearlyParallelAxes) {
  for (const double angle : {0.0, 1e-12, 1e-9, 1e-6, 1e-3}) {
    SCOPED_TRACE(angle);
    expect_equal_to_kdl({.nearly_parallel = angle}, 20);
  }
}

}  // namespace
}  // namespace alembert::test
