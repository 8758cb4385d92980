#include <cmath>
#include <cstdio>
#include <string>

#include "alembert/inverse_kinematics.hpp"
#include "motion/diagnosis.hpp"

namespace alembert {
namespace {

[[noreturn]] void refuse(Error::Code code, const std::string& reason, const std::string& fix) {
  throw Error(code, reason, fix);
}

void check_vector(const Eigen::VectorXd& vector, int size, const std::string& what) {
  if (vector.size() != size) {
    refuse(Error::Code::size,
           what + " has " + std::to_string(vector.size()) + " entries, the robot " +
               std::to_string(size) + " coordinates",
           "give one number a coordinate");
  }
  if (!vector.allFinite()) {
    refuse(Error::Code::value, what + " has an entry that is not finite", "give plain numbers");
  }
}

void check_condition(const Condition& condition, const Model& model, const std::string& name) {
  if (condition.q) check_vector(*condition.q, model.dofs(), name + " q");
  if (condition.v) check_vector(*condition.v, model.dofs(), name + " v");
  if (condition.a) check_vector(*condition.a, model.dofs(), name + " a");
}

void check_during(const During& during, const std::string& name) {
  if (!(0.0 <= during.from && during.from < during.to && during.to <= 1.0)) {
    refuse(Error::Code::value,
           name + " lasts from " + std::to_string(during.from) + " to " + std::to_string(during.to),
           "give fractions of the motion, 0 <= from < to <= 1");
  }
}

}  // namespace

void check_problem(const MotionProblem& problem) {
  const Model& model = problem.model;
  const SplineOptions& spline = problem.spline;
  if (spline.degree < 2 || spline.degree > 9) {
    refuse(Error::Code::value, "spline degree " + std::to_string(spline.degree),
           "choose 2 to 9; 3 gives continuous torques");
  }
  if (spline.segments < 2) {
    refuse(Error::Code::value, std::to_string(spline.segments) + " spline segments",
           "give at least 2; 20 is a good beginning");
  }
  check_condition(problem.start, model, "start");
  check_condition(problem.goal, model, "goal");
  if (!problem.repetition && !problem.start.q && !problem.start.pose) {
    refuse(Error::Code::value, "the motion has no start", "give start.q or start.pose");
  }
  double last = 0.0;
  for (const Waypoint& waypoint : problem.waypoints) {
    check_condition(waypoint.condition, model, "waypoint " + waypoint.name);
    const int knot = nearest_knot(problem, waypoint.at);
    if (!(waypoint.at > last && waypoint.at < 1.0) || knot < 1 || knot >= spline.segments) {
      refuse(Error::Code::value,
             "waypoint " + waypoint.name + " is at " + std::to_string(waypoint.at) +
                 " of the motion, after one at " + std::to_string(last),
             "put waypoints between 0 and 1, in order, at least a segment apart");
    }
    last = waypoint.at;
  }
  for (const Carried& body : problem.carried) check_during(body.during, body.name);
  for (const TimedLoad& load : problem.loads) check_during(load.during, "a load");
  for (const PositionLimit& limit : problem.positions) check_during(limit.during, limit.name);
  for (const AxisLimit& limit : problem.axes) check_during(limit.during, limit.name);
  const Objective& m = problem.minimize;
  for (const double weight : {m.time, m.effort, m.energy, m.jerk, m.torque_rate, m.path_length}) {
    if (!(weight >= 0.0) || !std::isfinite(weight)) {
      refuse(Error::Code::value, "an objective weight of " + std::to_string(weight),
             "give finite weights of at least 0");
    }
  }
  if (m.path_length > 0.0 && m.path_frame < 0) {
    refuse(Error::Code::value, "path_length without a frame", "name the frame whose path counts");
  }
}

namespace {

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

std::string outside_limits(const Condition& condition, const std::string& name,
                           const MotionProblem& problem) {
  const MotionLimits& limits = problem.limits;
  for (int j = 0; condition.q && j < problem.model.dofs(); ++j) {
    const std::string& joint = problem.model.coordinates()[j].name;
    const double q = (*condition.q)[j];
    if (q < limits.lower[j] - 1e-9 || q > limits.upper[j] + 1e-9) {
      return name + " is outside the position limits: " + joint + " = " + number(q) + ", limits " +
             number(limits.lower[j]) + " to " + number(limits.upper[j]);
    }
    if (condition.v && std::abs((*condition.v)[j]) > limits.velocity[j]) {
      return name + " is outside the velocity limits: " + joint + " moves at " +
             number((*condition.v)[j]) + ", limit " + number(limits.velocity[j]);
    }
  }
  return {};
}

/// Rest is asked for where the motors cannot hold the arm.
std::string cannot_hold(const Condition& condition, const std::string& name, const Stage& stage,
                        const MotionProblem& problem) {
  if (!condition.q || condition.v || condition.a || condition.any_velocity) return {};
  if (problem.force_count() > 0) return {};
  const MotionLimits& limits = problem.limits;
  MotionPoint point(problem.model.dofs(), 0);
  point.z.head(point.dofs) = *condition.q;
  Eigen::VectorXd tau(point.dofs);
  stage.torque->value(point, tau);
  for (int j = 0; j < point.dofs; ++j) {
    const double lower = limits.torque_lower[j], upper = limits.torque_upper[j];
    if (lower == upper || (lower <= tau[j] && tau[j] <= upper)) continue;
    return "the torque limits cannot hold the arm at the " + name + ": " +
           problem.model.coordinates()[j].name + " needs " + number(tau[j]) + ", limits " +
           number(lower) + " to " + number(upper);
  }
  return {};
}

std::string too_fast(const MotionProblem& problem) {
  if (!problem.start.q || !problem.goal.q) return {};
  for (int j = 0; j < problem.model.dofs(); ++j) {
    const double distance = std::abs((*problem.goal.q)[j] - (*problem.start.q)[j]);
    const double needed = distance / problem.limits.velocity[j];
    if (needed <= problem.duration.longest) continue;
    return "contradictory times: " + problem.model.coordinates()[j].name + " needs at least " +
           number(needed) + " s at its velocity limit of " + number(problem.limits.velocity[j]) +
           ", the longest duration is " + number(problem.duration.longest) + " s";
  }
  return {};
}

}  // namespace

std::string obvious_contradiction(const MotionProblem& problem) {
  if (problem.duration.shortest > problem.duration.longest) {
    return "contradictory times: the shortest duration, " + number(problem.duration.shortest) +
           " s, is longer than the longest, " + number(problem.duration.longest) + " s";
  }
  const std::vector<Stage> stages = make_stages(problem);
  std::vector<std::string> reasons{outside_limits(problem.start, "the start", problem),
                                   outside_limits(problem.goal, "the goal", problem)};
  for (const Waypoint& waypoint : problem.waypoints) {
    reasons.push_back(outside_limits(waypoint.condition, "waypoint " + waypoint.name, problem));
  }
  reasons.push_back(cannot_hold(problem.start, "start", stages.front(), problem));
  reasons.push_back(cannot_hold(problem.goal, "goal", stages.back(), problem));
  reasons.push_back(too_fast(problem));
  for (const std::string& reason : reasons) {
    if (!reason.empty()) return reason;
  }
  return {};
}

std::string pose_out_of_reach(const MotionProblem& problem) {
  std::vector<std::pair<std::string, const Condition*>> conditions{{"start", &problem.start}};
  for (const Waypoint& waypoint : problem.waypoints) {
    conditions.emplace_back("waypoint " + waypoint.name, &waypoint.condition);
  }
  conditions.emplace_back("goal", &problem.goal);
  for (const auto& [name, condition] : conditions) {
    if (!condition->pose || !condition->pose->position) continue;
    const FrameTarget& target = *condition->pose;
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    pose.translation() = *target.position;
    if (target.orientation) pose.linear() = *target.orientation;
    IkOptions options;
    options.position_only = !target.orientation;
    const Eigen::VectorXd start =
        condition->q.value_or(Eigen::VectorXd::Zero(problem.model.dofs()));
    const IkResult found = inverse_kinematics(problem.model, target.frame, pose, start, options);
    if (found.solved()) continue;
    return "the pose at the " + name +
           " seems out of reach: " + problem.model.frame(target.frame).name +
           " comes no nearer than " + number(found.position_error) + " m" +
           (target.orientation ? " and " + number(found.orientation_error) + " rad" : "");
  }
  return {};
}

}  // namespace alembert
