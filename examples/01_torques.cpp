// Torques that a motion needs, and the motion that those torques cause.
//
//   ./build/release/examples/01_torques models/puma560.yaml
#include <alembert/alembert.hpp>
#include <iostream>

int main(int argc, char** argv) try {
  const auto robot = alembert::load_robot(argc > 1 ? argv[1] : "models/puma560.yaml");
  const auto model = alembert::compile(robot);

  const Eigen::VectorXd q = Eigen::VectorXd::Constant(model.dofs(), 0.5);
  const Eigen::VectorXd v = Eigen::VectorXd::Constant(model.dofs(), 1.0);
  const Eigen::VectorXd a = Eigen::VectorXd::Constant(model.dofs(), 2.0);
  Eigen::VectorXd tau(model.dofs()), again(model.dofs());

  alembert::InverseDynamics id(model);  // owns its workspace: make one per thread, once
  id(q, v, a, tau);                     // no allocation from here on
  std::cout << "torques        " << tau.transpose() << '\n';

  alembert::ForwardDynamics fd(model);
  if (!fd(q, v, tau, again)) return 1;
  std::cout << "accelerations  " << again.transpose() << '\n';
  return (again - a).norm() < 1e-9 ? 0 : 1;
} catch (const alembert::Error& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
