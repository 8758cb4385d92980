#include "peers/mujoco_model.hpp"

#include <Eigen/Eigenvalues>

#include "peers/mjcf_text.hpp"

namespace alembert::peers {

namespace {

/// Balls stand for the links while MuJoCo compiles.
Robot with_balls(Robot robot) {
  for (Link& link : robot.links) {
    if (!link.inertia) link.inertia = Inertia{};
    if (link.inertia->mass == 0.0) link.inertia->mass = 1.0;
    link.inertia->about_com = 0.01 * Eigen::Matrix3d::Identity();
  }
  return robot;
}

/// A link itself in place of its ball.
void set_body(const Inertia& inertia, const MujocoModel::Place& at, mjModel* m) {
  const Eigen::Matrix3d R = at.in_body.linear();
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> principal(R * inertia.about_com *
                                                                 R.transpose());
  Eigen::Matrix3d axes = principal.eigenvectors();
  if (axes.determinant() < 0.0) axes.col(2) *= -1.0;
  const Eigen::Quaterniond turn(axes);
  m->body_mass[at.body] = inertia.mass;
  Eigen::Map<Eigen::Vector3d>(m->body_inertia + 3 * at.body) = principal.eigenvalues();
  Eigen::Map<Eigen::Vector4d>(m->body_iquat + 4 * at.body) << turn.w(), turn.vec();
  m->body_sameframe[at.body] = 0;
}

std::string changed_text(const Robot& robot, const std::function<void(std::string&)>& change) {
  std::string out = mjcf_text(robot);
  if (change) change(out);
  return out;
}

}  // namespace

MujocoModel::MujocoModel(const Robot& robot, Tensors tensors,
                         const std::function<void(std::string&)>& change)
    : m(mjcf::compile_mjcf(
            changed_text(tensors == Tensors::exact ? with_balls(robot) : robot, change),
            {{}, robot.name + ".xml", {}, {}, {}, {}})
            .model),
      d(mj_makeData(m.get())) {
  if (tensors == Tensors::compiled) return;
  for (const Link& link : robot.links) {
    set_body(link.inertia.value_or(Inertia{}), place(robot, link.name), m.get());
  }
}

MujocoModel::Place MujocoModel::place(const Robot& robot, const std::string& name) const {
  const Frame* frame = robot.find_frame(name);
  const std::string& link = frame ? frame->link : name;
  Place at;
  at.body = mj_name2id(m.get(), mjOBJ_BODY, link == robot.base ? "base" : link.c_str());
  // MuJoCo's body moves with the joint; the link's frame stands at `tip` in it.
  for (const Joint& joint : robot.joints) {
    if (joint.child == link) at.in_body = joint.tip;
  }
  if (frame) at.in_body = at.in_body * frame->pose;
  return at;
}

}  // namespace alembert::peers
