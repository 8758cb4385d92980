// Two thin links carry a payload: planned as if they were stiff they swing on when they arrive;
// planned as they bend, in the same time, they stand still.
//
//   ./build/release/examples/11_bending
#include <alembert/alembert.hpp>
#include <iostream>

int main() try {
  const alembert::Robot robot = alembert::load_robot("models/flexible_two_link.yaml");
  alembert::MotionProblem problem(alembert::compile_bending(robot));
  const alembert::FlexibleModel arm = alembert::flexible_arm(problem.model);
  problem.start.q = alembert::resting(arm, Eigen::Vector2d(0.0, 0.0));
  problem.goal.q = alembert::resting(arm, Eigen::Vector2d(1.0, 0.5));
  problem.duration = {1.5, 1.5, {}};
  problem.minimize = {.time = 0.0, .jerk = 1.0};
  problem.spline.degree = 5;
  const auto solution = alembert::solve(problem);
  std::cout << summary(solution) << '\n';

  // Joints led as planned, on the arm that bends.
  const auto swings_on = [&](const alembert::JointPath& path) {
    alembert::FlexibleRun run;
    run.path = path;
    run.duration = path.duration + 2.0;
    return alembert::simulate_flexible(robot, arm, run).residual();
  };
  const double stiff =
      swings_on(alembert::rest_to_rest(Eigen::Vector2d(0.0, 0.0), Eigen::Vector2d(1.0, 0.5), 1.5));
  const double planned = swings_on(alembert::joint_path(problem.model, solution.motion));
  std::cout << "a smooth path of stiff links leaves " << 1e3 * stiff << " mm of vibration, this "
            << 1e3 * planned << " mm\n";

  // Which of its numbers a heavier or longer link would change most.
  const Eigen::VectorXd z = *problem.goal.q, still = Eigen::VectorXd::Zero(z.size());
  Eigen::VectorXd a = still;
  a[0] = 1.0;
  using Kind = alembert::FlexibleParameter::Kind;
  const auto by_length = alembert::design_slopes(robot, {"lower", Kind::length}, z, still, a);
  std::cout << "a metre more of the lower link costs " << by_length.forces[0]
            << " N m of the shoulder's torque a rad/s^2\n";
  return planned < 0.1 * stiff ? 0 : 1;
} catch (const alembert::Error& e) {
  std::cerr << e.what() << '\n';
  return 1;
}
