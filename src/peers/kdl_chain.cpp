#include "peers/kdl_chain.hpp"

#include "alembert/error.hpp"

namespace alembert::peers {

namespace {

KDL::Vector kdl(const Eigen::Vector3d& u) { return {u.x(), u.y(), u.z()}; }

KDL::Frame kdl(const Eigen::Isometry3d& X) {
  const Eigen::Matrix3d R = X.linear();
  return {KDL::Rotation(R(0, 0), R(0, 1), R(0, 2), R(1, 0), R(1, 1), R(1, 2), R(2, 0), R(2, 1),
                        R(2, 2)),
          kdl(Eigen::Vector3d(X.translation()))};
}

KDL::RigidBodyInertia kdl(const Inertia& body) {
  const Eigen::Matrix3d& I = body.about_com;
  return KDL::RigidBodyInertia(
      body.mass, kdl(body.com),
      KDL::RotationalInertia(I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)));
}

[[noreturn]] void refuse(const Joint& joint, const std::string& reason) {
  throw Error(Error::Code::unsupported, joint.where, "KDL's chains have " + reason,
              "compare without KDL");
}

/// KDL turns about an axis through a point of the parent.
KDL::Joint kdl(const Joint& joint) {
  if (joint.mimic) refuse(joint, "no joint that follows another, as '" + joint.name + "' does");
  const KDL::Vector origin = kdl(Eigen::Vector3d(joint.origin.translation()));
  const KDL::Vector axis = kdl(Eigen::Vector3d(joint.origin.linear() * joint.axis));
  switch (joint.type) {
    case JointType::revolute:
    case JointType::continuous:
      return KDL::Joint(joint.name, origin, axis, KDL::Joint::RotAxis);
    case JointType::prismatic:
      return KDL::Joint(joint.name, origin, axis, KDL::Joint::TransAxis);
    case JointType::fixed:
      return KDL::Joint(joint.name, KDL::Joint::Fixed);
    default:
      refuse(joint,
             std::string("no ") + to_string(joint.type) + " joint, as '" + joint.name + "' is");
  }
}

/// The joint that leaves a link, or none at the tip.
const Joint* joint_behind(const Robot& robot, const std::string& link) {
  const Joint* found = nullptr;
  for (const Joint& joint : robot.joints) {
    if (joint.parent != link) continue;
    if (found) refuse(joint, "no branches, as there is at '" + link + "'");
    found = &joint;
  }
  return found;
}

/// The link's own inertia and that of every payload on it or on a frame of it, in its frame.
Inertia carried_by(const Robot& robot, const std::string& link) {
  Inertia body = robot.find_link(link)->inertia.value_or(Inertia{});
  for (const Payload& payload : robot.payloads) {
    const Frame* frame = robot.find_frame(payload.frame);
    if (frame && frame->link == link) {
      body = combined(body, transformed(frame->pose, payload.inertia));
    } else if (!frame && payload.frame == link) {
      body = combined(body, payload.inertia);
    }
  }
  return body;
}

}  // namespace

KDL::Chain kdl_chain(const Robot& robot) {
  KDL::Chain chain;
  for (const Joint* joint = joint_behind(robot, robot.base); joint;
       joint = joint_behind(robot, joint->child)) {
    chain.addSegment(KDL::Segment(joint->child, kdl(*joint),
                                  kdl(Eigen::Isometry3d(joint->origin * joint->tip)),
                                  kdl(carried_by(robot, joint->child))));
  }
  return chain;
}

KDL::Vector kdl_gravity(const Robot& robot) {
  return kdl(Eigen::Vector3d(robot.base_pose.linear().transpose() * robot.gravity));
}

KDL::JntArray kdl_array(const Eigen::VectorXd& x) {
  KDL::JntArray array(static_cast<unsigned>(x.size()));
  array.data = x;
  return array;
}

}  // namespace alembert::peers
