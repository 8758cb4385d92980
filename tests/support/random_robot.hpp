// Random robots and states, always the same for the same seed.
#pragma once

#include <Eigen/Geometry>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "alembert/model.hpp"
#include "alembert/robot.hpp"

namespace alembert::test {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}

  double real(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }
  bool chance(double probability) { return real(0.0, 1.0) < probability; }

  Eigen::Vector3d vector(double size = 1.0) {
    return {real(-size, size), real(-size, size), real(-size, size)};
  }
  Eigen::Vector3d direction() {
    Eigen::Vector3d u;
    do u = vector();
    while (u.norm() < 0.1 || u.norm() > 1.0);
    return u.normalized();
  }
  Eigen::Isometry3d pose(double size = 0.5) {
    // Named first: compilers evaluate arguments in different orders, and robots would differ.
    const double angle = real(-3.0, 3.0);
    const Eigen::Vector3d axis = direction();
    Eigen::Isometry3d X(Eigen::AngleAxisd(angle, axis).toRotationMatrix());
    X.translation() = vector(size);
    return X;
  }
  Eigen::VectorXd values(int n, double size = 2.0) {
    Eigen::VectorXd x(n);
    for (double& e : x) e = real(-size, size);
    return x;
  }
  /// A body that could exist: the inertia of eight weighted particles.
  Inertia body() {
    Inertia sum;
    for (int k = 0; k < 8; ++k) {
      sum = combined(sum, Inertia{real(0.1, 1.0), vector(0.4), Eigen::Matrix3d::Zero()});
    }
    return sum;
  }

 private:
  std::mt19937 engine_;
};

struct RandomRobotOptions {
  int joints = 6;
  bool chain = false;  ///< no branches
  std::vector<JointType> types = {JointType::revolute, JointType::prismatic};
  double couple = 0.0;            ///< chance that a joint follows an earlier one of its kind
  double tip = 0.0;               ///< chance of a frame behind the joint, as in standard DH
  double nearly_parallel = -1.0;  ///< if >= 0, each axis is this many radians from its parent's
  bool drives = false;            ///< friction, rotors, springs
  bool square = false;            ///< see make_square
};

inline std::vector<JointType> all_joint_types() {
  return {JointType::revolute, JointType::continuous,  JointType::prismatic, JointType::fixed,
          JointType::helical,  JointType::cylindrical, JointType::universal, JointType::spherical,
          JointType::planar,   JointType::floating};
}

inline void add_drive(Joint& joint, Random& random) {
  joint.friction = {random.real(0.0, 1.0), random.real(0.0, 1.0)};
  joint.rotor = {random.real(0.0, 1e-3), random.real(10.0, 100.0)};
  joint.spring = {random.real(0.0, 5.0), random.real(-1.0, 1.0)};
}

/// Upright, with right angles, some axes a little off them, offsets along axes and links without
/// mass: most constants become exactly zero, as in robots that people build.
inline void make_square(Robot& robot, Random& random) {
  const auto along_axis = [&](double size) {
    Eigen::Vector3d u = Eigen::Vector3d::Zero();
    u[random.integer(0, 2)] = size * random.integer(-1, 1);
    return u;
  };
  const auto pose = [&] {
    Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
    for (int k = 0; k < 3; ++k) {
      const Eigen::Vector3d axis = Eigen::Vector3d::Unit(random.integer(0, 2));
      const bool off = random.chance(0.2);
      const Eigen::Matrix3d turn =
          Eigen::AngleAxisd(off ? 0.05 : std::numbers::pi / 2, axis).toRotationMatrix();
      R *= off ? turn : Eigen::Matrix3d(turn.array().round());
    }
    Eigen::Isometry3d X(R);
    X.translation() = along_axis(0.3);
    return X;
  };
  robot.base_pose = Eigen::Isometry3d::Identity();
  robot.gravity = {0.0, 0.0, -9.81};
  for (Link& link : robot.links) link.inertia->com = along_axis(0.2);
  for (Joint& joint : robot.joints) {
    joint.origin = pose();
    joint.axis = Eigen::Vector3d::UnitZ();
    for (Link& link : robot.links) {
      if (link.name == joint.parent && random.chance(0.3)) link.inertia.reset();
    }
  }
}

inline Robot random_robot(Random& random, const RandomRobotOptions& options) {
  Robot robot;
  robot.name = "random";
  robot.base = "base";
  robot.base_pose = random.pose();
  robot.gravity = random.vector(10.0);
  robot.links.push_back({"base", random.body(), {}, {}, {}});
  for (int j = 0; j < options.joints; ++j) {
    const std::string number = std::to_string(j);
    const int parent = options.chain ? j : random.integer(std::max(0, j - 4), j);
    Joint joint;
    joint.name = "j" + number;
    joint.parent = robot.links[static_cast<std::size_t>(parent)].name;
    joint.child = "l" + number;
    joint.type = options.types[static_cast<std::size_t>(
        random.integer(0, static_cast<int>(options.types.size()) - 1))];
    joint.origin = random.pose();
    joint.axis = joint.type == JointType::planar ? Eigen::Vector3d::UnitZ() : random.direction();
    joint.axis2 = random.direction();
    if (options.nearly_parallel >= 0.0) {
      joint.axis = Eigen::Vector3d::UnitZ();
      const double around = random.real(-3.0, 3.0);
      joint.origin.linear() =
          Eigen::AngleAxisd(options.nearly_parallel,
                            Eigen::Vector3d(std::cos(around), std::sin(around), 0.0))
              .toRotationMatrix() *
          Eigen::AngleAxisd(random.real(-3.0, 3.0), Eigen::Vector3d::UnitZ()).toRotationMatrix();
    }
    joint.pitch = joint.type == JointType::helical ? random.real(-0.3, 0.3) : 0.0;
    if (random.chance(options.tip)) joint.tip = random.pose();
    const bool single = coordinate_suffixes(joint.type).size() == 1;
    if (single && options.drives) add_drive(joint, random);
    if (single && random.chance(options.couple)) {
      for (const Joint& leader : robot.joints) {
        if (leader.type == joint.type && random.chance(0.5)) {
          joint.mimic = Mimic{leader.name, random.real(-2.0, 2.0), random.real(-1.0, 1.0), {}};
        }
      }
    }
    robot.joints.push_back(joint);
    robot.links.push_back({joint.child, random.body(), {}, {}, {}});
  }
  robot.frames.push_back({"tool", robot.links.back().name, random.pose(), {}});
  robot.payloads.push_back({"tool", random.body(), {}});
  if (options.square) make_square(robot, random);
  return robot;
}

/// Joints in any order in the file: compile() must not depend on parents coming first.
inline void shuffle_joints(Robot& robot, Random& random) {
  for (std::size_t i = robot.joints.size(); i > 1; --i) {
    std::swap(robot.joints[i - 1],
              robot.joints[static_cast<std::size_t>(random.integer(0, static_cast<int>(i) - 1))]);
  }
}

}  // namespace alembert::test
