// Reads a robot (YAML, URDF, MJCF), and tells the torques that hold it and what is odd about it.
#include <alembert/doctor.hpp>
#include <alembert/inverse_dynamics.hpp>
#include <alembert/io.hpp>
#include <iostream>

int main(int, char** argv) try {
  const alembert::Robot robot = alembert::load_robot(argv[1]);
  for (const auto& finding : alembert::examine(robot)) std::cout << finding.text() << '\n';
  const alembert::Model model = alembert::compile(robot);
  alembert::InverseDynamics<double> torques(model);
  Eigen::VectorXd tau(model.dofs());
  torques.gravity(Eigen::VectorXd::Zero(model.dofs()), tau);
  std::cout << tau.transpose() << '\n';
} catch (const alembert::Error& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
