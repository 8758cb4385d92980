// examine(): the reader's findings, then validate(), then the doctor's own checks (docs/doctor.md).
#include "alembert/doctor.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "alembert/flexible_link.hpp"
#include "model/doctor_checks.hpp"
#include "model/validate_parts.hpp"

namespace alembert {

namespace {

/// Pose of each link in the frame of its body's first link.
std::vector<Eigen::Isometry3d> poses_in_bodies(const Robot& robot, const LinkTree& tree) {
  std::vector<Eigen::Isometry3d> poses(robot.links.size(), Eigen::Isometry3d::Identity());
  for (const int link : tree.order) {
    const int j = tree.joint_above[link];
    if (j < 0 || robot.joints[j].type != JointType::fixed) continue;
    poses[link] = poses[tree.parent[link]] * robot.joints[j].origin * robot.joints[j].tip;
  }
  return poses;
}

void weld(Body& body, const Eigen::Isometry3d& pose, const Inertia& inertia) {
  body.own = combined(body.own, transformed(pose, inertia));
  body.written = true;
}

}  // namespace

Patient::Patient(const Robot& robot_)
    : robot(robot_), tree(robot_), body_of(robot_.links.size(), 0), extent(robot_.links.size()) {
  const std::vector<Eigen::Isometry3d> pose = poses_in_bodies(robot, tree);
  bodies.push_back({.first_link = tree.order.front()});
  std::unordered_map<std::string_view, std::pair<int, Eigen::Isometry3d>> places;
  for (const int link : tree.order) {
    const int j = tree.joint_above[link];
    if (j >= 0) {
      const int above = body_of[tree.parent[link]];
      body_of[link] = above;
      if (robot.joints[j].type != JointType::fixed) {
        body_of[link] = static_cast<int>(bodies.size());
        bodies[above].leaf = false;
        bodies.push_back({.joint = j, .parent = above, .first_link = link});
      }
      double& reach = extent[tree.parent[link]];
      reach = std::max(reach, robot.joints[j].origin.translation().norm());
      extent[link] = robot.joints[j].tip.translation().norm();
    }
    if (const auto& inertia = robot.links[link].inertia) {
      weld(bodies[body_of[link]], pose[link], *inertia);
      extent[link] = std::max(extent[link], inertia->com.norm());
    }
    places.emplace(robot.links[link].name, std::pair(link, Eigen::Isometry3d::Identity()));
  }
  for (const Frame& frame : robot.frames) {
    places.emplace(frame.name, std::pair(places.at(frame.link).first, frame.pose));
  }
  for (const Payload& payload : robot.payloads) {
    const auto& [link, place_on_link] = places.at(payload.frame);
    weld(bodies[body_of[link]], pose[link] * place_on_link, payload.inertia);
  }
  for (auto body = bodies.rbegin(); body != bodies.rend(); ++body) {
    body->subtree_mass += body->own.mass;
    if (body->parent >= 0) bodies[body->parent].subtree_mass += body->subtree_mass;
  }
}

Location Patient::place(const Link& link) const {
  return best_place(robot, link.inertia_where, link.where);
}

Location Patient::place(const Joint& joint) const { return best_place(robot, joint.where); }

Location Patient::limits_place(const Joint& joint) const {
  return best_place(robot, joint.limits.where, joint.where);
}

std::vector<Finding> examine(const Robot& robot) {
  std::vector<Finding> findings = robot.findings;
  try {
    validate(robot);
  } catch (const Error& error) {
    findings.push_back({Finding::Severity::error, error.where(), error.reason(), error.fix()});
    return findings;
  }
  const Robot stiff = rigidified(robot);  // a bending link has its beam's mass
  Patient patient(stiff);
  check_masses(patient);
  check_tensors(patient);
  check_units(patient);
  check_joints(patient);
  findings.insert(findings.end(), patient.findings.begin(), patient.findings.end());
  const std::vector<Finding> bending = examine_flexible(robot);
  findings.insert(findings.end(), bending.begin(), bending.end());
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Finding& a, const Finding& b) { return a.where.line < b.where.line; });
  return findings;
}

}  // namespace alembert
