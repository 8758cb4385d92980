#include "simulate/bending/verify_led.hpp"

#include <algorithm>

#include "alembert/arm_modes.hpp"
#include "alembert/bending_model.hpp"
#include "alembert/flexible_simulation.hpp"
#include "require.hpp"
#include "simulate/comparison.hpp"
#include "task/planned_motion.hpp"

namespace alembert {

namespace {

/// Whole periods of the slowest mode that are waited for after the end.
constexpr double periods = 1.5;

double slowest_period(const FlexibleModel& arm, const Eigen::VectorXd& z) {
  ModesOptions held;
  for (int j = 0; j < arm.joints; ++j) held.locked.push_back(j);
  const ArmModes modes = arm_modes(arm, z, held);
  return modes.frequencies.size() > 0 && modes.frequencies[0] > 0.0 ? 1.0 / modes.frequencies[0]
                                                                    : 0.0;
}

}  // namespace

Verification verify_led(const Task& task, const Trajectory& motion, const VerifyOptions& options) {
  task.model().arm().require(ArmUse::leading);
  require(task.stages().size() == 1,
          "joints are led of arms that bend, under loads that do not change",
          "verify the torques instead", Error::Code::unsupported);
  const Stage& stage = task.stages().front();
  const FlexibleModel& arm = flexible_arm(stage.model);
  const std::vector<int> places = places_in(stage.model, arm);
  const double T = motion.duration();
  FlexibleRun run;
  run.path = joint_path(stage.model, motion);
  run.loads = loads_on(stage.model, arm, stage.loads);
  PlannedMotion plan(task, motion);
  plan.evaluate(0.0, 0);
  run.z = plan.point().q()(places);
  run.v = plan.point().v()(places);
  run.sample = T / std::max(1, options.samples - 1);
  run.relative_tolerance = std::max(options.relative_tolerance, 1e-10);
  run.max_seconds = options.max_seconds;
  run.checkpoint = options.checkpoint;
  run.duration = T + periods * slowest_period(arm, motion.q(motion.q.end())(places));
  const FlexibleSimulation led = simulate_flexible({}, arm, run);
  Comparison comparison(task.problem(), "SUNDIALS CVODE");
  Verification& out = comparison.result;
  out.mode = VerificationMode::joints_led;
  Eigen::VectorXd q(task.dofs()), v(task.dofs());
  for (const FlexibleSample& sample : led.samples) {
    if (sample.t > T * (1.0 + 1e-12)) break;
    const double t = std::min(sample.t, T);
    plan.evaluate(t, plan.segment_at(t));
    q(places) = sample.z;
    v(places) = sample.v;
    comparison.add(plan.point(), q, v);
  }
  out.finished = !led.diverged && !led.out_of_time;
  out.out_of_time = led.out_of_time;
  out.end = std::min(led.end, T);
  out.steps = led.steps;
  out.swing = led.residual();
  return out;
}

}  // namespace alembert
