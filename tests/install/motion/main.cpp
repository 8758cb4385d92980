// The fastest way to lift a pendulum by a radian, with at most 15 N m.
#include <alembert/motion.hpp>
#include <cstdio>

int main() {
  alembert::Robot robot{.name = "pendulum", .base = "base"};
  robot.links = {{.name = "base"}, {.name = "bob", .inertia = alembert::Inertia{2.0, {0.5, 0, 0}}}};
  robot.joints = {{.name = "pivot", .parent = "base", .child = "bob", .axis = {0, -1, 0}}};
  robot.joints[0].limits.torque = 15.0;
  alembert::MotionProblem problem(alembert::compile(robot));
  problem.start.q = Eigen::VectorXd::Zero(1);
  problem.goal.q = Eigen::VectorXd::Ones(1);
  const alembert::Solution found = alembert::solve(problem);
  std::printf("%s: %.3f s\n", to_string(found.status), found.motion.duration());
  return found.status == alembert::MotionStatus::solved ? 0 : 1;
}
