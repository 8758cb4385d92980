// The torque that holds a pendulum, looked up.
#include <alembert/tables.hpp>
#include <cstdio>

int main() {
  alembert::Robot robot{.name = "pendulum", .base = "base"};
  robot.links = {{.name = "base"}, {.name = "bob", .inertia = alembert::Inertia{2.0, {0.5, 0, 0}}}};
  robot.joints = {{.name = "pivot", .parent = "base", .child = "bob", .axis = {0, -1, 0}}};
  robot.joints[0].limits = {.lower = -1.0, .upper = 1.0, .velocity = 2.0};
  alembert::DynamicsTable table(alembert::compile(robot),
                                alembert::TableMethod::configuration_space, {.nodes = 17});
  Eigen::VectorXd tau(1);
  const bool inside =
      table(Eigen::VectorXd::Zero(1), Eigen::VectorXd::Zero(1), Eigen::VectorXd::Zero(1), tau);
  std::printf("%.2f N m\n", tau[0]);
  return inside && tau[0] > 9.80 && tau[0] < 9.82 ? 0 : 1;
}
