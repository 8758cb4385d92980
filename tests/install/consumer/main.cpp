// Prints the torque that holds a robot still at zero and how fast it can move; fails if either does
// not come out.
#include <alembert/alembert.hpp>
#include <cstdio>

int main(int, char** argv) {
  const alembert::Model model = alembert::compile(alembert::load_robot(argv[1]));
  alembert::InverseDynamics id(model);
  Eigen::VectorXd tau(model.dofs());
  id.gravity(Eigen::VectorXd::Zero(model.dofs()), tau);
  std::printf("%.6f %.6f\n", tau[0], tau[1]);
  if (!(tau[0] > 3.9 && tau[0] < 4.0)) return 1;

  alembert::MotionProblem task(model);
  task.start.q = Eigen::Vector2d(0.0, -2.0);
  task.goal.q = Eigen::Vector2d(1.0, -1.0);
  const alembert::Solution solution = alembert::solve(task);
  std::printf("%s\n", summary(solution).c_str());
  return solution.status == alembert::MotionStatus::solved ? 0 : 1;
}
