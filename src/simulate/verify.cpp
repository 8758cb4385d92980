#include "alembert/verify.hpp"

#include <algorithm>

#include "simulate/applied_torque.hpp"
#include "simulate/comparison.hpp"
#include "simulate/integrator.hpp"
#include "simulate/verify_led.hpp"

namespace alembert {

Verification verify(const MotionProblem& problem, const Trajectory& motion,
                    const VerifyOptions& options) {
  return verify(Task(problem, motion), motion, options);
}

Verification verify(const Task& task, const Trajectory& motion, const VerifyOptions& options) {
  if (options.lead_joints) return verify_led(task, motion, options);
  AppliedTorque applied(task, motion, options.torque_table);
  const PlannedMotion& plan = applied.plan();
  const Task smooth = task.without_coulomb();
  const std::vector<std::unique_ptr<Dynamics>> arms = smooth.workspaces();
  const int n = task.dofs();
  Comparison comparison(task.problem(), "SUNDIALS CVODE");
  Verification& out = comparison.result;
  if (options.restart) out.mode = VerificationMode::knot_to_knot;
  int segment = 0;
  MotionPoint arm(n, task.forces());
  Eigen::VectorXd a(n);
  const auto slope = [&](double t, const Eigen::VectorXd& y, Eigen::VectorXd& dy) {
    applied.evaluate(t, segment);
    arm.z.head(2 * n) = y;
    arm.z.tail(2 * arm.forces) = plan.point().z.tail(2 * arm.forces);
    Dynamics& now = *arms[smooth.stage_index(segment)];
    if (!now.acceleration(arm, applied.value(), a)) return false;
    dy << y.tail(n), a;
    return true;
  };
  Integrator integrator(2 * n, slope,
                        {.relative_tolerance = options.relative_tolerance,
                         .absolute_tolerance = options.absolute_tolerance,
                         .checkpoint = options.checkpoint});

  applied.evaluate(0.0, 0);
  Eigen::VectorXd y(2 * n);
  y << plan.point().q(), plan.point().v();
  int next = 1;
  for (segment = 0; segment < plan.segments(); ++segment) {
    // The torque bends at knots, and jumps where something is picked up: begin again there.
    if (options.restart) {
      applied.evaluate(plan.knot(segment), segment);
      y << plan.point().q(), plan.point().v();
    }
    integrator.start(plan.knot(segment), y);
    const double end = plan.knot(segment + 1);
    while (true) {
      const double sample = plan.duration() * next / std::max(1, options.samples - 1);
      const double target = std::min(sample, end);
      const bool arrived = integrator.advance(target);
      out.end = integrator.time();
      out.steps = integrator.steps();
      if (!arrived) return out;
      applied.evaluate(target, segment);
      const Eigen::VectorXd& now = integrator.state();
      comparison.add(plan.point(), now.head(n), now.tail(n));
      if (target >= end) break;
      ++next;
    }
    y = integrator.state();
  }
  out.finished = true;
  return out;
}

}  // namespace alembert
