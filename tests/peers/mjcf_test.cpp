// A robot read from MJCF against MuJoCo itself on the same text: poses, mass matrix, torques.
#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include <cstring>
#include <memory>
#include <random>

#include "alembert/inverse_dynamics.hpp"
#include "alembert/io.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/mass_matrix.hpp"
#include "support/compare.hpp"

namespace alembert::test::mjcf_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Everything of MJCF that a reader can get wrong: degrees, anchors, references, defaults, several
/// joints on a body, inertias from geoms, turned inertial frames, joints after child bodies.
const char* const text = R"(
<mujoco model="awkward">
  <compiler angle="degree" eulerseq="zyx"/>
  <option gravity="0.3 -0.2 -9.7"/>
  <default>
    <joint damping="0.2" armature="0.013"/>
    <default class="soft"><joint stiffness="7" springref="25"/></default>
  </default>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body name="stand" pos="0.1 0.2 0.3" euler="20 -35 50">
      <geom type="box" size="0.1 0.1 0.2"/>
      <body name="trunk" pos="0 0.1 0.4" quat="0.8 0.2 -0.4 0.3">
        <inertial pos="0.05 -0.02 0.1" euler="10 20 30" mass="4" diaginertia="0.05 0.04 0.03"/>
        <body name="left" pos="0.2 0 0.1" euler="0 0 70">
          <geom type="capsule" fromto="0 0 0 0.3 0.1 0" size="0.04"/>
          <joint name="left_a" axis="1 2 -1" pos="0.1 0.05 -0.2" ref="33"/>
          <joint name="left_b" type="slide" axis="0 1 1" pos="0.3 0 0" ref="0.2"/>
          <joint name="left_c" axis="0 0 1" pos="-0.1 0.1 0" class="soft"/>
          <body name="left_tip" pos="0.3 0.1 0">
            <geom type="ellipsoid" size="0.05 0.03 0.08" pos="0.1 0 0" euler="0 40 0"/>
            <joint name="left_d" type="slide" axis="1 0 0.5" stiffness="30" springref="0.1"/>
            <site name="tool" pos="0.1 0.2 0.3" euler="15 0 80"/>
          </body>
        </body>
        <joint name="trunk_yaw" axis="0.1 0 1" ref="-12" pos="0 0.02 0"/>
        <body name="right" pos="-0.2 0 0.1">
          <joint name="right_a" axis="0 1 0" class="soft" ref="5"/>
          <geom type="cylinder" size="0.05 0.2" pos="0 0 0.2" mass="1.5"/>
          <body name="badge" pos="0 0.05 0.3" euler="0 0 45"><geom type="sphere" size="0.03"/></body>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>)";

struct ModelDeleter {
  void operator()(mjModel* m) const { mj_deleteModel(m); }
};
struct DataDeleter {
  void operator()(mjData* d) const { mj_deleteData(d); }
};

class MjcfPeer : public ::testing::Test {
 protected:
  void SetUp() override {
    auto files = std::make_unique<mjVFS>();
    mj_defaultVFS(files.get());
    mj_makeEmptyFileVFS(files.get(), "awkward.xml", static_cast<int>(std::strlen(text)));
    std::memcpy(files->filedata[0], text, std::strlen(text));
    char error[1000] = "";
    m_.reset(mj_loadXML("awkward.xml", files.get(), error, sizeof error));
    mj_deleteVFS(files.get());
    ASSERT_TRUE(m_) << error;
    m_->opt.disableflags |= mjDSBL_CONSTRAINT | mjDSBL_CONTACT;
    d_.reset(mj_makeData(m_.get()));
    ASSERT_EQ(m_->nq, m_->nv);
    ASSERT_EQ(model_.dofs(), m_->nv);
  }

  /// MuJoCo's number of our coordinate i.
  int theirs(int i) const {
    return mj_name2id(m_.get(), mjOBJ_JOINT, model_.coordinate_names()[i].c_str());
  }

  VectorXd random(double size) {
    std::uniform_real_distribution<double> uniform(-size, size);
    return VectorXd::NullaryExpr(model_.dofs(), [&] { return uniform(generator_); });
  }

  void set_state(const VectorXd& q, const VectorXd& v, const VectorXd& a) {
    for (int i = 0; i < model_.dofs(); ++i) {
      d_->qpos[theirs(i)] = q[i];
      d_->qvel[theirs(i)] = v[i];
      d_->qacc[theirs(i)] = a[i];
    }
    mj_inverse(m_.get(), d_.get());
  }

  std::mt19937 generator_{1};
  const Model model_ = compile(read_mjcf(text, "awkward.xml"));
  std::unique_ptr<mjModel, ModelDeleter> m_;
  std::unique_ptr<mjData, DataDeleter> d_;
};

TEST_F(MjcfPeer, PutsEveryBodyAndSiteWhereMujocoDoes) {
  Kinematics kinematics(model_);
  for (int sample = 0; sample < 20; ++sample) {
    const VectorXd q = random(2.0);
    set_state(q, VectorXd::Zero(model_.dofs()), VectorXd::Zero(model_.dofs()));
    kinematics.update(q);
    for (int body = 1; body < m_->nbody; ++body) {
      const char* name = m_->names + m_->name_bodyadr[body];
      const auto pose = kinematics.pose(model_.frame(name));
      const Eigen::Map<const Eigen::Vector3d> position(d_->xpos + 3 * body);
      const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> R(d_->xmat + 9 * body);
      EXPECT_LT((pose.translation() - position).norm(), 1e-12) << name;
      EXPECT_LT((pose.linear() - R).norm(), 1e-12) << name;
    }
    const auto tool = kinematics.pose(model_.frame("tool"));
    const Eigen::Map<const Eigen::Vector3d> position(d_->site_xpos);
    EXPECT_LT((tool.translation() - position).norm(), 1e-12);
  }
}

TEST_F(MjcfPeer, NeedsTheSameTorques) {
  InverseDynamics id(model_);
  VectorXd tau(model_.dofs()), expected(model_.dofs());
  for (int sample = 0; sample < 50; ++sample) {
    const VectorXd q = random(2.0), v = random(3.0), a = random(5.0);
    set_state(q, v, a);
    for (int i = 0; i < model_.dofs(); ++i) expected[i] = d_->qfrc_inverse[theirs(i)];
    id(q, v, a, tau);
    EXPECT_LT(relative_difference(tau, expected), 1e-11);
  }
}

TEST_F(MjcfPeer, HasTheSameMassMatrix) {
  MassMatrix mass(model_);
  MatrixXd M(model_.dofs(), model_.dofs()), full(m_->nv, m_->nv), expected = M;
  const VectorXd q = random(2.0), v = random(1.0), a = random(1.0);
  set_state(q, v, a);
  mj_fullM(m_.get(), full.data(), d_->qM);
  for (int i = 0; i < model_.dofs(); ++i) {
    for (int j = 0; j < model_.dofs(); ++j) expected(i, j) = full(theirs(i), theirs(j));
  }
  mass(q, M);
  EXPECT_LT(relative_difference(M, expected), 1e-12);
}

}  // namespace alembert::test::mjcf_test
