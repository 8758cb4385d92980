// Your own robot: what the doctor says, the torques that hold it, the fastest way there and back.
#include <alembert/alembert.hpp>
#include <iostream>

int main(int argc, char** argv) try {
  const auto robot = alembert::load_robot(argc > 1 ? argv[1] : "models/seven_axis.yaml");
  for (const auto& finding : alembert::examine(robot)) std::cout << finding.text() << '\n';

  const auto model = alembert::compile(robot);
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(model.dofs());
  Eigen::VectorXd q(7), tau(model.dofs());
  q << 0, 0.3, 0, -1.5, 0, 1.8, 0;

  alembert::InverseDynamics torques(model);  // make one per thread, once
  torques(q, zero, zero, tau);               // no allocation: fit for a 1 kHz loop
  std::cout << "holding torques, N m: " << tau.transpose() << '\n';

  alembert::MotionProblem problem(model);  // limits are the file's
  problem.start.q = q;
  problem.goal.q = q + Eigen::VectorXd::Constant(7, 0.3);
  const auto found = alembert::solve(problem);
  std::cout << alembert::summary(found) << '\n';
  return found.status == alembert::MotionStatus::solved ? 0 : 1;
} catch (const alembert::Error& error) {
  std::cerr << error.what() << '\n';  // file, line, what, what to do
  return 1;
}
