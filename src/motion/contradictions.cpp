// Why a problem can have no answer, seen without solving it.
#include <cmath>

#include "alembert/inverse_kinematics.hpp"
#include "motion/diagnosis.hpp"
#include "task/distance.hpp"
#include "task/frame_functions.hpp"
#include "task/holding.hpp"
#include "task/spans.hpp"

namespace alembert {
namespace {

constexpr double open_gap = 1e-3;  // m or rad: more than numbers written by hand leave

std::string outside_limits(const Condition& condition, const std::string& name,
                           const MotionProblem& problem) {
  const MotionLimits& limits = problem.limits;
  for (int j = 0; condition.q && j < problem.model.dofs(); ++j) {
    const Coordinate& joint = problem.model.coordinates()[j];
    const double q = (*condition.q)[j];
    if (q < limits.lower[j] - 1e-9 || q > limits.upper[j] + 1e-9) {
      return name + " is outside the position limits: " + joint.name + " = " + number(q) + " " +
             unit_of(joint, "position") + ", limits " + number(limits.lower[j]) + " to " +
             number(limits.upper[j]);
    }
    if (condition.v && std::abs((*condition.v)[j]) > limits.velocity[j]) {
      return name + " is outside the velocity limits: " + joint.name + " moves at " +
             number((*condition.v)[j]) + " " + unit_of(joint, "velocity") + ", limit " +
             number(limits.velocity[j]);
    }
  }
  return {};
}

/// Rest is asked for where the motors cannot hold the arm.
std::string cannot_hold(const Condition& condition, const std::string& name, const Stage& stage,
                        const MotionProblem& problem) {
  if (!condition.q || !must_be_held(condition)) return {};
  const std::optional<Unheld> weak = unheld_joint(problem, stage, *condition.q);
  if (!weak) return {};
  const Coordinate& joint = problem.model.coordinates()[weak->joint];
  return "the torque limits cannot hold the arm at the " + name + ": " + joint.name + " needs " +
         number(weak->torque) + " " + unit_of(joint, "torque") + ", limits " +
         number(problem.limits.torque_lower[weak->joint]) + " to " +
         number(problem.limits.torque_upper[weak->joint]);
}

/// Loops that the given joint values leave open.
std::string open_loop(const Condition& condition, const std::string& name,
                      const MotionProblem& problem) {
  if (!condition.q) return {};
  MotionPoint point(problem.model.dofs(), problem.force_count());
  point.z.head(point.dofs) = *condition.q;
  for (const CutJoint& cut : problem.cut_joints) {
    Closure closure(problem.model, cut);
    Eigen::VectorXd gap = Eigen::VectorXd::Zero(closure.size());
    closure.value(point, gap);
    const double apart = gap.head(cut.directions.rows()).norm();
    const double turned = gap.tail(gap.size() - cut.directions.rows()).norm();
    if (apart <= open_gap && turned <= open_gap) continue;
    return "the " + name + " does not close the loop at " + cut.name + ": " +
           problem.model.frame(cut.frame_a).name + " and " + problem.model.frame(cut.frame_b).name +
           " are " + number(apart) + " m" +
           (cut.hold_orientation ? " and about " + number(turned) + " rad" : "") + " apart";
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
           " " + unit_of(problem.model.coordinates()[j], "velocity") +
           ", the longest duration is " + number(problem.duration.longest) + " s";
  }
  return {};
}

/// Start, waypoints and goal, as they are called.
std::vector<std::pair<std::string, const Condition*>> named_conditions(
    const MotionProblem& problem) {
  std::vector<std::pair<std::string, const Condition*>> all{{"start", &problem.start}};
  for (const Waypoint& waypoint : problem.waypoints) {
    all.emplace_back("waypoint " + waypoint.name, &waypoint.condition);
  }
  all.emplace_back("goal", &problem.goal);
  return all;
}

}  // namespace

std::string obvious_contradiction(const Task& task) {
  const MotionProblem& problem = task.problem();
  if (problem.duration.shortest > problem.duration.longest) {
    return "contradictory times: the shortest duration, " + number(problem.duration.shortest) +
           " s, is longer than the longest, " + number(problem.duration.longest) + " s";
  }
  std::vector<std::string> reasons{outside_limits(problem.start, "the start", problem),
                                   outside_limits(problem.goal, "the goal", problem)};
  for (const Waypoint& waypoint : problem.waypoints) {
    reasons.push_back(outside_limits(waypoint.condition, "waypoint " + waypoint.name, problem));
  }
  reasons.push_back(cannot_hold(problem.start, "start", task.stages().front(), problem));
  reasons.push_back(cannot_hold(problem.goal, "goal", task.stages().back(), problem));
  reasons.push_back(open_loop(problem.start, "start", problem));
  reasons.push_back(open_loop(problem.goal, "goal", problem));
  reasons.push_back(too_fast(problem));
  for (const std::string& reason : reasons) {
    if (!reason.empty()) return reason;
  }
  return {};
}

std::string pose_out_of_reach(const MotionProblem& problem) {
  for (const auto& [name, condition] : named_conditions(problem)) {
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

std::string too_close_where_given(const MotionProblem& problem) {
  const Clearance& clearance = problem.clearance;
  MotionPoint point(problem.model.dofs(), problem.force_count());
  Eigen::VectorXd value(1);
  const auto look = [&](Distance distance, const std::string& between,
                        const std::string& place) -> std::string {
    distance.value(point, value);
    if (value[0] >= -1e-9) return {};
    const double apart = distance.clearance(value[0]);
    return "the " + place + " itself is too close: " + between + " are " +
           (apart < 0.0 ? number(-apart) + " m into each other" : number(apart) + " m apart") +
           ", the margin is " + number(clearance.margin) + " m";
  };
  for (const auto& [place, condition] : named_conditions(problem)) {
    if (!condition->q) continue;
    point.z.head(point.dofs) = *condition->q;
    for (const ArmSolid& arm : clearance.arm) {
      for (const Obstacle& obstacle : clearance.obstacles) {
        const std::string found =
            look(Distance(problem.model, arm, obstacle.solid, clearance.margin),
                 arm.name + " and " + obstacle.name, place);
        if (!found.empty()) return found;
      }
    }
    for (const auto& [i, j] : clearance.self_pairs) {
      const ArmSolid &one = clearance.arm[i], &other = clearance.arm[j];
      const std::string found = look(Distance(problem.model, one, other, clearance.margin),
                                     one.name + " and " + other.name, place);
      if (!found.empty()) return found;
    }
  }
  return {};
}

std::string outside_path_where_given(const MotionProblem& problem) {
  MotionPoint point(problem.model.dofs(), problem.force_count());
  const auto outside = [&](PointFunction& function, const Eigen::VectorXd& lower,
                           const Eigen::VectorXd& upper) {
    Eigen::VectorXd value(function.size());
    function.value(point, value);
    return ((value - upper).array() > 1e-6).any() || ((lower - value).array() > 1e-6).any();
  };
  for (const auto& [place, condition] : named_conditions(problem)) {
    if (!condition->q || (condition != &problem.start && condition != &problem.goal)) continue;
    const double at = condition == &problem.start ? 0.0 : 1.0;
    const auto holds = [&](const During& during) { return during.from <= at && at <= during.to; };
    const std::string words = "the " + place + " itself is outside the path limit ";
    point.z.head(point.dofs) = *condition->q;
    for (const PositionLimit& limit : problem.positions) {
      FramePosition position(problem.model, limit.frame, limit.directions);
      if (holds(limit.during) && outside(position, limit.lower, limit.upper)) {
        return words + limit.name;
      }
    }
    for (const AxisLimit& limit : problem.axes) {
      FrameCosines cosine(problem.model, limit.frame, limit.axis, limit.direction);
      if (holds(limit.during) &&
          outside(cosine, Eigen::VectorXd::Constant(1, std::cos(limit.angle)),
                  Eigen::VectorXd::Constant(1, infinity))) {
        return words + limit.name;
      }
    }
  }
  return {};
}

std::string pose_too_heavy_to_hold(const Solution& solution) {
  for (const LimitNote& note : solution.violations) {
    for (const char* place : {"start", "goal"}) {
      if (note.limit != holding_limit(place)) continue;
      return std::string("the torque limits cannot hold the arm in the pose at the ") + place +
             ", in any posture that was found";
    }
  }
  return {};
}

}  // namespace alembert
