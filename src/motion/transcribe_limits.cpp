// Limits: on control points (they hold at every instant), on torque and power, and in space.
#include <algorithm>
#include <cmath>

#include "motion/distance.hpp"
#include "motion/frame_functions.hpp"
#include "motion/holding.hpp"
#include "motion/transcribe.hpp"

namespace alembert {
namespace {

/// A derivative of the spline stays within +-limit because its control points do.
void limit_derivative(const char* name, int order, const Eigen::VectorXd& limit,
                      const MotionProblem& problem, Transcription& nlp) {
  const TimeGrid& grid = nlp.grid();
  if (order > grid.degree()) return;
  const int count = grid.controls() - order;
  for (int j = 0; j < problem.model.dofs(); ++j) {
    if (!std::isfinite(limit[j])) continue;
    for (int i = 0; i < count; ++i) {
      RowLimit row{.name = name, .entry_name = problem.model.coordinates()[j].name};
      row.parts.push_back({PlacedRows::derivative_point(grid, order, i), 0, j, 1.0});
      row.lower = -limit[j];
      row.upper = limit[j];
      row.scale = limit[j];
      row.fraction = (i + 0.5) / count;
      nlp.add(std::move(row));
    }
  }
}

/// A limit on some entries of a function over a run of segments, to be certified.
PointLimit certified(std::string name, std::shared_ptr<PointFunction> function, int first,
                     int last) {
  PointLimit limit;
  limit.name = std::move(name);
  limit.function = std::move(function);
  limit.between = PointLimit::Between::certify;
  limit.first_segment = first;
  limit.last_segment = last;
  return limit;
}

void limit_entry(PointLimit& limit, int entry, std::string name, double lower, double upper,
                 double scale) {
  const Eigen::Index size = limit.lower.size();
  limit.entries.push_back(entry);
  limit.entry_names.push_back(std::move(name));
  for (Eigen::VectorXd* vector : {&limit.lower, &limit.upper, &limit.scale}) {
    vector->conservativeResize(size + 1);
  }
  limit.lower[size] = lower;
  limit.upper[size] = upper;
  limit.scale[size] = scale;
}

/// "y" of a world axis, else its number.
std::string direction_name(const Eigen::MatrixX3d& directions, int row) {
  for (int axis = 0; axis < 3; ++axis) {
    const Eigen::RowVector3d unit = Eigen::RowVector3d::Unit(axis);
    if (directions.row(row) == unit) return std::string(1, "xyz"[axis]);
  }
  return "direction " + std::to_string(row + 1);
}

/// Every joint with a motor of limited torque.
void limit_motors(const MotionProblem& problem, PointLimit& torque) {
  for (int j = 0; j < problem.model.dofs(); ++j) {
    const double lower = problem.limits.torque_lower[j], upper = problem.limits.torque_upper[j];
    if (lower == upper || (!std::isfinite(lower) && !std::isfinite(upper))) continue;
    const double size = std::max(std::isfinite(lower) ? std::abs(lower) : 0.0,
                                 std::isfinite(upper) ? std::abs(upper) : 0.0);
    limit_entry(torque, j, problem.model.coordinates()[j].name, lower, upper,
                size > 0.0 ? size : 1.0);
  }
}

/// Rest in a pose is rest in a posture that the motors can hold. In given joint values that is
/// known without solving (contradictions.cpp).
void add_holding(const Condition& condition, const std::string& name, int node, const Stage& stage,
                 const MotionProblem& problem, Transcription& nlp) {
  if (condition.q || !condition.pose || !must_be_held(condition)) return;
  PointLimit limit{.name = holding_limit(name),
                   .function = std::make_shared<HoldingTorque>(stage.torque),
                   .nodes = {node}};
  limit_motors(problem, limit);
  if (!limit.entries.empty()) nlp.add(std::move(limit));
}

/// Torque of a joint without a motor is zero: an equation, at one node a control point.
void add_passive(const MotionProblem& problem, MotionProgram& program) {
  const MotionLimits& limits = problem.limits;
  Transcription& nlp = program.nlp;
  for (int j = 0; j < problem.model.dofs(); ++j) {
    if (limits.torque_lower[j] != limits.torque_upper[j]) continue;
    // Cut forces have every control point to meet it with, joints all but the two at each end.
    const std::vector<int> nodes =
        nlp.forces() > 0 ? control_nodes(nlp, 0) : even_nodes(nlp, nlp.grid().controls() - 4);
    for (const Stage& stage : program.stages) {
      PointLimit limit = certified("torque", stage.torque, stage.first_segment, stage.last_segment);
      limit.between = PointLimit::Between::report;
      limit_entry(limit, j, problem.model.coordinates()[j].name, limits.torque_lower[j],
                  limits.torque_upper[j], 1.0);
      for (const int k : nodes) {
        const int e = nlp.node_segment(k);
        if (stage.first_segment <= e && e <= stage.last_segment) limit.nodes.push_back(k);
      }
      nlp.add(std::move(limit));
    }
  }
}

}  // namespace

void add_control_limits(const MotionProblem& problem, MotionProgram& program) {
  Transcription& nlp = program.nlp;
  const MotionLimits& limits = problem.limits;
  for (int l = 0; l < nlp.grid().controls(); ++l) {
    for (int j = 0; j < nlp.dofs(); ++j) {
      nlp.mutable_bounds().x_lower[nlp.control_index(l, j)] = limits.lower[j];
      nlp.mutable_bounds().x_upper[nlp.control_index(l, j)] = limits.upper[j];
    }
  }
  limit_derivative("velocity", 1, limits.velocity, problem, nlp);
  limit_derivative("acceleration", 2, limits.acceleration, problem, nlp);
  limit_derivative("jerk", 3, limits.jerk, problem, nlp);
}

void add_torque_limits(const MotionProblem& problem, MotionProgram& program) {
  const MotionLimits& limits = problem.limits;
  for (const Stage& stage : program.stages) {
    const int first = stage.first_segment, last = stage.last_segment;
    PointLimit torque = certified("torque", stage.torque, first, last);
    PointLimit power = certified("power", std::make_shared<Power>(stage.torque), first, last);
    limit_motors(problem, torque);
    for (int j = 0; j < problem.model.dofs(); ++j) {
      if (!std::isfinite(limits.power[j])) continue;
      limit_entry(power, j, problem.model.coordinates()[j].name, -limits.power[j], limits.power[j],
                  limits.power[j]);
    }
    for (PointLimit* limit : {&torque, &power}) {
      if (limit->entries.empty()) continue;
      limit->nodes = checking_nodes(program.nlp, first, last);
      program.nlp.add(std::move(*limit));
    }
  }
  add_passive(problem, program);
  if (problem.repetition || problem.force_count() > 0) return;
  add_holding(problem.start, "start", program.nlp.node(0, 0.0), program.stages.front(), problem,
              program.nlp);
  add_holding(problem.goal, "goal", program.nlp.node(problem.spline.segments - 1, 1.0),
              program.stages.back(), problem, program.nlp);
}

void add_space_limits(const MotionProblem& problem, MotionProgram& program) {
  Transcription& nlp = program.nlp;
  const Model& model = problem.model;
  const auto add = [&](PointLimit limit) {
    limit.nodes = checking_nodes(nlp, limit.first_segment, limit.last_segment);
    nlp.add(std::move(limit));
  };
  const auto over = [&](std::string name, std::shared_ptr<PointFunction> function,
                        const During& during) {
    const int first = nearest_knot(problem, during.from), end = nearest_knot(problem, during.to);
    return certified(std::move(name), std::move(function), first, end - 1);
  };
  for (const PositionLimit& position : problem.positions) {
    PointLimit limit = over(
        position.name, std::make_shared<FramePosition>(model, position.frame, position.directions),
        position.during);
    limit.unit = "m";
    for (int k = 0; k < position.directions.rows(); ++k) {
      // The tolerance is a share of the room there is: a tube's half width, else a metre.
      const double room = 0.5 * (position.upper[k] - position.lower[k]);
      limit_entry(limit, k, direction_name(position.directions, k), position.lower[k],
                  position.upper[k], room > 0.0 && std::isfinite(room) ? room : 1.0);
    }
    add(std::move(limit));
  }
  for (const AxisLimit& axis : problem.axes) {
    PointLimit limit = over(
        axis.name, std::make_shared<FrameCosines>(model, axis.frame, axis.axis, axis.direction),
        axis.during);
    limit.unit = "rad";
    limit_entry(limit, 0, "angle", std::cos(axis.angle), infinity, 1.0 - std::cos(axis.angle));
    limit.reading = [](double cosine) { return std::acos(std::clamp(cosine, -1.0, 1.0)); };
    add(std::move(limit));
  }
  const Clearance& clearance = problem.clearance;
  const auto keep_clear = [&](std::shared_ptr<Distance> distance, std::string between) {
    PointLimit limit = over("clearance", distance, {});
    limit.unit = "m";
    // Metres, except that the thinnest solids go from touching to overlapping within less.
    limit_entry(limit, 0, std::move(between), 0.0, infinity,
                std::min(1.0, 10.0 * distance->reach()));
    limit.reading = [distance](double value) { return distance->clearance(value); };
    add(std::move(limit));
  };
  for (const ArmSolid& arm : clearance.arm) {
    for (const Obstacle& obstacle : clearance.obstacles) {
      keep_clear(std::make_shared<Distance>(model, arm, obstacle.solid, clearance.margin),
                 arm.name + " to " + obstacle.name);
    }
  }
  for (const auto& [i, j] : clearance.self_pairs) {
    const ArmSolid &one = clearance.arm[i], &other = clearance.arm[j];
    keep_clear(std::make_shared<Distance>(model, one, other, clearance.margin),
               one.name + " to " + other.name);
  }
  for (const CutJoint& cut : problem.cut_joints) {
    PointLimit limit = over("closure of " + cut.name, std::make_shared<Closure>(model, cut), {});
    limit.between = PointLimit::Between::report;
    for (int k = 0; k < limit.function->size(); ++k) {
      limit_entry(limit, k, std::to_string(k + 1), 0.0, 0.0, 1.0);
    }
    // Where the ends are given the loop is closed there, and its control points are not free.
    limit.nodes = control_nodes(nlp, problem.start.q && problem.goal.q ? 2 : 0);
    nlp.add(std::move(limit));
  }
}

}  // namespace alembert
