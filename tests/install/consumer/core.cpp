// A pendulum built in code: what alembert::core can do without the readers.
#include <alembert/inverse_dynamics.hpp>
#include <cmath>
#include <cstdio>

int main() {
  alembert::Robot robot;
  robot.name = "pendulum";
  robot.base = "base";
  alembert::Link base, bob;
  base.name = "base";
  bob.name = "bob";
  bob.inertia = alembert::Inertia{2.0, {0.5, 0.0, 0.0}, 0.01 * Eigen::Matrix3d::Identity()};
  robot.links = {base, bob};
  alembert::Joint joint;
  joint.name = "pivot";
  joint.parent = "base";
  joint.child = "bob";
  joint.axis = Eigen::Vector3d::UnitY();
  robot.joints = {joint};
  alembert::InverseDynamics<double> id(alembert::compile(robot));
  Eigen::VectorXd zero = Eigen::VectorXd::Zero(1), tau(1);
  id(zero, zero, zero, tau);
  std::printf("torque that holds it: %g N m\n", tau[0]);
  return std::abs(std::abs(tau[0]) - 2.0 * 9.81 * 0.5) < 1e-12 ? 0 : 1;
}
