// The project's own robots, from their files through the whole house (YAML, our URDF, read again,
// compiled), against MuJoCo and KDL, who get them straight from the first reading. These run in any
// clone; real robots (shared_reference_test.cpp) where ../shared lies beside it.
#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>
#include <kdl/chaindynparam.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>

#include "alembert/inverse_dynamics.hpp"
#include "alembert/io.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/mass_matrix.hpp"
#include "peers/kdl_chain.hpp"
#include "peers/mujoco_model.hpp"
#include "support/compare.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::project_robots_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

class ProjectRobots : public ::testing::TestWithParam<std::string> {
 protected:
  static Robot original() {
    Robot robot = load_robot(ALEMBERT_SOURCE_DIR "/models/" + GetParam() + ".yaml");
    robot.base_pose = Eigen::Isometry3d::Identity();  // URDF has no word for it
    return robot;
  }
  static Robot through_urdf(const Robot& robot) {
    return read_urdf(write_urdf(robot), robot.name + ".urdf");
  }
  static void SetUpTestSuite() {
    const bool beside = std::filesystem::exists(ALEMBERT_SOURCE_DIR "/../shared/reference");
    std::cout << "compared here: robots of this project; real robots are "
              << (beside ? "compared, too (../shared)\n"
                         : "not beside this checkout (../shared)\n");
  }

  void SetUp() override {
    tau_.resize(n_);
    M_.resize(n_, n_);
  }
  void next_state() {
    q_ = random_.values(n_);
    v_ = random_.values(n_);
    a_ = random_.values(n_);
    InverseDynamics{model_}(q_, v_, a_, tau_);
    MassMatrix{model_}(q_, M_);
  }

  const Robot robot_ = original();
  const Model model_ = compile(through_urdf(robot_), {.ideal = true, .gravity = robot_.gravity});
  const int n_ = model_.dofs();
  Random random_{77};
  VectorXd q_, v_, a_, tau_;
  MatrixXd M_;
};

TEST_P(ProjectRobots, NeedTheTorquesMassesAndPosesOfMujoco) {
  const peers::MujocoModel peer(robot_, peers::MujocoModel::Tensors::exact);
  mjModel* const m = peer.m.get();
  mjData* const d = peer.d.get();
  ASSERT_EQ(m->nv, model_.joint_count());
  const std::string tip = robot_.links.back().name;
  for (int sample = 0; sample < 20; ++sample) {
    next_state();
    MatrixXd G = MatrixXd::Zero(m->nv, n_);
    VectorXd offset = VectorXd::Zero(m->nv);
    for (const ModelJoint& joint : model_.joints()) {
      const int id = mj_name2id(m, mjOBJ_JOINT, joint.name.c_str());
      ASSERT_GE(id, 0) << joint.name;
      G(m->jnt_dofadr[id], joint.coordinate) = joint.ratio;
      offset[m->jnt_dofadr[id]] = joint.offset;
    }
    Eigen::Map<VectorXd>(d->qpos, m->nv) = G * q_ + offset;
    Eigen::Map<VectorXd>(d->qvel, m->nv) = G * v_;
    Eigen::Map<VectorXd>(d->qacc, m->nv) = G * a_;
    mj_kinematics(m, d);
    mj_comPos(m, d);
    mj_comVel(m, d);
    VectorXd tau(m->nv);
    mj_rne(m, d, 1, tau.data());
    mj_crb(m, d);
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> M(m->nv, m->nv);
    mj_fullM(m, M.data(), d->qM);
    EXPECT_LT(relative_difference(tau_, G.transpose() * tau), 1e-10);
    EXPECT_LT(relative_difference(M_, G.transpose() * M * G), 1e-10);

    Kinematics kinematics(model_);
    kinematics.update(q_);
    const auto place = peer.place(robot_, tip);
    const Eigen::Map<const Eigen::Vector3d> at(d->xpos + 3 * place.body);
    const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> R(d->xmat +
                                                                           9 * place.body);
    Eigen::Isometry3d body(Eigen::Matrix3d{R});
    body.translation() = at;
    EXPECT_LT(relative_difference(kinematics.pose(model_.frame(tip)).matrix(),
                                  (body * place.in_body).matrix()),
              1e-10);
  }
}

/// Those without branches: KDL computes chains only.
class ProjectChains : public ProjectRobots {};

TEST_P(ProjectChains, NeedTheTorquesAndMassesOfKdl) {
  const KDL::Chain chain = peers::kdl_chain(robot_);
  const KDL::Vector gravity = peers::kdl_gravity(robot_);
  KDL::ChainIdSolver_RNE solver(chain, gravity);
  KDL::ChainDynParam dynamics(chain, gravity);
  for (int sample = 0; sample < 20; ++sample) {
    next_state();
    KDL::JntArray tau(static_cast<unsigned>(n_));
    ASSERT_EQ(solver.CartToJnt(peers::kdl_array(q_), peers::kdl_array(v_), peers::kdl_array(a_),
                               KDL::Wrenches(chain.getNrOfSegments(), KDL::Wrench::Zero()), tau),
              0);
    EXPECT_LT(relative_difference(tau_, tau.data), 1e-10);
    KDL::JntSpaceInertiaMatrix M(static_cast<unsigned>(n_));
    ASSERT_EQ(dynamics.JntToMass(peers::kdl_array(q_), M), 0);
    EXPECT_LT(relative_difference(M_, M.data), 1e-10);
  }
}

INSTANTIATE_TEST_SUITE_P(Models, ProjectRobots,
                         ::testing::Values("angeles_6r", "four_bar", "planar_biped", "puma560",
                                           "scara", "seven_axis", "stanford", "torso", "two_arms",
                                           "two_link"),
                         [](const auto& test) { return test.param; });

INSTANTIATE_TEST_SUITE_P(Models, ProjectChains,
                         ::testing::Values("angeles_6r", "four_bar", "puma560", "scara",
                                           "seven_axis", "stanford", "two_link"),
                         [](const auto& test) { return test.param; });

}  // namespace alembert::test::project_robots_test
