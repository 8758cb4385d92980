// Why a problem can have no answer, seen without solving it.
#include <algorithm>
#include <cmath>

#include "alembert/energy.hpp"
#include "alembert/inverse_kinematics.hpp"
#include "motion/diagnosis.hpp"
#include "motion/passive.hpp"
#include "task/frame_functions.hpp"
#include "task/holding.hpp"
#include "task/limits.hpp"
#include "task/spans.hpp"

namespace alembert {
namespace {

using Cause = std::optional<InfeasibilityCause>;
using Kind = InfeasibilityCause::Kind;

constexpr double open_gap = 1e-3;     // m or rad: more than numbers written by hand leave
constexpr double drift_slack = 1e-3;  // m: the same

/// Start, goal or a waypoint.
struct Place {
  const Condition& condition;
  LimitPlace place;
  std::string waypoint = {};  // its name
};

/// In the order of the motion.
std::vector<Place> places(const MotionProblem& problem) {
  std::vector<Place> all{{problem.start, LimitPlace::start}};
  for (const Waypoint& waypoint : problem.waypoints) {
    all.push_back({waypoint.condition, LimitPlace::waypoint, waypoint.name});
  }
  all.push_back({problem.goal, LimitPlace::goal});
  return all;
}

InfeasibilityCause cause_at(const Place& place, Kind kind) {
  return {.kind = kind, .place = place.place, .waypoint = place.waypoint};
}

/// Of one joint, and the limits that its value is outside of.
InfeasibilityCause joint_cause(const Place& place, Kind kind, const Coordinate& joint, double value,
                               double lower, double upper) {
  return {.kind = kind,
          .place = place.place,
          .waypoint = place.waypoint,
          .name = joint.name,
          .angular = joint.angular,
          .value = value,
          .lower = lower,
          .upper = upper};
}

Cause outside_limits(const Place& place, const MotionProblem& problem) {
  const MotionLimits& limits = problem.limits;
  const Condition& condition = place.condition;
  for (int j = 0; condition.q && j < problem.model.dofs(); ++j) {
    const Coordinate& joint = problem.model.coordinates()[j];
    const double q = (*condition.q)[j];
    if (q < limits.lower[j] - 1e-9 || q > limits.upper[j] + 1e-9) {
      return joint_cause(place, Kind::position_outside, joint, q, limits.lower[j], limits.upper[j]);
    }
    if (condition.v && std::abs((*condition.v)[j]) > limits.velocity[j]) {
      return joint_cause(place, Kind::velocity_outside, joint, (*condition.v)[j],
                         -limits.velocity[j], limits.velocity[j]);
    }
  }
  return {};
}

/// Rest is asked for where the motors cannot hold the arm.
Cause cannot_hold(const Place& place, const Stage& stage, const MotionProblem& problem) {
  const Condition& condition = place.condition;
  if (!condition.q || !must_be_held(condition)) return {};
  const std::optional<Unheld> weak = unheld_joint(problem, stage, *condition.q);
  if (!weak) return {};
  return joint_cause(place, Kind::cannot_hold, problem.model.coordinates()[weak->joint],
                     weak->torque, problem.limits.torque_lower[weak->joint],
                     problem.limits.torque_upper[weak->joint]);
}

/// Loops that the given joint values leave open.
Cause open_loop(const Place& place, const MotionProblem& problem) {
  if (!place.condition.q) return {};
  MotionPoint point(problem.model.dofs(), problem.force_count());
  point.z.head(point.dofs) = *place.condition.q;
  for (const CutJoint& cut : problem.cut_joints) {
    Closure closure(problem.model, cut);
    Eigen::VectorXd gap = Eigen::VectorXd::Zero(closure.size());
    closure.value(point, gap);
    InfeasibilityCause cause = cause_at(place, Kind::loop_open);
    cause.value = gap.head(cut.directions.rows()).norm();
    cause.turned = gap.tail(gap.size() - cut.directions.rows()).norm();
    if (cause.value <= open_gap && cause.turned <= open_gap) continue;
    cause.name = cut.name;
    cause.frame_a = problem.model.frame(cut.frame_a).name;
    cause.frame_b = problem.model.frame(cut.frame_b).name;
    cause.oriented = cut.hold_orientation;
    return cause;
  }
  return {};
}

/// Mass times mass centre, up to a constant: the energy in a field along each axis.
Eigen::Vector3d mass_moment(const Model& model, const Eigen::VectorXd& q) {
  Eigen::Vector3d sum;
  for (int k = 0; k < 3; ++k) {
    Energy energy(with_gravity(model, -Eigen::Vector3d::Unit(k)));
    sum[k] = energy(q, Eigen::VectorXd::Zero(q.size())).gravity;
  }
  return sum;
}

/// A free-flyer that starts at rest keeps its mass centre where it is.
Cause drifts(const MotionProblem& problem) {
  const Condition &start = problem.start, &goal = problem.goal;
  if (!is_free_flying(problem) || !start.q || !goal.q || !must_be_held(start)) return {};
  double mass = 0.0;
  for (const ModelJoint& joint : problem.model.joints()) mass += joint.inertia.mass;
  const Eigen::Vector3d moved =
      (mass_moment(problem.model, *goal.q) - mass_moment(problem.model, *start.q)) / mass;
  if (moved.norm() <= drift_slack) return {};
  return InfeasibilityCause{.kind = Kind::drifts, .value = moved.norm()};
}

Cause too_far(const MotionProblem& problem) {
  if (!problem.start.q || !problem.goal.q) return {};
  for (int j = 0; j < problem.model.dofs(); ++j) {
    const double distance = std::abs((*problem.goal.q)[j] - (*problem.start.q)[j]);
    const double needed = distance / problem.limits.velocity[j];
    if (needed <= problem.duration.longest) continue;
    const Coordinate& joint = problem.model.coordinates()[j];
    return InfeasibilityCause{.kind = Kind::too_far,
                              .name = joint.name,
                              .angular = joint.angular,
                              .value = needed,
                              .upper = problem.limits.velocity[j],
                              .allowed = problem.duration.longest};
  }
  return {};
}

/// Solids that are too close where joint values are given. Those that may touch are always far.
Cause too_close(const Task& task) {
  const MotionProblem& problem = task.problem();
  MotionPoint point(problem.model.dofs(), problem.force_count());
  Eigen::VectorXd value(1);
  for (const Place& place : places(problem)) {
    if (!place.condition.q) continue;
    point.z.head(point.dofs) = *place.condition.q;
    for (const PointLimit& limit : limits_of(task)) {
      if (!is_clearance(limit)) continue;
      limit.term.clone().of_instant()->value(point, value);
      if (value[0] >= -1e-9) continue;
      InfeasibilityCause cause = cause_at(place, Kind::too_close);
      cause.name = limit.subjects.front().name;
      cause.other = limit.subjects.front().other;
      cause.value = limit.reading(value[0]);
      cause.lower = problem.clearance.margin;
      return cause;
    }
  }
  return {};
}

/// A path limit that a start or goal of given joint values is outside of.
Cause outside_path(const MotionProblem& problem) {
  MotionPoint point(problem.model.dofs(), problem.force_count());
  for (const Place& place : places(problem)) {
    if (!place.condition.q || place.place == LimitPlace::waypoint) continue;
    const double at = place.place == LimitPlace::start ? 0.0 : 1.0;
    point.z.head(point.dofs) = *place.condition.q;
    InfeasibilityCause cause = cause_at(place, Kind::outside_path);
    const auto outside = [&](const auto& asked) {
      if (at < asked.during.from || asked.during.to < at) return false;
      const PointLimit limit = limit_on(problem, asked);
      Eigen::VectorXd value = Eigen::VectorXd::Zero(limit.term.size());
      limit.term.of_instant()->value(point, value);
      cause.name = asked.name;
      return !(((value - limit.upper).array() <= 1e-6).all() &&
               ((limit.lower - value).array() <= 1e-6).all());
    };
    const auto any = [&](const auto& all) { return std::any_of(all.begin(), all.end(), outside); };
    if (any(problem.positions) || any(problem.lines) || any(problem.axes) || any(problem.sums)) {
      return cause;
    }
  }
  return {};
}

}  // namespace

Cause obvious_contradiction(const Task& task) {
  const MotionProblem& problem = task.problem();
  if (problem.duration.shortest > problem.duration.longest) {
    return InfeasibilityCause{.kind = Kind::duration_reversed,
                              .value = problem.duration.shortest,
                              .upper = problem.duration.longest};
  }
  const Place start{problem.start, LimitPlace::start}, goal{problem.goal, LimitPlace::goal};
  std::vector<Cause> causes{outside_limits(start, problem), outside_limits(goal, problem)};
  for (const Place& place : places(problem)) {
    if (place.place == LimitPlace::waypoint) causes.push_back(outside_limits(place, problem));
  }
  causes.insert(causes.end(),
                {cannot_hold(start, task.stages().front(), problem),
                 cannot_hold(goal, task.stages().back(), problem), open_loop(start, problem),
                 open_loop(goal, problem), too_far(problem), drifts(problem), too_close(task),
                 outside_path(problem)});
  for (const Cause& cause : causes) {
    if (cause) return cause;
  }
  return {};
}

Cause pose_out_of_reach(const MotionProblem& problem) {
  for (const Place& place : places(problem)) {
    const Condition& condition = place.condition;
    if (!condition.pose || !condition.pose->position) continue;
    const FrameTarget& target = *condition.pose;
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    pose.translation() = *target.position;
    if (target.orientation) pose.linear() = *target.orientation;
    IkOptions options;
    options.position_only = !target.orientation;
    const Eigen::VectorXd start = condition.q.value_or(Eigen::VectorXd::Zero(problem.model.dofs()));
    const IkResult found = inverse_kinematics(problem.model, target.frame, pose, start, options);
    if (found.solved()) continue;
    InfeasibilityCause cause = cause_at(place, Kind::pose_out_of_reach);
    cause.name = problem.model.frame(target.frame).name;
    cause.value = found.position_error;
    cause.turned = found.orientation_error;
    cause.oriented = target.orientation.has_value();
    return cause;
  }
  return {};
}

Cause pose_too_heavy_to_hold(const Solution& solution) {
  for (const LimitNote& note : solution.violations) {
    if (note.of.kind != LimitKind::holding_torque) continue;
    return InfeasibilityCause{.kind = Kind::pose_too_heavy, .place = note.of.place};
  }
  return {};
}

}  // namespace alembert
