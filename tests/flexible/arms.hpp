// Arms that bend, for tests: planar and spatial, mixed, trees.
#pragma once

#include <random>

#include "alembert/flexible_equations.hpp"

namespace alembert::test {

inline Along constant(double value) { return {{}, {value}, {}}; }

inline FlexibleLink beam(double length, int y, int z, int torsion = 0, int axial = 0) {
  FlexibleLink f;
  f.length = length;
  f.mass_per_length = constant(0.6);
  f.EIz = constant(9.0);
  f.EIy = constant(14.0);
  f.GJ = constant(5.0);
  f.EA = constant(4000.0);
  f.bending_y = y;
  f.bending_z = z;
  f.torsion = torsion;
  f.axial = axial;
  if (torsion > 0) f.polar_inertia = constant(2e-3);
  return f;
}

inline Inertia some_body(double mass, std::mt19937& random) {
  std::uniform_real_distribution<double> u(-1.0, 1.0);
  Inertia body;
  body.mass = mass;
  body.com = 0.1 * Eigen::Vector3d(u(random), u(random), u(random));
  Eigen::Matrix3d A;
  for (double& x : A.reshaped()) x = 0.1 * u(random);
  const Eigen::Matrix3d second = A * A.transpose() + 1e-3 * Eigen::Matrix3d::Identity();
  body.about_com = second.trace() * Eigen::Matrix3d::Identity() - second;
  return body;
}

/// An arm built joint by joint in code.
struct ArmMaker {
  Robot robot;
  std::mt19937 random{7};

  explicit ArmMaker(const Eigen::Vector3d& gravity = {0.0, 0.0, -9.81}) {
    robot.name = "arm";
    robot.base = "base";
    robot.gravity = gravity;
    Link base;
    base.name = "base";
    robot.links.push_back(base);
  }

  ArmMaker& joint(const std::string& name, const std::string& parent, JointType type,
                  const Eigen::Vector3d& at, const Eigen::Vector3d& axis) {
    Joint joint;
    joint.name = "j_" + name;
    joint.parent = parent;
    joint.child = name;
    joint.type = type;
    joint.origin.translation() = at;
    joint.axis = axis.normalized();
    robot.joints.push_back(joint);
    Link link;
    link.name = name;
    robot.links.push_back(link);
    return *this;
  }
  ArmMaker& turned(double roll, double pitch, double yaw) {
    robot.joints.back().origin.linear() = (Eigen::AngleAxisd(yaw, Eigen::Vector3d::UnitZ()) *
                                           Eigen::AngleAxisd(pitch, Eigen::Vector3d::UnitY()) *
                                           Eigen::AngleAxisd(roll, Eigen::Vector3d::UnitX()))
                                              .toRotationMatrix();
    return *this;
  }
  ArmMaker& bends(const FlexibleLink& f) {
    robot.links.back().flexible = std::make_shared<const FlexibleLink>(f);
    return *this;
  }
  ArmMaker& body(double mass) {
    robot.links.back().inertia = some_body(mass, random);
    return *this;
  }
};

inline Eigen::VectorXd random_vector(int size, double scale, std::mt19937& random) {
  std::uniform_real_distribution<double> u(-scale, scale);
  Eigen::VectorXd v(size);
  for (double& x : v) x = u(random);
  return v;
}

}  // namespace alembert::test
