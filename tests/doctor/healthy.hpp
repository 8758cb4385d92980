// Small robots with nothing wrong, for tests to break in one place.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "alembert/doctor.hpp"

namespace alembert::test {

inline Inertia rod(double mass, double length) {
  Inertia inertia;
  inertia.mass = mass;
  inertia.com = {0.5 * length, 0.0, 0.0};
  const double across = mass * length * length / 12.0;
  inertia.about_com = Eigen::Vector3d(0.02 * across, across, across).asDiagonal();
  return inertia;
}

inline Link rod_link(const std::string& name, int line) {
  Link link;
  link.name = name;
  link.inertia = rod(2.0, 0.4);
  link.where = {"arm.urdf", line};
  link.inertia_where = {"arm.urdf", line + 1};
  return link;
}

inline Joint hinge(const std::string& name, const std::string& parent, const std::string& child,
                   double offset, int line) {
  Joint joint;
  joint.name = name;
  joint.parent = parent;
  joint.child = child;
  joint.origin.translation() = Eigen::Vector3d(offset, 0.0, 0.0);
  joint.axis = Eigen::Vector3d::UnitY();
  joint.limits.lower = -2.0;
  joint.limits.upper = 2.0;
  joint.limits.velocity = 3.0;
  joint.limits.torque = 50.0;
  joint.limits.where = {"arm.urdf", line + 1};
  joint.where = {"arm.urdf", line};
  return joint;
}

/// base - shoulder - upper - elbow - lower, with a fixed tool: links on lines 10, 20, 30 and 40,
/// joints on lines 50, 60 and 70, the rest on line 80.
inline Robot arm() {
  Robot robot;
  robot.name = "arm";
  robot.file = "arm.urdf";
  robot.base = "base";
  robot.links = {rod_link("base", 10), rod_link("upper", 20), rod_link("lower", 30),
                 rod_link("tool", 40)};
  robot.links.back().inertia.reset();
  robot.joints = {hinge("shoulder", "base", "upper", 0.1, 50),
                  hinge("elbow", "upper", "lower", 0.4, 60)};
  Joint weld;
  weld.name = "weld";
  weld.type = JointType::fixed;
  weld.parent = "lower";
  weld.child = "tool";
  weld.origin.translation() = Eigen::Vector3d(0.4, 0.0, 0.0);
  weld.where = {"arm.urdf", 70};
  robot.joints.push_back(weld);
  robot.frames.push_back({"grasp", "tool", Eigen::Isometry3d::Identity(), {"arm.urdf", 80}});
  return robot;
}

inline std::vector<Finding> of_severity(const std::vector<Finding>& findings,
                                        Finding::Severity severity) {
  std::vector<Finding> some;
  std::copy_if(findings.begin(), findings.end(), std::back_inserter(some),
               [&](const Finding& finding) { return finding.severity == severity; });
  return some;
}

inline std::string texts(const std::vector<Finding>& findings) {
  std::string all;
  for (const Finding& finding : findings) all += finding.text() + '\n';
  return all;
}

}  // namespace alembert::test
