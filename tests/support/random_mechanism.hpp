// What random problems of plain arms leave out: robots of many joints of which half stay still,
// loops, joints without motors, few and many segments, friction that turns fast.
#pragma once

#include "support/random_problem.hpp"

namespace alembert::test {

class MechanismMaker {
 public:
  explicit MechanismMaker(unsigned seed) : seed_(seed), random_(seed + 5000u) {}

  /// 13 to 32 joints; the others need not move.
  RandomProblem large_tree() {
    RandomRobotOptions tree{.joints = random_.integer(13, 32)};
    tree.types = {JointType::revolute, JointType::revolute, JointType::prismatic};
    Robot robot = random_robot(random_, tree);
    const Model bare = compile(robot);
    const int n = bare.dofs();
    Eigen::VectorXd start(n), goal(n);
    for (int j = 0; j < n; ++j) {
      const double size = bare.coordinates()[static_cast<std::size_t>(j)].angular ? 1.0 : 0.1;
      start[j] = size * random_.real(-1.0, 1.0);
      goal[j] = random_.chance(0.4) ? start[j] + size * random_.real(-1.0, 1.0) : start[j];
    }
    const std::string friction = add_friction(robot, random_.real(0.5, 20.0));
    MotionProblem problem(compile(robot));
    problem.start.q = start;
    problem.goal.q = goal;
    set_motors(robot, problem);
    return finished("large tree", friction, "joint", std::move(robot), std::move(problem));
  }

  /// A crank that turns a rocker; one motor.
  RandomProblem four_bar() {
    const double a = random_.real(0.1, 0.2), b = random_.real(0.4, 0.6),
                 c = random_.real(0.35, 0.5), ground = random_.real(0.4, 0.5);
    Robot robot = planar("four bar");
    add_bar(robot, "base", "crank", Eigen::Vector3d::Zero(), a);
    add_bar(robot, "crank", "coupler", {a, 0.0, 0.0}, b);
    add_bar(robot, "base", "rocker", {ground, 0.0, 0.0}, c);
    const std::string friction = add_friction(robot, 0.1);
    MotionProblem problem(compile(robot));
    const auto closed = [&](double theta) {
      const Eigen::Vector2d A(a * std::cos(theta), a * std::sin(theta)), O(ground, 0.0);
      const Eigen::Vector2d to = O - A;
      const double d = to.norm(), along = (d * d + b * b - c * c) / (2.0 * d);
      const double across = std::sqrt(b * b - along * along);
      const Eigen::Vector2d B = A + along / d * to + across / d * Eigen::Vector2d(-to.y(), to.x());
      const double coupler = std::atan2(B.y() - A.y(), B.x() - A.x());
      return Eigen::Vector3d(theta, coupler - theta, std::atan2(B.y() - O.y(), B.x() - O.x()));
    };
    const double from = random_.real(-1.0, 1.0), by = random_.real(0.5, 1.5);
    problem.start.q = closed(from);
    problem.goal.q = closed(from + by);
    unlimited(problem);
    problem.limits.torque_lower.setZero(3);
    problem.limits.torque_upper.setZero(3);
    problem.limits.torque_upper[0] = random_.real(1.0, 3.0) * 9.81 * weight_of(robot) * a;
    problem.limits.torque_lower[0] = -problem.limits.torque_upper[0];
    problem.limits.velocity.setConstant(random_.real(3.0, 10.0));
    CutJoint pin{.name = "pin",
                 .frame_a = problem.model.frame("rocker tip"),
                 .frame_b = problem.model.frame("coupler tip")};
    pin.directions.resize(2, 3);
    pin.directions << 1.0, 0.0, 0.0, 0.0, 1.0, 0.0;
    problem.cut_joints.push_back(pin);
    problem.minimize.jerk = 1e-7;  // a loop cannot follow jumps
    problem.spline.degree = 5;
    const std::string held = hand_something("rocker tip", problem);
    return finished("four bar", friction, "loop" + held, std::move(robot), std::move(problem));
  }

  /// A cart that carries something on a rope; it hangs still again at the end.
  RandomProblem crane() {
    Robot robot = planar("crane");
    add_bar(robot, "base", "cart", Eigen::Vector3d::Zero(), 0.1);
    add_bar(robot, "cart", "rope", Eigen::Vector3d::Zero(), random_.real(0.3, 1.0));
    robot.joints[0].type = JointType::prismatic;
    robot.joints[0].axis = Eigen::Vector3d::UnitX();
    robot.joints[1].origin.linear() =
        Eigen::AngleAxisd(-0.5 * std::numbers::pi, Eigen::Vector3d::UnitZ()).toRotationMatrix();
    MotionProblem problem(compile(robot));
    problem.start.q = Eigen::Vector2d(random_.real(-0.5, 0.0), 0.0);
    problem.goal.q = Eigen::Vector2d(random_.real(0.1, 1.0), 0.0);
    unlimited(problem);
    const double force = random_.real(0.2, 1.5) * 9.81 * weight_of(robot);
    problem.limits.torque_lower = Eigen::Vector2d(-force, 0.0);
    problem.limits.torque_upper = Eigen::Vector2d(force, 0.0);
    problem.limits.velocity[0] = random_.real(0.3, 2.0);
    if (random_.chance(0.5)) problem.minimize.effort = 1e-4;
    const std::string held = hand_something("rope tip", problem);
    return finished("crane", "none", "no motor" + held, std::move(robot), std::move(problem));
  }

  /// A plain arm on other segments, whose friction turns within milliradians a second.
  RandomProblem plain(const std::string& models) {
    RandomProblem made = random_problem(seed_, {.models = models});
    if (made.friction == "coulomb" && random_.chance(0.5)) {
      made.problem.slip_speed = std::exp(random_.real(std::log(0.002), std::log(0.05)));
      made.friction = "stiff coulomb";
    }
    choose_segments(made.problem);
    return made;
  }

 private:
  static Robot planar(const char* name) {
    Robot robot;
    robot.name = name;
    robot.base = "base";
    robot.gravity = {0.0, -9.81, 0.0};
    robot.links.push_back({"base", {}, {}, {}, {}});
    return robot;
  }
  /// A link along x behind a joint that turns about z, its tip a frame.
  void add_bar(Robot& robot, const char* parent, const std::string& name, const Eigen::Vector3d& at,
               double length) {
    Inertia body;
    body.mass = random_.real(0.5, 3.0);
    body.com = {0.5 * length, random_.real(-0.02, 0.02), 0.0};
    body.about_com =
        body.mass * length * length / 12.0 * Eigen::Vector3d(0.1, 1.0, 1.0).asDiagonal();
    robot.links.push_back({name, body, {}, {}, {}});
    Joint joint;
    joint.name = name + " joint";
    joint.parent = parent;
    joint.child = name;
    joint.axis = Eigen::Vector3d::UnitZ();
    joint.origin.translation() = at;
    robot.joints.push_back(joint);
    Frame tip{name + " tip", name, Eigen::Isometry3d::Identity(), {}};
    tip.pose.translation().x() = length;
    robot.frames.push_back(tip);
  }

  std::string add_friction(Robot& robot, double size) {
    const double kind = random_.real(0.0, 1.0);
    if (kind < 0.4) return "none";
    for (Joint& joint : robot.joints) {
      if (joint.mimic) continue;
      joint.friction.viscous = random_.real(0.0, 0.1) * size;
      if (kind > 0.6) joint.friction.coulomb = random_.real(0.0, 0.2) * size;
    }
    return kind > 0.6 ? "coulomb" : "viscous";
  }

  static void unlimited(MotionProblem& problem) {
    const Eigen::VectorXd none = Eigen::VectorXd::Constant(problem.model.dofs(), infinity);
    MotionLimits& limits = problem.limits;
    limits.lower = limits.torque_lower = -none;
    limits.upper = limits.torque_upper = none;
    limits.velocity = limits.acceleration = limits.jerk = limits.power = none;
  }

  /// Strong enough to hold the arm on the straight way, and to hurry.
  void set_motors(const Robot& robot, MotionProblem& problem) {
    unlimited(problem);
    const int n = problem.model.dofs();
    DenseArm arm(robot, problem.model);
    const Eigen::VectorXd rest = Eigen::VectorXd::Zero(n);
    Eigen::VectorXd holding = rest, inertia = rest;
    for (int k = 0; k <= 10; ++k) {
      const Eigen::VectorXd q = *problem.start.q + 0.1 * k * (*problem.goal.q - *problem.start.q);
      const Eigen::VectorXd held = arm.torque(q, rest, rest, problem.slip_speed);
      holding = holding.cwiseMax(held.cwiseAbs());
      for (int j = 0; j < n; ++j) {
        const Eigen::VectorXd unit = Eigen::VectorXd::Unit(n, j);
        inertia[j] =
            std::max(inertia[j], arm.torque(q, rest, unit, problem.slip_speed)[j] - held[j]);
      }
    }
    for (int j = 0; j < n; ++j) {
      const double torque =
          random_.real(1.3, 2.0) * (holding[j] + 5.0) + random_.real(1.0, 10.0) * inertia[j];
      problem.limits.torque_upper[j] = torque;
      problem.limits.torque_lower[j] = -torque;
      problem.limits.velocity[j] = random_.real(0.5, 3.0);
    }
  }

  static double weight_of(const Robot& robot) {
    double weight = 0.0;
    for (const Link& link : robot.links) weight += link.inertia ? link.inertia->mass : 0.0;
    return weight;
  }

  /// A body on a frame for a part of the motion, and so another stage; or nothing.
  std::string hand_something(const char* frame, MotionProblem& problem) {
    if (!random_.chance(0.4)) return "";
    const double mass = random_.real(0.05, 0.3);
    problem.carried.push_back(
        {.name = "thing",
         .frame = problem.model.frame(frame),
         .inertia = {mass, Eigen::Vector3d::Zero(), 0.001 * mass * Eigen::Matrix3d::Identity()},
         .during = {random_.chance(0.5) ? 0.0 : 0.5, 1.0}});
    return "+carried";
  }

  void choose_segments(MotionProblem& problem) {
    static constexpr int counts[] = {4, 6, 8, 12, 20, 20, 40, 60};
    problem.spline.segments = counts[random_.integer(0, 7)];
    // Parts of the motion are whole segments, and waypoints stay apart.
    if (problem.carried.empty() && problem.loads.empty() && problem.waypoints.empty()) return;
    problem.spline.segments = std::max(20, problem.spline.segments);
  }

  RandomProblem finished(std::string arm, std::string friction, std::string task, Robot robot,
                         MotionProblem problem) {
    choose_segments(problem);
    return {seed_,           std::move(arm),   std::move(friction),
            std::move(task), std::move(robot), std::move(problem)};
  }

  unsigned seed_;
  Random random_;
};

/// One of all kinds.
inline RandomProblem random_mechanism(unsigned seed, const std::string& models) {
  MechanismMaker maker(seed);
  switch (seed % 6) {
    case 0:
    case 1:
      return maker.large_tree();
    case 2:
      return maker.four_bar();
    case 3:
      return maker.crane();
    default:
      return maker.plain(models);
  }
}

}  // namespace alembert::test
