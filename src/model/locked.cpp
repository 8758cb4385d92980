#include "model/locked.hpp"

#include <algorithm>
#include <cmath>

#include "alembert/doctor.hpp"
#include "alembert/locked_robot.hpp"
#include "model/phrase.hpp"
#include "require.hpp"

namespace alembert {

namespace {

using phrase::quoted;
using Code = Error::Code;

/// Joints that can be locked: those with one coordinate of their own.
std::vector<std::string> lockable(const Robot& robot) {
  std::vector<std::string> names;
  for (const Joint& joint : robot.joints) {
    if (has_one_degree(joint.type) && !joint.mimic) names.push_back(joint.name);
  }
  return names;
}

const Joint& joint_to_lock(const Robot& robot, const LockedJoint& wanted) {
  const Joint* joint = robot.find_joint(wanted.name);
  if (!joint) {
    std::string known;
    for (const std::string& name : lockable(robot)) known += (known.empty() ? "" : ", ") + name;
    throw Error(
        Code::name,
        "robot " + quoted(robot.name) + " has no joint named " + quoted(wanted.name) + " to lock",
        "use one of: " + known);
  }
  if (joint->mimic) {
    throw Error(Code::name, joint->where,
                "joint " + quoted(wanted.name) + " cannot be locked: it follows another",
                "lock " + quoted(following(robot, *joint).leader->name) + ", which it follows");
  }
  require(joint->type != JointType::fixed, joint->where,
          "joint " + quoted(wanted.name) + " is fixed already", "do not lock it", Code::name);
  require(has_one_degree(joint->type), joint->where,
          "joint " + quoted(wanted.name) + " moves in several ways and cannot be locked",
          "make it fixed in the robot's file", Code::unsupported);
  require(std::isfinite(wanted.value), "joint " + quoted(wanted.name) + " is locked at no number",
          "write rad, or m for a sliding joint");
  return *joint;
}

/// Turns the joint into a fixed one at its value x.
void hold(Joint& joint, double x) {
  require(x >= joint.limits.lower && x <= joint.limits.upper, joint.where,
          "joint " + quoted(joint.name) + " would be locked at " + phrase::number(x) +
              ", outside its limits of " + phrase::number(joint.limits.lower) + " to " +
              phrase::number(joint.limits.upper),
          "choose a value inside");
  const Eigen::Vector3d axis = joint.axis.normalized();
  const bool turns = joint.type != JointType::prismatic;
  const double along = joint.type == JointType::prismatic ? x
                       : joint.type == JointType::helical ? joint.pitch * x
                                                          : 0.0;
  joint.origin.translate(along * axis);
  if (turns) joint.origin.rotate(Eigen::AngleAxisd(x, axis));
  // What drives a joint, and how far it goes, is nothing to one that is fixed.
  Joint fixed;
  fixed.name = joint.name;
  fixed.type = JointType::fixed;
  fixed.parent = joint.parent;
  fixed.child = joint.child;
  fixed.origin = joint.origin;
  fixed.tip = joint.tip;
  fixed.where = joint.where;
  joint = std::move(fixed);
}

}  // namespace

Following following(const Robot& robot, const Joint& joint) {
  Following place{&joint};
  while (place.leader->mimic) {
    const Mimic& mimic = *place.leader->mimic;
    place.offset += place.ratio * mimic.offset;
    place.ratio *= mimic.ratio;
    place.leader = robot.find_joint(mimic.joint);
  }
  return place;
}

Robot locked(const Robot& robot, const std::vector<LockedJoint>& joints) {
  Robot held = robot;
  for (auto wanted = joints.begin(); wanted != joints.end(); ++wanted) {
    const Joint& leader = joint_to_lock(robot, *wanted);
    if (std::any_of(joints.begin(), wanted,
                    [&](const LockedJoint& other) { return other.name == wanted->name; })) {
      throw Error(Code::name, leader.where, "joint " + quoted(leader.name) + " is locked twice",
                  "lock it once");
    }
    for (std::size_t j = 0; j < robot.joints.size(); ++j) {
      const Following place = following(robot, robot.joints[j]);
      if (place.leader != &leader) continue;
      hold(held.joints[j], place.ratio * wanted->value + place.offset);
    }
  }
  return held;
}

void refuse_rigid(const Robot& robot) {
  throw Error(Code::value, "every joint of robot " + quoted(robot.name) + " is locked",
              "leave one free: nothing could move");
}

Robot with_locked_joints(const Robot& robot, const std::vector<LockedJoint>& joints) {
  validate(robot);
  Robot held = locked(robot, joints);
  if (std::all_of(held.joints.begin(), held.joints.end(),
                  [](const Joint& joint) { return joint.type == JointType::fixed; })) {
    refuse_rigid(robot);
  }
  return held;
}

}  // namespace alembert
