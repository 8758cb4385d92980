// The wrench on the foot of a tree that is hung from it, against MuJoCo's inverse dynamics of the
// same tree hung from its trunk, to which it is a force from outside.
#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include "alembert/inverse_dynamics.hpp"
#include "alembert/root_wrench.hpp"
#include "alembert/rooted_robot.hpp"
#include "peers/mujoco_model.hpp"
#include "support/compare.hpp"
#include "support/random_robot.hpp"
#include "support/rerooted_state.hpp"

namespace alembert::test::rooted_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// MuJoCo's generalised forces for the motion, less what a wrench does at a place of the robot
/// ([force; moment], world components), as forces on the model's coordinates.
VectorXd mujoco_torque(const Robot& robot, const Model& model, const Instant& at,
                       const std::string& place, const Eigen::Matrix<double, 6, 1>& wrench) {
  const peers::MujocoModel peer(robot, peers::MujocoModel::Tensors::exact);
  mjModel* const m = peer.m.get();
  mjData* const d = peer.d.get();
  MatrixXd G = MatrixXd::Zero(m->nv, model.dofs());
  VectorXd offset = VectorXd::Zero(m->nv);
  for (const ModelJoint& joint : model.joints()) {
    const int id = mj_name2id(m, mjOBJ_JOINT, joint.name.c_str());
    EXPECT_GE(id, 0) << joint.name;
    G(m->jnt_dofadr[id], joint.coordinate) = joint.ratio;
    offset[m->jnt_dofadr[id]] = joint.offset;
  }
  Eigen::Map<VectorXd>(d->qpos, m->nv) = G * at.q + offset;
  Eigen::Map<VectorXd>(d->qvel, m->nv) = G * at.v;
  Eigen::Map<VectorXd>(d->qacc, m->nv) = G * at.a;
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_comVel(m, d);
  VectorXd tau(m->nv);
  mj_rne(m, d, 1, tau.data());

  const peers::MujocoModel::Place there = peer.place(robot, place);
  const Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> R(d->xmat + 9 * there.body);
  const Eigen::Map<Eigen::Vector3d> p(d->xpos + 3 * there.body);
  const Eigen::Vector3d point = p + R * there.in_body.translation();
  RowMatrix by_force(3, m->nv), by_moment(3, m->nv);
  mj_jac(m, d, by_force.data(), by_moment.data(), point.data(), there.body);
  tau -= by_force.transpose() * wrench.head<3>() + by_moment.transpose() * wrench.tail<3>();
  return G.transpose() * tau;
}

/// MuJoCo's text calls what the tree begins with "base", and of payloads MuJoCo finds the principal
/// axes to six digits only.
Robot on_a_trunk(Robot robot) {
  robot.payloads.clear();
  robot.base = robot.links.front().name = "trunk";
  for (Joint& joint : robot.joints) {
    if (joint.parent == "base") joint.parent = "trunk";
  }
  return robot;
}

TEST(RootedRobot, WrenchOnItsFootIsWhatMujocoNeedsFromOutside) {
  std::vector<JointType> types = all_joint_types();
  std::erase(types, JointType::helical);
  for (unsigned seed = 0; seed < 30; ++seed) {
    Random random(seed);
    const Robot robot = with_free_base(on_a_trunk(random_robot(
        random, {.joints = random.integer(3, 20), .types = types, .couple = 0.2, .tip = 0.3})));
    const std::string foot = seed % 2 == 0 ? robot.links.back().name : "tool";
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Model on_trunk = compile(robot, {.ideal = true});
    const Model on_foot = compile(rooted_at(robot, foot), {.ideal = true});
    const Instant before = random_instant(on_trunk, random);
    const Instant after = rerooted(on_trunk, before, on_foot, foot);

    VectorXd tau(on_foot.dofs());
    InverseDynamics{on_foot}(after.q, after.v, after.a, tau);
    Kinematics<double> kinematics(on_foot);
    kinematics.update(after.q);
    const auto wrench = root_wrench(kinematics, on_foot.frame(foot), tau, Load::Axes::world);
    VectorXd ours = VectorXd::Zero(on_trunk.dofs());  // its base needs nothing more
    for (int i = 0; i < on_foot.dofs(); ++i) {
      const std::string name = on_foot.coordinate_names()[static_cast<std::size_t>(i)];
      if (!name.starts_with("base.")) ours[on_trunk.coordinate(name)] = tau[i];
    }
    const VectorXd theirs = mujoco_torque(robot, on_trunk, before, foot, wrench);
    const double scale = largest(tau) + wrench.cwiseAbs().maxCoeff();
    EXPECT_LT(largest_difference(theirs, ours), 1e-10 * scale);
  }
}

}  // namespace alembert::test::rooted_test
