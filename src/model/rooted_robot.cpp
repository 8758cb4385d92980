#include "alembert/rooted_robot.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "alembert/doctor.hpp"
#include "alembert/flexible_link.hpp"
#include "model/ground_joints.hpp"
#include "model/joint_steps.hpp"
#include "model/phrase.hpp"
#include "require.hpp"

namespace alembert {

namespace {

using Eigen::Isometry3d;
using phrase::quoted;
using Code = Error::Code;

/// A name that begins so and that no link or frame, or no joint, has.
std::string free_place_name(const Robot& robot, std::string name) {
  while (robot.find_link(name) || robot.find_frame(name)) name += "_";
  return name;
}
std::string free_joint_name(const Robot& robot, std::string name) {
  while (robot.find_joint(name)) name += "_";
  return name;
}

/// A frame becomes a massless link of its name, welded where it is.
void make_link_of(const std::string& name, Robot& robot) {
  const auto frame = std::find_if(robot.frames.begin(), robot.frames.end(),
                                  [&](const Frame& f) { return f.name == name; });
  Joint weld;
  weld.name = free_joint_name(robot, name);
  weld.type = JointType::fixed;
  weld.parent = frame->link;
  weld.child = name;
  weld.origin = frame->pose;
  weld.where = frame->where;
  robot.links.push_back({name, {}, {}, frame->where, {}});
  robot.joints.push_back(std::move(weld));
  robot.frames.erase(frame);
}

/// Joints from the body on the ground down to a link.
std::vector<std::size_t> joints_between(const Robot& robot, const std::string& body,
                                        const std::string& link) {
  std::vector<std::size_t> path;
  for (std::string at = link; at != body; at = robot.joints[path.back()].parent) {
    const auto above = std::find_if(robot.joints.begin(), robot.joints.end(),
                                    [&](const Joint& joint) { return joint.child == at; });
    path.push_back(static_cast<std::size_t>(above - robot.joints.begin()));
  }
  std::reverse(path.begin(), path.end());
  return path;
}

void refuse_bending_on(const Robot& robot, const std::string& link) {
  const auto& flexible = robot.find_link(link)->flexible;
  if (!flexible) return;
  throw Error(Code::unsupported, flexible->where,
              "link " + quoted(link) + " bends, and a tree is not hung from behind a bending link",
              "choose a root on the near side of it, or use rigidified(), `alembert convert "
              "--rigid`");
}

/// The same joint seen from its child: the inverse of origin S(q) tip, where S(-q) about an axis is
/// S(q) about the opposite one.
Joint turned(const Joint& joint) {
  Joint other = joint;
  std::swap(other.parent, other.child);
  other.origin = joint.tip.inverse();
  other.tip = joint.origin.inverse();
  other.axis = -joint.axis;
  return other;
}

/// Of a joint whose motions do not commute: one joint for each, the last first.
std::vector<Joint> turned_steps(const Joint& joint, Robot& robot) {
  const std::vector<JointStep> steps = steps_of(joint);
  const std::vector<std::string>& suffixes = coordinate_suffixes(joint.type);
  std::vector<Joint> chain;
  for (std::size_t k = steps.size(); k-- > 0;) {
    Joint step;
    step.name = joint.name + suffixes[k];
    require(!robot.find_joint(step.name), joint.where,
            "joint " + quoted(joint.name) + " must be written as one-degree joints, of which " +
                quoted(step.name) + " is there already",
            "rename the joint of that name", Code::name);
    step.type =
        steps[k].motion == JointMotion::prismatic ? JointType::prismatic : JointType::revolute;
    step.parent = chain.empty() ? joint.child : chain.back().child;
    if (chain.empty()) step.origin = joint.tip.inverse();
    step.axis = -steps[k].axis.normalized();
    step.where = joint.where;
    if (k == 0) {
      step.child = joint.parent;
      step.tip = joint.origin.inverse();
    } else {
      step.child = free_place_name(robot, step.name);
      robot.links.push_back({step.child, {}, {}, joint.where, {}});
    }
    chain.push_back(std::move(step));
  }
  return chain;
}

/// Turns all joints on the way; the others stay, in their order.
void turn_round(const std::vector<std::size_t>& path, Robot& robot) {
  std::vector<Joint> joints;
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    const Joint& joint = robot.joints[j];
    if (std::find(path.begin(), path.end(), j) == path.end()) {
      joints.push_back(joint);
    } else if (has_one_axis(joint.type)) {
      joints.push_back(turned(joint));
    } else {
      for (Joint& step : turned_steps(joint, robot)) joints.push_back(std::move(step));
    }
  }
  robot.joints = std::move(joints);
}

[[noreturn]] void refuse_root(const Robot& robot, const std::string& name) {
  std::vector<std::string> places = phrase::names_of(robot.links);
  for (const Frame& frame : robot.frames) places.push_back(frame.name);
  throw Error(
      Code::name,
      "robot " + quoted(robot.name) + " has no link or frame " + quoted(name) + " to be hung from",
      phrase::did_you_mean(name, places));
}

}  // namespace

Robot rooted_at(const Robot& as_written, const std::string& root) {
  validate(as_written);
  Robot robot = as_written;
  if (robot.find_frame(root)) make_link_of(root, robot);
  if (!robot.find_link(root)) refuse_root(as_written, root);
  const GroundJoints ground(as_written);
  if (root == as_written.base || root == ground.body()) return as_written;
  require(!ground.carries(root), robot.find_link(root)->where,
          "link " + quoted(root) + " lies between the ground and the body, and carries it",
          "choose a root from " + quoted(ground.body()) + " on", Code::unsupported);
  const std::vector<std::size_t> path = joints_between(robot, ground.body(), root);
  Isometry3d at_zero = Isometry3d::Identity();
  refuse_bending_on(robot, ground.body());
  for (const std::size_t j : path) {
    const Joint& joint = robot.joints[j];
    refuse_bending_on(robot, joint.child);
    ground.check_follows(joint, at_zero * joint.origin);
    at_zero = at_zero * joint.origin * joint.tip;
  }
  if (ground.empty()) {
    robot.base = root;
  } else {
    robot.joints[ground.last()].child = root;
    robot.joints[ground.last()].tip = ground.tip_for(at_zero);
  }
  turn_round(path, robot);
  return robot;
}

Robot with_free_base(const Robot& as_written, const std::vector<std::string>& motions) {
  validate(as_written);
  static constexpr std::array names = {"x", "y", "z", "rx", "ry", "rz"};
  Robot robot = as_written;
  std::string parent = "ground";
  std::vector<Link> links = {Link{parent, {}, {}, {}, {}}};
  std::vector<Joint> joints;
  for (std::size_t k = 0; k < motions.size(); ++k) {
    const auto known = std::find(names.begin(), names.end(), motions[k]);
    require(known != names.end(), "a base does not move in a way " + quoted(motions[k]),
            "use some of x y z rx ry rz, each once", Code::name);
    const auto which = known - names.begin();
    Joint joint;
    joint.name = "base." + motions[k];
    joint.type = which < 3 ? JointType::prismatic : JointType::revolute;
    joint.axis = Eigen::Vector3d::Unit(which % 3);
    joint.limits.torque = 0.0;
    joint.parent = parent;
    const bool last = k + 1 == motions.size();
    joint.child = last ? as_written.base : joint.name;
    if (!last) links.push_back(Link{joint.name, {}, {}, {}, {}});
    parent = joint.child;
    joints.push_back(std::move(joint));
  }
  if (joints.empty()) return as_written;
  robot.base = "ground";
  robot.links.insert(robot.links.begin(), links.begin(), links.end());
  robot.joints.insert(robot.joints.begin(), joints.begin(), joints.end());
  validate(robot);
  return robot;
}

}  // namespace alembert
