#include "model/ground_joints.hpp"

#include <algorithm>

#include "model/joint_steps.hpp"
#include "model/phrase.hpp"

namespace alembert {

namespace {

using Eigen::Isometry3d;
using Eigen::Matrix3d;
using Eigen::Vector3d;

/// Of unit vectors: nearer to zero is zero.
constexpr double direction_rounding = 1e-9;

bool parallel(const Vector3d& a, const Vector3d& b) {
  return a.cross(b).norm() < direction_rounding;
}

bool has_mass(const Robot& robot, const std::string& link) {
  const auto& inertia = robot.find_link(link)->inertia;
  if (inertia && inertia->mass > 0.0) return true;
  return std::any_of(robot.payloads.begin(), robot.payloads.end(), [&](const Payload& payload) {
    const Frame* frame = robot.find_frame(payload.frame);
    return (frame ? frame->link : payload.frame) == link;
  });
}

/// Joints of several degrees have no motors that could be written down.
bool has_motor(const Joint& joint) {
  return has_one_degree(joint.type) && joint.limits.torque > 0.0;
}

bool is_coupled(const Robot& robot, const Joint& joint) {
  return joint.mimic || std::any_of(robot.joints.begin(), robot.joints.end(), [&](const Joint& j) {
           return j.mimic && j.mimic->joint == joint.name;
         });
}

/// The only joint on a link, or robot.joints.size().
std::size_t only_joint_on(const Robot& robot, const std::string& link) {
  std::size_t found = robot.joints.size();
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    if (robot.joints[j].parent != link) continue;
    if (found < robot.joints.size()) return robot.joints.size();
    found = j;
  }
  return found;
}

/// Projects on what directions span; fewer than they are in `count` if they are not independent.
Matrix3d projector(const std::vector<Vector3d>& directions, int& count) {
  Matrix3d onto = Matrix3d::Zero();
  count = 0;
  for (const Vector3d& direction : directions) {
    const Vector3d rest = direction - onto * direction;
    if (rest.norm() < direction_rounding) continue;
    onto += rest.normalized() * rest.normalized().transpose();
    ++count;
  }
  return onto;
}

/// What is left of a rotation when its turn about the unit vector n, made last, is taken back.
Matrix3d without_turn_about(const Vector3d& n, const Matrix3d& R) {
  const Eigen::Quaterniond q(R);
  Eigen::Quaterniond about(q.w(), 0.0, 0.0, 0.0);
  about.vec() = n * n.dot(q.vec());
  if (about.norm() < direction_rounding) return R;
  return (about.normalized().conjugate() * q).toRotationMatrix();
}

}  // namespace

GroundJoints::GroundJoints(const Robot& robot) : robot_(robot), body_(robot.base) {
  // Axes in the frame that moves with the joint at hand, and carried on to the next.
  for (;;) {
    const std::size_t next = only_joint_on(robot, body_);
    if (next == robot.joints.size() || has_mass(robot, body_)) break;
    const Joint& joint = robot.joints[next];
    const std::vector<JointStep> steps = steps_of(joint);
    const bool plain = std::none_of(steps.begin(), steps.end(), [](const JointStep& step) {
      return step.motion == JointMotion::helical;
    });
    if (steps.empty() || !plain || has_motor(joint) || is_coupled(robot, joint)) break;
    if (slides_.size() + turns_.size() + steps.size() > 6) break;
    const Matrix3d back = (body_pose_ * joint.origin).linear().transpose();
    for (Vector3d& axis : slides_) axis = back * axis;
    for (Vector3d& axis : turns_) axis = back * axis;
    for (const JointStep& step : steps) {
      (step.motion == JointMotion::prismatic ? slides_ : turns_).push_back(step.axis.normalized());
    }
    joints_.push_back(next);
    body_ = joint.child;
    body_pose_ = joint.tip;
  }
  int independent = 0;
  followed_ = projector(slides_, independent);
  if (independent == static_cast<int>(slides_.size()) && is_group()) return;
  joints_.clear();
  body_ = robot.base;
}

bool GroundJoints::is_group() const {
  switch (turns_.size()) {
    case 0:
      return true;
    case 1:  // about the normal of two slides, or in all of space
      return slides_.size() == 3 ||
             (slides_.size() == 2 && (followed_ * turns_[0]).norm() < direction_rounding);
    case 3:
      return slides_.size() == 3 && !parallel(turns_[0], turns_[1]) &&
             !parallel(turns_[1], turns_[2]);
    default:
      return false;
  }
}

bool GroundJoints::carries(const std::string& link) const {
  return std::any_of(joints_.begin(), joints_.end(),
                     [&](std::size_t j) { return robot_.joints[j].child == link; });
}

void GroundJoints::check_follows(const Joint& joint, const Isometry3d& in_body) const {
  if (empty() || turns_.size() == 3) return;
  const Matrix3d R = (body_pose_ * in_body).linear();
  for (const JointStep& step : steps_of(joint)) {
    const Vector3d axis = R * step.axis.normalized();
    const bool along = step.motion == JointMotion::prismatic || step.pitch != 0.0;
    const bool about = step.motion != JointMotion::prismatic;
    if ((!along || (axis - followed_ * axis).norm() < direction_rounding) &&
        (!about || (!turns_.empty() && parallel(axis, turns_[0])))) {
      continue;
    }
    std::vector<std::string> names;
    for (const std::size_t j : joints_) names.push_back(robot_.joints[j].name);
    throw Error(Error::Code::unsupported, joint.where,
                "joint " + phrase::quoted(joint.name) +
                    " lies between the base and the new root and moves as the base's joints " +
                    phrase::list(names) + " cannot follow",
                "free the base in all six ways, or lock the joint");
  }
}

Isometry3d GroundJoints::tip_for(const Isometry3d& in_body) const {
  if (turns_.size() == 3) return body_pose_;
  const Isometry3d at_zero = body_pose_ * in_body;
  Isometry3d tip = Isometry3d::Identity();
  tip.linear() =
      turns_.empty() ? at_zero.linear() : without_turn_about(turns_[0], at_zero.linear());
  tip.translation() = at_zero.translation() - followed_ * at_zero.translation();
  return tip;
}

}  // namespace alembert
