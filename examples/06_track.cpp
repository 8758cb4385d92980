// Plan a motion, integrate its torques, and let controllers follow it on an arm that is 5 % off.
//
//   ./build/release/examples/06_track
#include <alembert/alembert.hpp>
#include <iostream>

int main() try {
  alembert::MotionProblem problem(alembert::compile(alembert::load_robot("models/two_link.yaml")));
  problem.start.q = Eigen::Vector2d(-1.2, 0.5);
  problem.goal.q = Eigen::Vector2d(-0.4, 1.0);
  // Plan with less than the motors have: the controller needs the rest.
  problem.limits.torque_lower *= 0.7;
  problem.limits.torque_upper *= 0.7;
  const auto solution = alembert::solve(problem);
  std::cout << summary(solution) << '\n';

  const auto verified = alembert::verify(problem, solution.motion);
  std::cout << "integrated forward it comes back to " << verified.position_error << " rad\n";

  problem.limits = alembert::MotionLimits(problem.model);
  for (const auto kind : {alembert::Controller::feed_forward, alembert::Controller::pd_gravity,
                          alembert::Controller::computed_torque}) {
    alembert::SimulateOptions options;
    options.control.kind = kind;
    options.mismatch.model_error = 0.05;
    const auto run = alembert::simulate(problem, solution.motion, options);
    std::cout << controller_name(kind) << ": " << run.largest_error << " rad off at most\n";
  }
  return verified.within(1e-6) ? 0 : 1;
} catch (const alembert::Error& e) {
  std::cerr << e.what() << '\n';
  return 1;
}
