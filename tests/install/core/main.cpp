// The torque that holds a pendulum: 2 kg, half a metre from its pivot, held out level.
#include <alembert/inverse_dynamics.hpp>
#include <cstdio>

int main() {
  alembert::Robot robot{.name = "pendulum", .base = "base"};
  robot.links = {{.name = "base"}, {.name = "bob", .inertia = alembert::Inertia{2.0, {0.5, 0, 0}}}};
  robot.joints = {{.name = "pivot", .parent = "base", .child = "bob", .axis = {0, -1, 0}}};
  alembert::InverseDynamics<double> torques(alembert::compile(robot));
  Eigen::VectorXd tau(1);
  torques.gravity(Eigen::VectorXd::Zero(1), tau);
  std::printf("%.2f N m\n", tau[0]);
  return tau[0] > 9.80 && tau[0] < 9.82 ? 0 : 1;
}
