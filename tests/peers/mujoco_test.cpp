// Torques and mass matrices of trees against MuJoCo, which gets the same robot as text of its own.
#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include "alembert/inverse_dynamics.hpp"
#include "alembert/mass_matrix.hpp"
#include "peers/mujoco_model.hpp"
#include "support/compare.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::mujoco_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// dofs(MuJoCo) x dofs(ours): how our coordinates drive MuJoCo's joints, coupling included.
MatrixXd drive_matrix(const Model& model, const mjModel* m, VectorXd& offset) {
  MatrixXd G = MatrixXd::Zero(m->nv, model.dofs());
  offset = VectorXd::Zero(m->nv);
  for (const ModelJoint& joint : model.joints()) {
    const int id = mj_name2id(m, mjOBJ_JOINT, joint.name.c_str());
    EXPECT_GE(id, 0) << joint.name;
    G(m->jnt_dofadr[id], joint.coordinate) = joint.ratio;
    offset[m->jnt_dofadr[id]] = joint.offset;
  }
  return G;
}

/// Random trees of every joint type that MuJoCo has: all but helical.
void expect_equal_to_mujoco(double nearly_parallel, unsigned seeds) {
  std::vector<JointType> types = all_joint_types();
  std::erase(types, JointType::helical);
  for (unsigned seed = 0; seed < seeds; ++seed) {
    Random random(seed);
    const Robot robot = random_robot(random, {.joints = random.integer(2, 60),
                                              .types = types,
                                              .couple = 0.3,
                                              .tip = 0.2,
                                              .nearly_parallel = nearly_parallel});
    const Model model = compile(robot, {.ideal = true});
    const peers::MujocoModel peer(robot);
    mjModel* const m = peer.m.get();
    mjData* const d = peer.d.get();
    const int n = model.dofs(), nv = m->nv;
    if (n == 0) continue;
    VectorXd offset;
    const MatrixXd G = drive_matrix(model, m, offset);
    const VectorXd q = random.values(n), v = random.values(n), a = random.values(n);
    Eigen::Map<VectorXd>(d->qpos, nv) = G * q + offset;
    Eigen::Map<VectorXd>(d->qvel, nv) = G * v;
    Eigen::Map<VectorXd>(d->qacc, nv) = G * a;
    mj_kinematics(m, d);
    mj_comPos(m, d);
    mj_comVel(m, d);
    VectorXd peer_tau(nv);
    mj_rne(m, d, 1, peer_tau.data());
    mj_crb(m, d);
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> peer_M(nv, nv);
    mj_fullM(m, peer_M.data(), d->qM);

    VectorXd tau(n);
    MatrixXd M(n, n);
    InverseDynamics{model}(q, v, a, tau);
    MassMatrix{model}(q, M);
    EXPECT_LT(relative_difference(tau, G.transpose() * peer_tau), 1e-7) << "seed " << seed;
    EXPECT_LT(relative_difference(M, G.transpose() * peer_M * G), 1e-7) << "seed " << seed;
  }
}

TEST(Mujoco, AgreesOnRandomTreesOfEveryJointTypeItHas) { expect_equal_to_mujoco(-1.0, 60); }

TEST(Mujoco, AgreesOnTreesWithNearlyParallelAxes) {
  for (const double angle : {0.0, 1e-9, 1e-6, 1e-3}) {
    SCOPED_TRACE(angle);
    expect_equal_to_mujoco(angle, 20);
  }
}

}  // namespace alembert::test::mujoco_test
