// What the tests of readers and writers share: expected errors, and robots compared part by part.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "alembert/io.hpp"
#include "support/compare.hpp"

namespace alembert::testing {

/// Calls `read` and expects an Error at `line` whose text holds every one of `parts`.
template <typename Read>
void expect_error(Read&& read, int line, const std::vector<std::string>& parts) {
  try {
    read();
    ADD_FAILURE() << "no error; expected one on line " << line << " with '" << parts.at(0) << "'";
  } catch (const Error& error) {
    EXPECT_EQ(error.where().line, line) << error.what();
    EXPECT_FALSE(error.fix().empty()) << error.what();
    for (const std::string& part : parts) {
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos)
          << "'" << part << "' is not in: " << error.what();
    }
  }
}

inline const Finding* find_finding(const Robot& robot, const std::string& part) {
  const auto it = std::find_if(
      robot.findings.begin(), robot.findings.end(),
      [&](const Finding& finding) { return finding.text().find(part) != std::string::npos; });
  return it == robot.findings.end() ? nullptr : &*it;
}

inline void expect_same_pose(const Eigen::Isometry3d& a, const Eigen::Isometry3d& b,
                             double tolerance, const std::string& what) {
  EXPECT_LE(test::largest_difference(a.matrix(), b.matrix()), tolerance) << what;
}

inline void expect_same_inertia(const Inertia& a, const Inertia& b, double tolerance,
                                const std::string& what) {
  EXPECT_NEAR(a.mass, b.mass, tolerance) << what;
  EXPECT_LE(test::largest_difference(a.com, b.com), tolerance) << what;
  EXPECT_LE(test::largest_difference(a.about_com, b.about_com), tolerance) << what;
}

inline void expect_same_visuals(const Link& a, const Link& b) {
  ASSERT_EQ(a.visuals.size(), b.visuals.size()) << a.name;
  for (std::size_t i = 0; i < a.visuals.size(); ++i) {
    EXPECT_EQ(a.visuals[i].shape, b.visuals[i].shape) << a.name;
    EXPECT_EQ(a.visuals[i].size, b.visuals[i].size) << a.name;
    EXPECT_EQ(a.visuals[i].mesh, b.visuals[i].mesh) << a.name;
    EXPECT_EQ(a.visuals[i].rgba, b.visuals[i].rgba) << a.name;
    expect_same_pose(a.visuals[i].pose, b.visuals[i].pose, 1e-15, a.name);
  }
}

inline void expect_same_limits(const Joint& a, const Joint& b) {
  EXPECT_EQ(a.limits.lower, b.limits.lower) << a.name;
  EXPECT_EQ(a.limits.upper, b.limits.upper) << a.name;
  EXPECT_EQ(a.limits.velocity, b.limits.velocity) << a.name;
  EXPECT_EQ(a.limits.acceleration, b.limits.acceleration) << a.name;
  EXPECT_EQ(a.limits.jerk, b.limits.jerk) << a.name;
  EXPECT_EQ(a.limits.torque, b.limits.torque) << a.name;
}

inline void expect_same_joint(const Joint& a, const Joint& b, double tolerance) {
  EXPECT_EQ(a.type, b.type) << a.name;
  EXPECT_EQ(a.parent, b.parent) << a.name;
  EXPECT_EQ(a.child, b.child) << a.name;
  expect_same_pose(a.origin, b.origin, tolerance, a.name);
  expect_same_pose(a.tip, b.tip, tolerance, a.name);
  EXPECT_LE(test::largest_difference(a.axis, b.axis), tolerance) << a.name;
  EXPECT_LE(test::largest_difference(a.axis2, b.axis2), tolerance) << a.name;
  EXPECT_EQ(a.pitch, b.pitch) << a.name;
  expect_same_limits(a, b);
  EXPECT_EQ(a.friction.viscous, b.friction.viscous) << a.name;
  EXPECT_EQ(a.friction.coulomb, b.friction.coulomb) << a.name;
  EXPECT_EQ(a.rotor.inertia, b.rotor.inertia) << a.name;
  EXPECT_EQ(a.rotor.gear, b.rotor.gear) << a.name;
  EXPECT_EQ(a.spring.stiffness, b.spring.stiffness) << a.name;
  EXPECT_EQ(a.spring.rest, b.spring.rest) << a.name;
  ASSERT_EQ(a.mimic.has_value(), b.mimic.has_value()) << a.name;
  if (!a.mimic) return;
  EXPECT_EQ(a.mimic->joint, b.mimic->joint) << a.name;
  EXPECT_EQ(a.mimic->ratio, b.mimic->ratio) << a.name;
  EXPECT_EQ(a.mimic->offset, b.mimic->offset) << a.name;
}

/// Same joints in the same order and same links in any order; lines and findings aside.
inline void expect_same_robot(const Robot& a, const Robot& b, double tolerance) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.base, b.base);
  EXPECT_EQ(a.gravity, b.gravity);
  expect_same_pose(a.base_pose, b.base_pose, tolerance, "base");
  ASSERT_EQ(a.links.size(), b.links.size());
  for (const Link& link : a.links) {
    const Link* other = b.find_link(link.name);
    ASSERT_NE(other, nullptr) << link.name;
    expect_same_visuals(link, *other);
    ASSERT_EQ(link.inertia.has_value(), other->inertia.has_value()) << link.name;
    if (link.inertia) expect_same_inertia(*link.inertia, *other->inertia, tolerance, link.name);
  }
  ASSERT_EQ(a.joints.size(), b.joints.size());
  for (std::size_t i = 0; i < a.joints.size(); ++i) {
    EXPECT_EQ(a.joints[i].name, b.joints[i].name);
    expect_same_joint(a.joints[i], b.joints[i], tolerance);
  }
  ASSERT_EQ(a.frames.size(), b.frames.size());
  for (std::size_t i = 0; i < a.frames.size(); ++i) {
    EXPECT_EQ(a.frames[i].name, b.frames[i].name);
    EXPECT_EQ(a.frames[i].link, b.frames[i].link);
    expect_same_pose(a.frames[i].pose, b.frames[i].pose, tolerance, a.frames[i].name);
  }
  ASSERT_EQ(a.payloads.size(), b.payloads.size());
  for (std::size_t i = 0; i < a.payloads.size(); ++i) {
    EXPECT_EQ(a.payloads[i].frame, b.payloads[i].frame);
    expect_same_inertia(a.payloads[i].inertia, b.payloads[i].inertia, tolerance, "payload");
  }
}

/// Pose of the child link in the parent link, for one-degree joints about or along their axis.
inline Eigen::Isometry3d moved(const Joint& joint, double q) {
  Eigen::Isometry3d motion = Eigen::Isometry3d::Identity();
  if (joint.type == JointType::prismatic) {
    motion.translation() = q * joint.axis;
  } else if (joint.type != JointType::fixed) {
    motion.linear() = Eigen::AngleAxisd(q, joint.axis).toRotationMatrix();
  }
  return joint.origin * motion * joint.tip;
}

}  // namespace alembert::testing
