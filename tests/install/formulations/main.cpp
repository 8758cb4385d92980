// The torque that holds a pendulum, as Kane writes it.
#include <alembert/formulation.hpp>
#include <cstdio>

int main() {
  alembert::Robot robot{.name = "pendulum", .base = "base"};
  robot.links = {{.name = "base"}, {.name = "bob", .inertia = alembert::Inertia{2.0, {0.5, 0, 0}}}};
  robot.joints = {{.name = "pivot", .parent = "base", .child = "bob", .axis = {0, -1, 0}}};
  const alembert::Model model = alembert::compile(robot);
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(1);
  Eigen::VectorXd tau(1);
  alembert::Formulations::get("kane")(model, zero, zero, zero, tau);
  std::printf("%.2f N m by Kane\n", tau[0]);
  return tau[0] > 9.80 && tau[0] < 9.82 ? 0 : 1;
}
