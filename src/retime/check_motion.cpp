#include <algorithm>
#include <cmath>

#include "retime/checks.hpp"
#include "task/friction_hull.hpp"
#include "task/planned_motion.hpp"
#include "task/violation.hpp"

namespace alembert {
namespace {

void raise(double& worst, double value, double lower, double upper) {
  const double size = size_of_limits(lower, upper);
  if (size > 0.0) worst = std::max(worst, violation_of(value, lower, upper, size));
}

}  // namespace

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
