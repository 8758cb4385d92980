// Torques and mass matrices of trees against MuJoCo, which gets the same robot as text of its own.
#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include <memory>
#include <sstream>
#include <unordered_map>

#include "alembert/inverse_dynamics.hpp"
#include "alembert/mass_matrix.hpp"
#include "support/compare.hpp"
#include "support/random_robot.hpp"

namespace alembert::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

class MjcfText {
 public:
  explicit MjcfText(const Robot& robot) : robot_(robot) {
    out_.precision(17);
    out_ << "<mujoco><compiler angle='radian' balanceinertia='false'/>"
         << "<option gravity='" << text(robot.gravity) << "'/><worldbody><body name='base'"
         << placed(robot.base_pose) << ">";
    contents(robot.base);
    out_ << "</body></worldbody></mujoco>";
  }
  std::string str() const { return out_.str(); }

 private:
  std::string text(const Eigen::Vector3d& u) const {
    std::ostringstream s;
    s.precision(17);
    s << u.x() << ' ' << u.y() << ' ' << u.z();
    return s.str();
  }
  std::string placed(const Eigen::Isometry3d& X) const {
    const Eigen::Quaterniond quat(X.linear());
    std::ostringstream s;
    s.precision(17);
    s << " pos='" << text(X.translation()) << "' quat='" << quat.w() << ' ' << quat.x() << ' '
      << quat.y() << ' ' << quat.z() << "'";
    return s.str();
  }
  void hinge(const std::string& name, const Eigen::Vector3d& axis) {
    out_ << "<joint name='" << name << "' type='hinge' axis='" << text(axis) << "'/>";
  }
  void slide(const std::string& name, const Eigen::Vector3d& axis) {
    out_ << "<joint name='" << name << "' type='slide' axis='" << text(axis) << "'/>";
  }
  void inertial(const Inertia& body) {
    const Eigen::Matrix3d& I = body.about_com;
    out_ << "<inertial pos='" << text(body.com) << "' mass='" << body.mass << "' fullinertia='"
         << I(0, 0) << ' ' << I(1, 1) << ' ' << I(2, 2) << ' ' << I(0, 1) << ' ' << I(0, 2) << ' '
         << I(1, 2) << "'/>";
  }

  void motions(const Joint& joint) {
    const Eigen::Vector3d x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
    const std::string& n = joint.name;
    switch (joint.type) {
      case JointType::revolute:
      case JointType::continuous:
        return hinge(n, joint.axis);
      case JointType::prismatic:
        return slide(n, joint.axis);
      case JointType::cylindrical:
        hinge(n + ".rot", joint.axis);
        return slide(n + ".trans", joint.axis);
      case JointType::universal:
        hinge(n + ".rot1", joint.axis);
        return hinge(n + ".rot2", joint.axis2);
      case JointType::planar:
        slide(n + ".x", x);
        slide(n + ".y", y);
        return hinge(n + ".rot", z);
      case JointType::floating:
        slide(n + ".x", x);
        slide(n + ".y", y);
        slide(n + ".z", z);
        [[fallthrough]];
      case JointType::spherical:
        hinge(n + ".rz", z);
        hinge(n + ".ry", y);
        return hinge(n + ".rx", x);
      case JointType::fixed:
        return;
      case JointType::helical:
        FAIL() << "MuJoCo has no helical joint";
    }
  }

  void contents(const std::string& link) {
    inertial(*robot_.find_link(link)->inertia);
    for (const Payload& payload : robot_.payloads) {
      const Frame* frame = robot_.find_frame(payload.frame);
      if (frame->link != link) continue;
      out_ << "<body" << placed(frame->pose) << ">";
      inertial(payload.inertia);
      out_ << "</body>";
    }
    for (const Joint& joint : robot_.joints) {
      if (joint.parent != link) continue;
      out_ << "<body name='" << joint.child << "'" << placed(joint.origin) << ">";
      motions(joint);
      contents(joint.child);
      out_ << "</body>";
    }
  }

  const Robot& robot_;
  std::ostringstream out_;
};

struct MujocoModel {
  mjModel* m = nullptr;
  mjData* d = nullptr;

  explicit MujocoModel(const std::string& xml) {
    auto vfs = std::make_unique<mjVFS>();
    mj_defaultVFS(vfs.get());
    mj_makeEmptyFileVFS(vfs.get(), "robot.xml", static_cast<int>(xml.size()));
    std::memcpy(vfs->filedata[mj_findFileVFS(vfs.get(), "robot.xml")], xml.data(), xml.size());
    char error[1000] = "";
    m = mj_loadXML("robot.xml", vfs.get(), error, sizeof error);
    mj_deleteVFS(vfs.get());
    EXPECT_NE(m, nullptr) << error;
    if (m) d = mj_makeData(m);
  }
  ~MujocoModel() {
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  MujocoModel(const MujocoModel&) = delete;
  MujocoModel& operator=(const MujocoModel&) = delete;
};

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
                                              .nearly_parallel = nearly_parallel});
    const Model model = compile(robot, {.ideal = true});
    MujocoModel peer(MjcfText(robot).str());
    ASSERT_NE(peer.m, nullptr);
    const int n = model.dofs(), nv = peer.m->nv;
    if (n == 0) continue;
    VectorXd offset;
    const MatrixXd G = drive_matrix(model, peer.m, offset);
    const VectorXd q = random.values(n), v = random.values(n), a = random.values(n);
    Eigen::Map<VectorXd>(peer.d->qpos, nv) = G * q + offset;
    Eigen::Map<VectorXd>(peer.d->qvel, nv) = G * v;
    Eigen::Map<VectorXd>(peer.d->qacc, nv) = G * a;
    mj_kinematics(peer.m, peer.d);
    mj_comPos(peer.m, peer.d);
    mj_comVel(peer.m, peer.d);
    VectorXd peer_tau(nv);
    mj_rne(peer.m, peer.d, 1, peer_tau.data());
    mj_crb(peer.m, peer.d);
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> peer_M(nv, nv);
    mj_fullM(peer.m, peer_M.data(), peer.d->qM);

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

}  // namespace
}  // namespace alembert::test
