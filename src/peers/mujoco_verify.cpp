#include "peers/mujoco_verify.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>

#include "alembert/arm.hpp"
#include "alembert/error.hpp"
#include "peers/mujoco_model.hpp"
#include "simulate/applied_torque.hpp"
#include "simulate/comparison.hpp"
#include "simulate/time_budget.hpp"
#include "task/spans.hpp"

namespace alembert::peers {
namespace {

using Eigen::VectorXd;
using RowMatrix3 = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;

[[noreturn]] void refuse(const std::string& reason) {
  throw Error(Error::Code::unsupported, reason, "verify without MuJoCo");
}

/// The arm of one stage, with what it holds there.
class Arm {
 public:
  Arm(const Robot& robot, const Model& model)
      : peer_(robot, MujocoModel::Tensors::exact),
        model_(model),
        dof_of_(static_cast<std::size_t>(model.dofs())) {
    mjModel* const m = peer_.m.get();
    m->opt.integrator = mjINT_RK4;
    for (const ModelJoint& joint : model.joints()) {
      const int id = mj_name2id(m, mjOBJ_JOINT, joint.name.c_str());
      const int dof = m->jnt_dofadr[id];
      m->dof_damping[dof] = joint.viscous;
      m->dof_armature[dof] = joint.rotor_inertia;
      m->jnt_stiffness[id] = joint.stiffness;
      m->qpos_spring[m->jnt_qposadr[id]] = joint.spring_rest;
      dof_of_[joint.coordinate] = dof;
    }
    for (const ModelFrame& frame : model.frames())
      places_.push_back(peer_.place(robot, frame.name));
  }

  void set_state(double t, const VectorXd& q, const VectorXd& v) {
    mjData* const d = peer_.d.get();
    d->time = t;
    for (int j = 0; j < model_.dofs(); ++j) {
      d->qpos[dof(j)] = q[j];
      d->qvel[dof(j)] = v[j];
    }
  }
  void state(VectorXd& q, VectorXd& v) const {
    for (int j = 0; j < model_.dofs(); ++j) {
      q[j] = peer_.d->qpos[dof(j)];
      v[j] = peer_.d->qvel[dof(j)];
    }
  }

  /// From inside MuJoCo's step, where its positions are those of the stage.
  void push(const VectorXd& tau, Loads loads) {
    mjData* const d = peer_.d.get();
    for (int j = 0; j < model_.dofs(); ++j) d->qfrc_applied[dof(j)] = tau[j];
    for (const Load& load : loads) {
      const MujocoModel::Place& at = places_[load.frame.index()];
      const RowMatrix3 R = Eigen::Map<const RowMatrix3>(d->xmat + 9 * at.body);
      const Eigen::Vector3d point =
          R * (at.in_body * load.point) + Eigen::Map<const Eigen::Vector3d>(d->xpos + 3 * at.body);
      Eigen::Vector3d force = load.force, moment = load.moment;
      if (load.axes == Load::Axes::frame) {
        force = R * (at.in_body.linear() * force);
        moment = R * (at.in_body.linear() * moment);
      }
      mj_applyFT(peer_.m.get(), d, force.data(), moment.data(), point.data(), at.body,
                 d->qfrc_applied);
    }
  }

  /// False if MuJoCo saw numbers it cannot go on with.
  bool step(double length) {
    peer_.m->opt.timestep = length;
    mj_step(peer_.m.get(), peer_.d.get());
    const mjData* d = peer_.d.get();
    return d->warning[mjWARN_BADQPOS].number + d->warning[mjWARN_BADQVEL].number +
               d->warning[mjWARN_BADQACC].number ==
           0;
  }

 private:
  int dof(int coordinate) const { return dof_of_[coordinate]; }

  MujocoModel peer_;
  Model model_;
  std::vector<int> dof_of_;  // of our coordinates
  std::vector<MujocoModel::Place> places_;
};

/// MuJoCo asks for torques through one global pointer, and writes a log unless its warnings are
/// taken: one verification at a time, and what the user had there comes back afterwards.
class Control {
 public:
  Control() : lock_(mutex_), before_(mjcb_control), warning_before_(mju_user_warning) {
    mjcb_control = [](const mjModel*, mjData* d) { current_->act(d->time); };
    mju_user_warning = [](const char*) {};
    current_ = this;
  }
  ~Control() {
    mjcb_control = before_;
    mju_user_warning = warning_before_;
    current_ = nullptr;
  }
  Control(const Control&) = delete;
  Control& operator=(const Control&) = delete;

  Arm* arm = nullptr;
  AppliedTorque* applied = nullptr;
  int segment = 0;

 private:
  void act(double t) {
    if (!arm) return;  // MuJoCo's compiler tries a step of its own
    applied->evaluate(t, segment);
    arm->push(applied->value(), applied->loads());
  }

  inline static std::mutex mutex_;
  inline static Control* current_ = nullptr;

  std::lock_guard<std::mutex> lock_;
  mjfGeneric before_;
  void (*warning_before_)(const char*);
};

void require_supported(const MotionFile& file) {
  file.problem.model.arm().require(ArmUse::mujoco);
  if (file.problem.ground_coordinates > 0)
    refuse("MuJoCo cannot lead a robot that stands on the ground as it was planned");
  if (!file.problem.bodies.empty())
    refuse("MuJoCo cannot lead bodies in a hand as they were planned");
  if (file.compile.floating_base)
    refuse("MuJoCo's arm stands on the ground, and this base is free");
  if (file.problem.model.coupled() ||
      file.problem.model.joint_count() != file.problem.model.dofs()) {
    refuse("MuJoCo takes no joint that follows another");
  }
}

/// Payloads become part of the links that carry them.
void fold_payloads(Robot& robot) {
  for (const Payload& payload : robot.payloads) {
    const Frame* frame = robot.find_frame(payload.frame);
    const std::string& carrier = frame ? frame->link : payload.frame;
    const Inertia body = frame ? transformed(frame->pose, payload.inertia) : payload.inertia;
    for (Link& link : robot.links) {
      if (link.name == carrier) link.inertia = combined(link.inertia.value_or(Inertia{}), body);
    }
  }
  robot.payloads.clear();
}

/// The robot with what it holds in a segment.
Robot robot_of(const MotionFile& file, const MotionProblem& problem, int segment) {
  Robot robot = file.robot;
  if (file.compile.gravity) robot.gravity = *file.compile.gravity;
  for (const Carried& body : problem.carried) {
    if (!covers(problem, body.during, segment)) continue;
    robot.payloads.push_back({problem.model.frame(body.frame).name, body.inertia, {}});
  }
  fold_payloads(robot);
  return robot;
}

/// One integration of a motion's torques.
class Forward {
 public:
  Forward(const MotionFile& file, const Trajectory& motion, const MujocoVerifyOptions& options)
      : file_(file),
        options_(options),
        task_(file.problem, motion),
        applied_(task_, motion, options.torque_table),
        comparison_(task_.problem(), "MuJoCo RK4"),
        budget_(options.max_seconds, options.checkpoint) {
    control_.applied = &applied_;
  }

  Verification run() {
    Verification& out = comparison_.result;
    if (options_.restart) out.mode = VerificationMode::knot_to_knot;
    applied_.evaluate(0.0, 0);
    q_ = plan().point().q();
    v_ = plan().point().v();
    try {
      bool going = true;
      for (int segment = 0; segment < plan().segments() && going; ++segment) {
        begin(segment);
        going = through(segment);
      }
      out.finished = going;
    } catch (const OutOfTime&) {
      out.out_of_time = true;
    }
    return out;
  }

 private:
  const PlannedMotion& plan() const { return applied_.plan(); }

  void begin(int segment) {
    const double t = plan().knot(segment);
    if (segment == 0 || task_.stage_index(segment) != task_.stage_index(segment - 1)) {
      control_.arm = nullptr;
      arm_ = std::make_unique<Arm>(robot_of(file_, task_.problem(), segment),
                                   task_.stage(segment).model);
      arm_->set_state(t, q_, v_);
    }
    if (options_.restart) {
      applied_.evaluate(t, segment);
      arm_->set_state(t, plan().point().q(), plan().point().v());
    }
    control_.arm = arm_.get();
    control_.segment = segment;
  }

  bool through(int segment) {
    Verification& out = comparison_.result;
    const double begin = plan().knot(segment), length = plan().knot(segment + 1) - begin;
    const int steps = std::max(1, static_cast<int>(std::ceil(length / options_.step)));
    const int stride = std::max(1, steps * plan().segments() / std::max(1, options_.samples));
    for (int k = 1; k <= steps; ++k) {
      budget_.look();
      if (!arm_->step(length / steps)) return false;
      ++out.steps;
      arm_->state(q_, v_);
      // Sums of steps drift from the knots.
      out.end = begin + length * k / steps;
      arm_->set_state(out.end, q_, v_);
      if (k % stride != 0 && k != steps) continue;
      applied_.evaluate(out.end, segment);
      comparison_.add(plan().point(), q_, v_);
    }
    return true;
  }

  const MotionFile& file_;
  const MujocoVerifyOptions& options_;
  Task task_;
  AppliedTorque applied_;
  Comparison comparison_;
  TimeBudget budget_;
  Control control_;
  std::unique_ptr<Arm> arm_;
  VectorXd q_, v_;
};

}  // namespace

Verification verify_with_mujoco(const MotionFile& file, const Trajectory& motion,
                                const MujocoVerifyOptions& options) {
  require_supported(file);
  return Forward(file, motion, options).run();
}

}  // namespace alembert::peers
