#include "alembert/verify.hpp"

#include <algorithm>
#include <cmath>

#include "simulate/integrator.hpp"
#include "simulate/planned.hpp"

namespace alembert {
namespace {

/// Keeps the largest differences between plan and integration.
void compare(const PlannedMotion& plan, const Eigen::VectorXd& y, const MotionProblem& problem,
             Verification& out) {
  const MotionPoint& point = plan.point();
  for (int j = 0; j < point.dofs; ++j) {
    const double error = std::abs(y[j] - point.q()[j]);
    double& joint = out.joint_errors[static_cast<std::size_t>(j)];
    joint = std::max(joint, error);
    if (error > out.position_error) {
      out.position_error = error;
      out.worst_time = point.time;
      out.worst_joint = problem.model.coordinates()[static_cast<std::size_t>(j)].name;
    }
    out.velocity_error = std::max(out.velocity_error, std::abs(y[point.dofs + j] - point.v()[j]));
  }
}

/// Torque between the samples of a table.
Eigen::VectorXd interpolated(const std::vector<MotionSample>& table, double t) {
  const double step = table[1].t - table[0].t;
  const auto last = static_cast<double>(table.size() - 2);
  const double k = std::clamp(std::floor(t / step), 0.0, last);
  const auto i = static_cast<std::size_t>(k);
  return table[i].tau + (t / step - k) * (table[i + 1].tau - table[i].tau);
}

}  // namespace

Verification verify(const MotionProblem& problem, const Trajectory& motion,
                    const VerifyOptions& options) {
  PlannedMotion plan(problem, motion);
  const int n = problem.model.dofs();
  Verification out;
  out.integrator = "SUNDIALS CVODE";
  out.joint_errors.assign(static_cast<std::size_t>(n), 0.0);
  int segment = 0;
  std::unique_ptr<ForwardDynamics<double>> dynamics;
  std::vector<MotionSample> table;
  if (options.torque_table > 1) table = sample(problem, motion, options.torque_table);
  Eigen::VectorXd q(n), v(n), a(n), tau(n);
  const auto slope = [&](double t, const Eigen::VectorXd& y, Eigen::VectorXd& dy) {
    plan.evaluate(t, segment);
    q = y.head(n);
    v = y.tail(n);
    tau = table.empty() ? plan.torque() : interpolated(table, t);
    if (!(*dynamics)(q, v, tau, plan.loads(), a)) return false;
    dy << v, a;
    return true;
  };
  Integrator integrator(2 * n, slope, {options.relative_tolerance, options.absolute_tolerance});

  plan.evaluate(0.0, 0);
  Eigen::VectorXd y(2 * n);
  y << plan.point().q(), plan.point().v();
  int next = 1;
  for (segment = 0; segment < plan.segments(); ++segment) {
    // The torque bends at knots, and jumps where something is picked up: begin again there.
    dynamics = std::make_unique<ForwardDynamics<double>>(plan.model(segment));
    integrator.start(plan.knot(segment), y);
    const double end = plan.knot(segment + 1);
    while (true) {
      const double sample = plan.duration() * next / std::max(1, options.samples - 1);
      const double target = std::min(sample, end);
      const bool arrived = integrator.advance(target);
      out.end = integrator.time();
      out.steps = integrator.steps();
      if (!arrived) return out;
      plan.evaluate(target, segment);
      compare(plan, integrator.state(), problem, out);
      if (target >= end) break;
      ++next;
    }
    y = integrator.state();
  }
  out.finished = true;
  return out;
}

}  // namespace alembert
