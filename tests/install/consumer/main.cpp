// Prints the torque that holds a robot still at zero; fails if it does not come out.
#include <alembert/alembert.hpp>
#include <cstdio>

int main(int, char** argv) {
  const alembert::Model model = alembert::compile(alembert::load_robot(argv[1]));
  alembert::InverseDynamics id(model);
  Eigen::VectorXd tau(model.dofs());
  id.gravity(Eigen::VectorXd::Zero(model.dofs()), tau);
  std::printf("%.6f %.6f\n", tau[0], tau[1]);
  return tau.allFinite() && tau[0] > 3.9 && tau[0] < 4.0 ? 0 : 1;
}
