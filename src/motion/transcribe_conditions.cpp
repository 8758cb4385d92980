// Start, goal, waypoints and repetition as bounds on control points, rows and equations at nodes.
#include <algorithm>
#include <cmath>
#include <limits>

#include "alembert/arm.hpp"
#include "motion/passive.hpp"
#include "motion/transcribe.hpp"
#include "task/frame_functions.hpp"
#include "task/spans.hpp"

namespace alembert {
namespace {

struct Instant {
  LimitPlace place;
  std::string waypoint;  // its name
  int segment;
  double fraction;
  /// Control points that are the position there and, with rest, its neighbour, and without
  /// acceleration the one after; -1 inside.
  int end_control = -1, next_control = -1, third_control = -1;
  /// The momentum of a free-flyer says how its base gets there.
  bool drifting = false;
  /// Coordinates from this one on may still move there.
  int swinging = std::numeric_limits<int>::max();
};

constexpr LimitKind by_order[] = {LimitKind::position, LimitKind::velocity,
                                  LimitKind::acceleration};

/// A velocity or acceleration on its limit is taken this far inside, of the limit: around it
/// control points are held a little inside theirs, and the last digit of an equation must not
/// decide whether a limit holds.
constexpr double inside_limit = 4e-6;

double inside(double value, int order, int coordinate, const MotionLimits& limits) {
  if (order == 0) return value;
  const double limit = (order == 1 ? limits.velocity : limits.acceleration)[coordinate];
  if (std::abs(value) > limit) return value;  // nothing to save: a contradiction
  return std::clamp(value, -limit * (1.0 - inside_limit), limit * (1.0 - inside_limit));
}

/// q, v or a of one coordinate is a value.
void hold(const Instant& place, int coordinate, int order, double value, MotionProgram& program,
          bool at_rest = false) {
  const MotionProblem& problem = program.task().problem();
  RowLimit limit;
  limit.subject = joint_subject(by_order[order], problem.model.coordinates()[coordinate]);
  limit.subject.place = place.place;
  limit.subject.waypoint = place.waypoint;
  if (at_rest && order == 2 && value == 0.0) {
    // Three control points are one: linear, whatever the duration and the lengths of segments.
    for (const auto& [control, sign] :
         {std::pair{place.third_control, 1.0}, {place.next_control, -1.0}}) {
      limit.parts.push_back(
          {PlacedRows::derivative_point(program.grid(), 0, control), 0, coordinate, sign});
    }
  } else {
    limit.parts.push_back(
        {PlacedRows::at(program.grid(), place.segment, place.fraction, 3), order, coordinate, 1.0});
  }
  limit.is_condition = true;
  limit.lower = limit.upper = inside(value, order, coordinate, problem.limits);
  limit.fraction = (place.segment + place.fraction) / program.grid().segments();
  program.add(std::move(limit));
}

void hold_pose(const FrameTarget& target, const Instant& place, MotionProgram& program) {
  const Model& model = program.task().model();
  const auto add = [&](PointTerm term, LimitKind kind, const Eigen::VectorXd& lower,
                       const Eigen::VectorXd& upper) {
    PointLimit limit{.term = std::move(term),
                     .nodes = {program.node(place.segment, place.fraction)},
                     .is_condition = true};
    for (int k = 0; k < lower.size(); ++k) {
      limit_entry(limit, k,
                  {.kind = kind,
                   .place = place.place,
                   .waypoint = place.waypoint,
                   .name = model.frame(target.frame).name,
                   .row = k,
                   .axis = kind == LimitKind::pose_position ? k : -1},
                  lower[k], upper[k], 1.0);
    }
    program.add(std::move(limit));
  };
  if (target.position) {
    add(std::make_shared<FramePosition>(model, target.frame, Eigen::Matrix3d::Identity()),
        LimitKind::pose_position, *target.position, *target.position);
  }
  if (target.orientation) {
    // Three cosines between different axes vanish; two between like ones exclude half turns.
    const Eigen::Matrix3d E = Eigen::Matrix3d::Identity(), T = *target.orientation;
    Eigen::Matrix3Xd axes(3, 5), directions(3, 5);
    axes << E.col(0), E.col(1), E.col(2), E.col(0), E.col(1);
    directions << T.col(1), T.col(2), T.col(0), T.col(0), T.col(1);
    Eigen::VectorXd lower = Eigen::VectorXd::Zero(5), upper = lower;
    lower.tail(2).setConstant(0.5);
    upper.tail(2).setConstant(infinity);
    add(std::make_shared<FrameCosines>(model, target.frame, axes, directions),
        LimitKind::pose_orientation, lower, upper);
  }
}

/// Does something hold the coordinate there, at a value that is to be found?
bool is_found(const MotionProblem& problem, int coordinate, double fraction) {
  return std::any_of(problem.held.begin(), problem.held.end(), [&](const Hold& hold) {
    return hold.within > 0.0 && hold.coordinate == coordinate && hold.during.from <= fraction &&
           fraction <= hold.during.to;
  });
}

void add_condition(const Condition& condition, const Instant& place, bool rest_unless_said,
                   MotionProgram& program) {
  const MotionProblem& problem = program.task().problem();
  const bool end = place.end_control >= 0;
  std::optional<Eigen::VectorXd> v = condition.v;
  if (!v && rest_unless_said) v = Eigen::VectorXd::Zero(problem.model.dofs());
  const double fraction = (place.segment + place.fraction) / program.grid().segments();
  const auto fix = [&](int control, int j) {
    program.set_bounds(program.control_index(control, j), (*condition.q)[j], (*condition.q)[j]);
  };
  for (int j = 0; j < std::min(problem.model.dofs(), place.swinging); ++j) {
    if (is_found(problem, j, fraction)) continue;
    if (place.drifting && j < base_coordinates) {  // the rest follows from the equations
      if (condition.q && j >= base_slides) hold(place, j, 0, (*condition.q)[j], program);
      continue;
    }
    if (condition.q && end) fix(place.end_control, j);
    if (condition.q && !end) hold(place, j, 0, (*condition.q)[j], program);
    const bool rests = v && condition.q && end && (*v)[j] == 0.0;
    if (rests) {
      fix(place.next_control, j);
    } else if (v) {
      hold(place, j, 1, (*v)[j], program);
    }
    const std::optional<double> a = end           ? end_acceleration(problem, condition, j)
                                    : condition.a ? std::optional((*condition.a)[j])
                                                  : std::nullopt;
    if (a == 0.0 && rests) {
      fix(place.third_control, j);
    } else if (a) {
      hold(place, j, 2, *a, program, end && v && (*v)[j] == 0.0);
    }
  }
  if (condition.pose) hold_pose(*condition.pose, place, program);
  for (const FrameTarget& pose : condition.also) hold_pose(pose, place, program);
}

void add_repetition(const Repetition& repetition, MotionProgram& program) {
  const MotionProblem& problem = program.task().problem();
  const TimeGrid& grid = program.grid();
  for (int i = 0; i < problem.model.dofs(); ++i) {
    if (repetition.image[i] < 0) continue;
    for (int order = 0; order < 3; ++order) {
      RowLimit limit;
      limit.subject = joint_subject(by_order[order], problem.model.coordinates()[i]);
      limit.subject.place = LimitPlace::repetition;
      limit.parts.push_back({PlacedRows::at(grid, grid.segments() - 1, 1.0, 3), order, i, 1.0});
      limit.parts.push_back(
          {PlacedRows::at(grid, 0, 0.0, 3), order, repetition.image[i], -repetition.sign[i]});
      limit.is_condition = true;
      limit.fraction = 1.0;
      program.add(std::move(limit));
    }
  }
}

}  // namespace

void add_conditions(MotionProgram& program) {
  const MotionProblem& problem = program.task().problem();
  const int last = program.grid().controls() - 1;
  const bool rest = !problem.repetition;
  add_condition(problem.start, {LimitPlace::start, "", 0, 0.0, 0, 1, 2},
                rest && !problem.start.any_velocity, program);
  const int end = program.grid().segments() - 1;
  Instant goal{LimitPlace::goal, "", end, 1.0, last, last - 1, last - 2, is_free_flying(problem)};
  for (PointLimit& limit : problem.model.arm().limits_at_goal(problem)) {
    goal.swinging = problem.model.arm().told(problem.model);
    limit.nodes = {program.node(end, 1.0)};
    program.add(std::move(limit));
  }
  add_condition(problem.goal, goal, rest && !problem.goal.any_velocity, program);
  for (const Waypoint& waypoint : problem.waypoints) {
    const int knot = nearest_knot(problem, waypoint.at);
    add_condition(waypoint.condition, {LimitPlace::waypoint, waypoint.name, knot - 1, 1.0}, false,
                  program);
  }
  if (problem.repetition) add_repetition(*problem.repetition, program);
}

}  // namespace alembert
