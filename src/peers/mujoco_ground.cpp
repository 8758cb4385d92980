#include <fmt/format.h>

#include <algorithm>

#include "alembert/body_weight.hpp"
#include "alembert/error.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/motion_sample.hpp"
#include "peers/mujoco_model.hpp"
#include "peers/mujoco_verify.hpp"

namespace alembert::peers {
namespace {

using Eigen::Vector3d;

constexpr double ball = 1e-3;  // m: radius of what stands for a corner

[[noreturn]] void refuse_ground(const std::string& reason) {
  throw Error(Error::Code::unsupported, reason, "verify without MuJoCo");
}

bool slides(const Footing& footing) {
  return std::any_of(footing.phases.begin(), footing.phases.end(),
                     [](const Footing::Phase& phase) { return !phase.slides.isZero(0.0); });
}

void require_comparable(const MotionFile& file) {
  const MotionProblem& problem = file.problem;
  if (problem.ground_coordinates == 0) refuse_ground("the robot does not stand by itself");
  if (!problem.bodies.empty() || !problem.cut_joints.empty() || !problem.carried.empty() ||
      !problem.loads.empty() || !file.robot.payloads.empty()) {
    refuse_ground("what is pushed, carried, pulled or closes a loop is not compared there");
  }
  if (std::any_of(problem.footings.begin(), problem.footings.end(), slides)) {
    refuse_ground("a body that slides is not compared there");
  }
  if (problem.model.coupled() || !file.compile.locked.empty()) {
    refuse_ground("joints that follow others or are locked are not compared there");
  }
  for (const ModelJoint& joint : problem.model.joints()) {
    if (joint.viscous != 0.0 || joint.coulomb != 0.0 || joint.rotor_inertia != 0.0 ||
        joint.stiffness != 0.0) {
      refuse_ground("joints with friction, rotors or springs are not compared there");
    }
  }
}

/// The robot hung from the link that carries, without what places that on the ground: joints that
/// only the ground has.
Robot by_itself(const MotionFile& file) {
  Robot robot = file.robot;
  const std::string ground = robot.base;
  // From the ground links without mass lead to the one that carries.
  const Link* link = robot.find_link(robot.base);
  while (!link->inertia) {
    const auto next =
        std::find_if(robot.joints.begin(), robot.joints.end(), [&](const Joint& joint) {
          return joint.parent == link->name && joint.name.find(".found") == std::string::npos;
        });
    if (next == robot.joints.end()) refuse_ground("nothing that carries has mass");
    link = robot.find_link(next->child);
    robot.joints.erase(next);
  }
  std::erase_if(robot.joints, [&](const Joint& joint) { return joint.parent == ground; });
  robot.base = link->name;
  std::vector<std::string> kept = {robot.base};
  for (const Joint& joint : robot.joints) kept.push_back(joint.child);
  const auto is_gone = [&](const std::string& name) {
    return std::find(kept.begin(), kept.end(), name) == kept.end();
  };
  std::erase_if(robot.frames, [&](const Frame& frame) { return is_gone(frame.link); });
  std::erase_if(robot.links, [&](const Link& one) { return is_gone(one.name); });
  robot.base_pose = Eigen::Isometry3d::Identity();
  return robot;
}

std::string three_numbers(const Vector3d& u) {
  return fmt::format("{} {} {}", u.x(), u.y(), u.z());
}

void insert_after(const std::string& mark, const std::string& what, std::string& out) {
  const std::size_t at = out.find(mark);
  out.insert(out.find('>', at) + 1, what);
}

/// Where a footing touches, in its frame: its corners, or its middle.
std::vector<Vector3d> points_of(const Footing& footing) {
  if (!footing.pivots) return footing.corners;
  Vector3d sum = Vector3d::Zero();
  for (const Vector3d& corner : footing.corners) sum += corner;
  return {sum / static_cast<double>(footing.corners.size())};
}

/// The soles and what they stand on, in MuJoCo's own text.
void add_ground(const Robot& robot, const std::vector<Footing>& footings, std::string& out) {
  std::string planes, pairs;
  insert_after("<body name='base'", "<freejoint/>", out);
  for (std::size_t k = 0; k < footings.size(); ++k) {
    const Footing& footing = footings[k];
    const Frame* frame = robot.find_frame(footing.frame);
    const std::string& link = frame ? frame->link : footing.frame;
    Eigen::Isometry3d in_body = frame ? frame->pose : Eigen::Isometry3d::Identity();
    for (const Joint& joint : robot.joints) {
      if (joint.child == link) in_body = joint.tip * in_body;
    }
    const Vector3d up = footing.place.linear() * footing.normal;
    planes += fmt::format(
        "<geom name='plane{}' type='plane' size='9 9 1' pos='{}' zaxis='{}' contype='0' "
        "conaffinity='0'/>",
        k, three_numbers(footing.place * footing.corners.front()), three_numbers(up));
    std::string balls;
    int number = 0;
    for (const Vector3d& point : points_of(footing)) {
      const std::string name = fmt::format("ball{}.{}", k, number++);
      balls += fmt::format(
          "<geom name='{}' type='sphere' size='{}' pos='{}' contype='0' conaffinity='0'/>", name,
          ball, three_numbers(in_body * Vector3d(point + ball * footing.normal)));
      pairs += fmt::format(
          "<pair geom1='plane{0}' geom2='{1}' condim='3' friction='{2} {2} 0.005 0.0001 0.0001' "
          "margin='0.0002' solref='1 1' solimp='0.9999 0.9999 0.001 0.5 2'/>",
          k, name, footing.friction);
    }
    insert_after("<body name='" + (link == robot.base ? "base" : link) + "'", balls, out);
  }
  insert_after("<worldbody", planes, out);
  out.insert(out.find("</mujoco>"), "<contact>" + pairs + "</contact>");
  out.insert(out.find("<option") + 7, " cone='elliptic' impratio='100' tolerance='1e-12'");
}

/// The plan's instants in MuJoCo.
class Peer {
 public:
  explicit Peer(const MotionFile& file)
      : model_(file.problem.model),
        robot_(by_itself(file)),
        peer_(robot_, MujocoModel::Tensors::exact,
              [&](std::string& out) { add_ground(robot_, file.problem.footings, out); }),
        kinematics_(model_) {
    mj_setConst(peer_.m.get(), peer_.d.get());
  }

  void set(const MotionSample& now) {
    mjModel* const m = peer_.m.get();
    mjData* const d = peer_.d.get();
    mj_resetData(m, d);
    kinematics_.update(now.q);
    const FrameId base = model_.frame(robot_.base);
    const Eigen::Isometry3d pose = kinematics_.pose(base);
    Eigen::Matrix<double, 6, Eigen::Dynamic> J(6, model_.dofs());
    kinematics_.jacobian(base, J);
    const Eigen::Matrix<double, 6, 1> twist = J * now.v;
    const Eigen::Quaterniond turned(pose.linear());
    Eigen::Map<Eigen::Matrix<double, 7, 1>>(d->qpos) << pose.translation(), turned.w(),
        turned.vec();
    // Turning is told in the body's own axes.
    Eigen::Map<Eigen::Matrix<double, 6, 1>>(d->qvel) << twist.head<3>(),
        pose.linear().transpose() * twist.tail<3>();
    for (const Joint& joint : robot_.joints) {
      for (const std::string& suffix : coordinate_suffixes(joint.type)) {
        const std::string name = joint.name + suffix;
        const int id = mj_name2id(m, mjOBJ_JOINT, name.c_str()), j = model_.coordinate(name);
        d->qpos[m->jnt_qposadr[id]] = now.q[j];
        d->qvel[m->jnt_dofadr[id]] = now.v[j];
        d->qfrc_applied[m->jnt_dofadr[id]] = now.tau[j];
      }
    }
    mj_forward(m, d);
  }

  /// N, world: on the balls of a footing.
  Vector3d felt(std::size_t footing) const {
    const mjModel* const m = peer_.m.get();
    const mjData* const d = peer_.d.get();
    const int plane = mj_name2id(m, mjOBJ_GEOM, ("plane" + std::to_string(footing)).c_str());
    Vector3d sum = Vector3d::Zero();
    for (int c = 0; c < d->ncon; ++c) {
      const mjContact& one = d->contact[c];
      if (one.geom1 != plane && one.geom2 != plane) continue;
      mjtNum wrench[6];
      mj_contactForce(m, d, c, wrench);
      const Eigen::Map<const Eigen::Matrix<mjtNum, 3, 3, Eigen::RowMajor>> axes(one.frame);
      sum += axes.transpose() * Eigen::Map<const Vector3d>(wrench);
    }
    return sum;
  }

 private:
  Model model_;
  Robot robot_;
  MujocoModel peer_;
  Kinematics<double> kinematics_;
};

}  // namespace

GroundComparison compare_ground_with_mujoco(const MotionFile& file, const Trajectory& motion,
                                            int instants) {
  require_comparable(file);
  Peer peer(file);
  const double weight = body_weight(file.problem);
  GroundComparison out;
  for (const MotionSample& now : sample(file.problem, motion, instants)) {
    if (now.ground.contacts.empty()) continue;
    ++out.touching;
    peer.set(now);
    const bool rests = now.v.norm() < 1e-9;
    for (std::size_t k = 0; k < file.problem.footings.size(); ++k) {
      const std::string& name = file.problem.footings[k].name;
      if (now.ground.find(name) == nullptr) continue;
      // Of one body in two footings, one after another, either may be felt: places may be one
      // plane.
      Vector3d off_by = Vector3d::Zero();
      for (std::size_t i = 0; i < file.problem.footings.size(); ++i) {
        if (file.problem.footings[i].frame != file.problem.footings[k].frame) continue;
        const ContactForce* planned = now.ground.find(file.problem.footings[i].name);
        off_by += peer.felt(i) - (planned ? planned->force : Vector3d::Zero());
      }
      const double off = off_by.norm() / weight;
      double& worst = rests ? out.at_rest : out.while_moving;
      if (!(off > worst)) continue;
      worst = off;
      if (rests) continue;
      out.worst_contact = name;
      out.worst_time = now.t;
    }
  }
  return out;
}

}  // namespace alembert::peers
