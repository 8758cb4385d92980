#include "alembert/verify.hpp"

#include <algorithm>

#include "simulate/applied_torque.hpp"
#include "simulate/comparison.hpp"
#include "simulate/integrator.hpp"

namespace alembert {

bool Verification::within(double tolerance) const {
  return finished && position_error <= tolerance;
}

Verification verify(const MotionProblem& problem, const Trajectory& motion,
                    const VerifyOptions& options) {
  AppliedTorque applied(problem, motion, options.torque_table);
  const PlannedMotion& plan = applied.plan();
  const int n = problem.model.dofs();
  Comparison comparison(problem, "SUNDIALS CVODE");
  Verification& out = comparison.result;
  int segment = 0;
  std::unique_ptr<ForwardDynamics> dynamics;
  Eigen::VectorXd q(n), v(n), a(n);
  const auto slope = [&](double t, const Eigen::VectorXd& y, Eigen::VectorXd& dy) {
    applied.evaluate(t, segment);
    q = y.head(n);
    v = y.tail(n);
    if (!(*dynamics)(q, v, applied.value(), applied.loads(), a)) return false;
    dy << v, a;
    return true;
  };
  Integrator integrator(2 * n, slope, {options.relative_tolerance, options.absolute_tolerance});

  applied.evaluate(0.0, 0);
  Eigen::VectorXd y(2 * n);
  y << plan.point().q(), plan.point().v();
  int next = 1;
  for (segment = 0; segment < plan.segments(); ++segment) {
    // The torque bends at knots, and jumps where something is picked up: begin again there.
    dynamics = std::make_unique<ForwardDynamics>(without_coulomb(plan.model(segment)));
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
