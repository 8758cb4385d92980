// Two arms whose torques one can write down: in the x-y plane, gravity along -y, point masses.
#pragma once

#include "alembert/model.hpp"
#include "alembert/robot.hpp"

namespace alembert::test {

inline Inertia point_mass(double mass, double x) {
  return {mass, {x, 0.0, 0.0}, Eigen::Matrix3d::Zero()};
}

inline Robot two_joints(Joint first, Joint second, const Inertia& link1, const Inertia& link2) {
  Robot robot;
  robot.name = "planar";
  robot.base = "base";
  robot.gravity = {0.0, -9.81, 0.0};
  robot.links = {
      {"base", {}, {}, {}, {}}, {"link1", link1, {}, {}, {}}, {"link2", link2, {}, {}, {}}};
  first.name = "joint1";
  first.parent = "base";
  first.child = "link1";
  second.name = "joint2";
  second.parent = "link1";
  second.child = "link2";
  robot.joints = {first, second};
  return robot;
}

/// Two turning joints, links of length 1 with their mass at the tip.
inline Model elbow_arm(double m1, double m2) {
  Joint shoulder, elbow;
  elbow.origin.translation().x() = 1.0;
  return compile(two_joints(shoulder, elbow, point_mass(m1, 1.0), point_mass(m2, 1.0)));
}

/// A turning joint, then a slide along the turned x: the mass m2 at distance q2 from the centre.
inline Model polar_arm(double m1, double m2) {
  Joint turn, slide;
  slide.type = JointType::prismatic;
  slide.axis = Eigen::Vector3d::UnitX();
  return compile(two_joints(turn, slide, point_mass(m1, 1.0), point_mass(m2, 0.0)));
}

}  // namespace alembert::test
