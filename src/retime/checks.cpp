#include "retime/checks.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "alembert/arm.hpp"
#include "require.hpp"
#include "task/friction_hull.hpp"
#include "task/planned_motion.hpp"
#include "task/violation.hpp"

namespace alembert {
namespace {

void check_problem_and_path(const MotionProblem& problem, const BSpline& path) {
  const MotionLimits& limits = problem.limits;
  problem.model.arm().require(ArmUse::timing);
  require(path.dofs() == problem.model.dofs(),
          "a path of " + std::to_string(path.dofs()) + " coordinates for a robot of " +
              std::to_string(problem.model.dofs()),
          "give one column of the path a coordinate");
  require(problem.cut_joints.empty(), "a path of a closed loop cannot be timed",
          "give the robot without its cut joints");
  const auto whole = [](const During& during) { return during.from == 0.0 && during.to == 1.0; };
  for (const TimedLoad& load : problem.loads) {
    require(whole(load.during), "a load that comes or goes on the way",
            "time the path in parts, one for each load");
  }
  for (const Carried& body : problem.carried) {
    require(whole(body.during), "'" + body.name + "' is picked up or put down on the way",
            "time the path in parts, one with it and one without");
  }
  for (int j = 0; j < problem.model.dofs(); ++j) {
    const std::string& name = problem.model.coordinates()[j].name;
    require(limits.torque_lower[j] < limits.torque_upper[j],
            "joint '" + name + "' has no motor: its torque cannot be chosen",
            "give it a torque limit above 0, or lock it");
  }
}

void check_options(const RetimeOptions& options) {
  require(options.path_tolerance > 0.0, "a tolerance of the path that is not positive",
          "give one in rad or m");
  require(options.start_speed >= 0.0 && std::isfinite(options.start_speed) &&
              options.end_speed >= 0.0 && std::isfinite(options.end_speed),
          "a speed at an end of the path that is negative or no number",
          "give 0 or more, rad/s or m/s");
  if (!options.duration) return;
  require(*options.duration > 0.0 && std::isfinite(*options.duration),
          "a duration that is not positive", "give it in s");
  require(options.start_speed == 0.0 && options.end_speed == 0.0,
          "a duration and speeds at the ends of the path at once",
          "leave one of them out: the same motion in another time has other speeds");
}

void raise(double& worst, double value, double lower, double upper) {
  const double size = size_of_limits(lower, upper);
  if (size > 0.0) worst = std::max(worst, violation_of(value, lower, upper, size));
}

}  // namespace

void check_timing(const MotionProblem& problem, const BSpline& path, const RetimeOptions& options) {
  check_problem_and_path(problem, path);
  check_options(options);
  const auto still = [&](double at) {
    return path(at, 1).norm() <= 1e-12 * path.control_points().norm();
  };
  require((options.start_speed == 0.0 || !still(path.begin())) &&
              (options.end_speed == 0.0 || !still(path.end())),
          "a speed at an end of the path where it has no direction",
          "give a path whose parameter moves on there, or no speed");
}

SegmentExcess excess_of(const Task& task, const Trajectory& motion) {
  const MotionLimits& limits = task.problem().limits;
  const FrictionHull hull(task.problem());
  PlannedMotion plan(task, motion);
  SegmentExcess out{Eigen::VectorXd::Constant(plan.segments(), -infinity),
                    Eigen::VectorXd::Constant(plan.segments(), -infinity)};
  for (int e = 0; e < plan.segments(); ++e) {
    const double begin = plan.knot(e), h = plan.knot(e + 1) - begin;
    for (const double fraction : {0.0, 0.25, 0.5, 0.75, 1.0}) {
      plan.evaluate(begin + fraction * h, e);
      const MotionPoint& now = plan.point();
      const Eigen::VectorXd& tau = plan.torque();
      for (int i = 0; i < task.dofs(); ++i) {
        const double v = now.v()[i];
        for (const double more : {hull.above(i, v).value, hull.below(i, v).value}) {
          raise(out.limits[e], tau[i] + more, limits.torque_lower[i], limits.torque_upper[i]);
        }
        for (const double more : {hull.power_above(i, v).value, hull.power_below(i, v).value}) {
          raise(out.limits[e], tau[i] * v + more, -limits.power[i], limits.power[i]);
        }
        raise(out.limits[e], v, -limits.velocity[i], limits.velocity[i]);
        raise(out.limits[e], now.a()[i], -limits.acceleration[i], limits.acceleration[i]);
        raise(out.jerk[e], now.jerk()[i], -limits.jerk[i], limits.jerk[i]);
      }
    }
  }
  return out;
}

}  // namespace alembert
