// A planned swing of a pendulum: do its torques, integrated forward, bring the motion back?
#include <alembert/verify.hpp>
#include <cstdio>

int main() {
  alembert::Robot robot{.name = "pendulum", .base = "base"};
  robot.links = {{.name = "base"}, {.name = "bob", .inertia = alembert::Inertia{2.0, {0.5, 0, 0}}}};
  robot.joints = {{.name = "pivot", .parent = "base", .child = "bob", .axis = {0, -1, 0}}};
  const Eigen::VectorXd points{{0.0, 0.0, 0.0, 0.5, 1.0, 1.0, 1.0}};
  alembert::MotionProblem problem(alembert::compile(robot));
  problem.start.q = points.head(1);
  problem.goal.q = points.tail(1);
  const alembert::BSpline plan(3, alembert::BSpline::clamped_knots(3, 4, 1.0), points);
  const alembert::Verification check = alembert::verify(problem, {plan, {}});
  std::printf("off by %.1e rad after %g s\n", check.position_error, check.end);
  return check.within(1e-6) ? 0 : 1;
}
