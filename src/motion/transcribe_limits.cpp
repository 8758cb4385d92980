// Limits: on control points (they hold at every instant), and at nodes on the way.
#include <cmath>

#include "alembert/arm.hpp"
#include "motion/near_pairs.hpp"
#include "motion/passive.hpp"
#include "motion/transcribe.hpp"
#include "task/holding.hpp"
#include "task/limits.hpp"
#include "task/spans.hpp"

namespace alembert {
namespace {

/// Control points are held at every instant: of these only the solver's tolerance.
constexpr double tightening_of_control_points = 2e-6;

/// Beside an end where something is zero: fractions of the segment.
constexpr double nodes_near_nothing[] = {1.0 / 8,  1.0 / 16,  1.0 / 32,
                                         1.0 / 64, 1.0 / 128, 1.0 / 256};

/// Does the condition say what this derivative is? At rest nothing needs to be said.
bool is_given(const Condition& condition, int order, int joint) {
  const std::optional<Eigen::VectorXd>& values = order == 1 ? condition.v : condition.a;
  return order <= 2 && values && (*values)[joint] != 0.0;
}

/// A derivative of the spline stays within +-limit because its control points do. The first and
/// the last are its values at the ends: where those are given, a limit would have nothing to say,
/// and at a value on the limit no room for a point inside.
void limit_derivative(LimitKind kind, int order, const Eigen::VectorXd& limit,
                      MotionProgram& program) {
  const MotionProblem& problem = program.task().problem();
  const TimeGrid& grid = program.grid();
  if (order > grid.degree()) return;
  const int count = grid.controls() - order;
  for (int j = 0; j < problem.model.dofs(); ++j) {
    if (!std::isfinite(limit[j])) continue;
    const int first = is_given(problem.start, order, j) ? 1 : 0;
    const int last = is_given(problem.goal, order, j) ? count - 2 : count - 1;
    for (int i = first; i <= last; ++i) {
      RowLimit row{.subject = joint_subject(kind, problem.model.coordinates()[j])};
      row.parts.push_back({PlacedRows::derivative_point(grid, order, i), 0, j, 1.0});
      row.lower = -limit[j];
      row.upper = limit[j];
      row.scale = limit[j];
      row.tightening = tightening_of_control_points;
      row.fraction = (i + 0.5) / count;
      program.add(std::move(row));
    }
  }
}

/// What follows (links that bend) rests as the posture and what is carried bend it.
void hold_following(LimitPlace place, const MotionProblem& problem, PointLimit& limit) {
  Eigen::VectorXd scales = Eigen::VectorXd::Ones(problem.model.dofs());
  problem.model.arm().scale_equations(problem.model, scales);
  for (int j = problem.model.arm().told(problem.model); j < problem.model.dofs(); ++j) {
    LimitSubject subject = joint_subject(LimitKind::holding_torque, problem.model.coordinates()[j]);
    subject.place = place;
    limit_entry(limit, j, std::move(subject), 0.0, 0.0, scales[j]);
  }
}

/// Rest in a pose is rest in a posture that the motors can hold. In given joint values that is
/// known without solving (contradictions.cpp).
void add_holding(const Condition& condition, LimitPlace place, int node, const Stage& stage,
                 MotionProgram& program) {
  if (condition.q || !condition.pose || !must_be_held(condition)) return;
  const MotionProblem& problem = program.task().problem();
  PointLimit limit{.term = std::make_shared<HoldingTorque>(stage.dynamics->clone()),
                   .nodes = {node}};
  limit_motors(problem, LimitKind::holding_torque, place, limit);
  hold_following(place, problem, limit);
  if (!limit.entries.empty()) program.add(std::move(limit));
}

/// Where a limit is asked to hold: often enough to be certified between, or, for equations, at as
/// many places as the spline has freedom.
std::vector<int> nodes_for(const PointLimit& limit, MotionProgram& program) {
  if (limit.between_nodes == PointLimit::BetweenNodes::certified) {
    std::vector<int> nodes = checking_nodes(program, limit.first_segment, limit.last_segment);
    nodes.erase(nodes.begin(), nodes.begin() + limit.zero_first);
    nodes.erase(nodes.end() - limit.zero_last, nodes.end());
    // What begins or ends at nothing may pass a limit by a little before the next node.
    for (const double near : nodes_near_nothing) {
      if (limit.zero_first) nodes.push_back(program.node(limit.first_segment, near));
      if (limit.zero_last) nodes.push_back(program.node(limit.last_segment, 1.0 - near));
    }
    return nodes;
  }
  if (limit.ends_held) return nodes_between_ends(program, limit.first_segment, limit.last_segment);
  const MotionProblem& problem = program.task().problem();
  std::vector<int> chosen;
  if (!limit.term.of_torque()) {
    // Where the ends are given a loop is closed there, and its control points are not free.
    chosen = control_nodes_between(program, 0, program.grid().segments() - 1);
    if (problem.start.q && problem.goal.q) {
      chosen = std::vector<int>(chosen.begin() + 2, chosen.end() - 2);
    }
  } else if (program.task().has_forces() && problem.ground_coordinates == 0) {
    chosen = control_nodes_between(program, limit.first_segment, limit.last_segment);
  } else {
    chosen = acceleration_nodes(program);
  }
  std::vector<int> nodes;
  // A flight begins and ends without load.
  const bool flight = limit.term.of_torque() && problem.ground_coordinates > 0;
  if (flight) {
    chosen.push_back(program.node(limit.first_segment, 0.0));
    chosen.push_back(program.node(limit.last_segment, 1.0));
  }
  for (const int k : chosen) {
    const int e = program.node_segment(k);
    if (limit.first_segment <= e && e <= limit.last_segment) nodes.push_back(k);
  }
  return nodes;
}

/// What does not move, where that is to be found: its control points are one.
void keep_still(const Hold& hold, int first, int last, MotionProgram& program) {
  const Coordinate& coordinate = program.task().model().coordinates()[hold.coordinate];
  for (int l = first; l <= last; ++l) {
    program.set_bounds(program.control_index(l, hold.coordinate), hold.value - hold.within,
                       hold.value + hold.within);
    if (l == last) break;
    RowLimit limit;
    limit.subject = joint_subject(LimitKind::velocity, coordinate);
    for (const int which : {0, 1}) {
      limit.parts.push_back({PlacedRows::derivative_point(program.grid(), 0, l + which), 0,
                             hold.coordinate, which == 0 ? -1.0 : 1.0});
    }
    limit.is_condition = true;
    limit.fraction = hold.during.from;
    program.add(std::move(limit));
  }
}

}  // namespace

void add_control_limits(MotionProgram& program) {
  const MotionProblem& problem = program.task().problem();
  const MotionLimits& limits = problem.limits;
  for (int l = 0; l < program.grid().controls(); ++l) {
    for (int j = 0; j < program.dofs(); ++j) {
      program.set_bounds(program.control_index(l, j), limits.lower[j], limits.upper[j]);
    }
  }
  for (const Hold& hold : problem.held) {
    const TimeGrid& grid = program.grid();
    const int from = nearest_knot(problem, hold.during.from);
    const int to = nearest_knot(problem, hold.during.to);
    if (from == to) continue;
    const int last = grid.first_control(to - 1) + grid.degree();
    if (hold.within > 0.0) {
      keep_still(hold, grid.first_control(from), last, program);
      continue;
    }
    for (int l = grid.first_control(from); l <= last; ++l) {
      program.set_bounds(program.control_index(l, hold.coordinate), hold.value, hold.value);
    }
  }
  limit_derivative(LimitKind::velocity, 1, limits.velocity, program);
  limit_derivative(LimitKind::acceleration, 2, limits.acceleration, program);
  limit_derivative(LimitKind::jerk, 3, limits.jerk, program);
}

void add_path_limits(MotionProgram& program) {
  const bool only_near = has_many_pairs(program.task());
  for (PointLimit limit : limits_of(program.task())) {
    limit.term = limit.term.clone();
    const bool later = only_near && is_clearance(limit);
    if (!later) limit.nodes = nodes_for(limit, program);
    if (limit.between_nodes == PointLimit::BetweenNodes::certified)
      limit.tightening = tightening_during_motion;
    program.add(std::move(limit));
  }
}

void add_holding_limits(MotionProgram& program) {
  const Task& task = program.task();
  const MotionProblem& problem = task.problem();
  if (problem.repetition || task.has_forces()) return;
  add_holding(problem.start, LimitPlace::start, program.node(0, 0.0), task.stages().front(),
              program);
  add_holding(problem.goal, LimitPlace::goal, program.node(problem.spline.segments - 1, 1.0),
              task.stages().back(), program);
}

}  // namespace alembert
