#include "motion/transcribe.hpp"

#include <algorithm>
#include <string>

#include "task/spans.hpp"

namespace alembert {

Eigen::MatrixXd time_shares(const MotionProblem& problem) {
  const int segments = problem.spline.segments;
  if (problem.spline.knots == SplineOptions::Knots::free) {
    return Eigen::MatrixXd::Identity(segments, segments);
  }
  std::vector<int> borders{0, segments};
  if (problem.spline.knots == SplineOptions::Knots::phases) {
    for (const Waypoint& waypoint : problem.waypoints) {
      borders.push_back(nearest_knot(problem, waypoint.at));
    }
    for (const GroundContact& contact : problem.contacts) {
      borders.push_back(nearest_knot(problem, contact.during.from));
      borders.push_back(nearest_knot(problem, contact.during.to));
    }
    std::sort(borders.begin(), borders.end());
    borders.erase(std::unique(borders.begin(), borders.end()), borders.end());
  }
  const int phases = static_cast<int>(borders.size()) - 1;
  Eigen::MatrixXd shares = Eigen::MatrixXd::Zero(segments, phases);
  for (int k = 0; k < phases; ++k) {
    const int count = borders[k + 1] - borders[k];
    shares.block(borders[k], k, count, 1).setConstant(1.0 / count);
  }
  return shares;
}

std::vector<int> checking_nodes(MotionProgram& program, int first, int last) {
  std::vector<int> nodes;
  for (int e = first; e <= last; ++e) {
    const bool free_knots = program.grid().times() == program.grid().segments();
    const bool stands = !program.task().problem().contacts.empty();
    const int count = stands ? std::max(2, program.grid().degree() - 1) : free_knots ? 3 : 2;
    for (int k = 0; k < count; ++k)
      nodes.push_back(program.node(e, static_cast<double>(k) / count));
  }
  nodes.push_back(program.node(last, 1.0));
  return nodes;
}

std::vector<int> control_nodes_between(MotionProgram& program, int first, int last) {
  const TimeGrid& grid = program.grid();
  const Eigen::VectorXd times = Eigen::VectorXd::Ones(grid.times());
  const Eigen::VectorXd knots = grid.knots(times), at = grid.borders(times);
  std::vector<int> nodes;
  int e = first;
  for (int l = grid.first_control(first); l <= grid.first_control(last) + grid.degree(); ++l) {
    double t = 0.0;
    for (int k = 1; k <= grid.degree(); ++k) {
      t += std::clamp(knots[l + k], at[first], at[last + 1]) / grid.degree();
    }
    while (e < last && at[e + 1] <= t) ++e;
    nodes.push_back(program.node(e, std::clamp((t - at[e]) / (at[e + 1] - at[e]), 0.0, 1.0)));
  }
  return nodes;
}

std::vector<int> nodes_between_ends(MotionProgram& program, int first, int last) {
  const TimeGrid& grid = program.grid();
  const int controls = grid.first_control(last) - grid.first_control(first) + grid.degree() + 1;
  const int segments = last - first + 1, count = controls - 6;
  std::vector<int> nodes;
  for (int k = 1; k <= count; ++k) {
    const double at = static_cast<double>(k) * segments / (count + 1);
    const int e = std::min(static_cast<int>(at), segments - 1);
    nodes.push_back(program.node(first + e, at - e));
  }
  return nodes;
}

namespace {

/// Sums of lengths are told with rounding.
constexpr double tightening_of_sums = 1e-9;

/// Contacts whose instants are free: a phase that costs would end at once.
void add_least_phases(MotionProgram& program) {
  const SplineOptions& spline = program.task().problem().spline;
  const Eigen::MatrixXd& shares = program.grid().shares();
  for (Eigen::Index k = 0; k < shares.cols(); ++k) {
    const Eigen::VectorXd own = (shares.col(k).array() > 0.0).cast<double>();
    const double least = spline.least_phase * own.sum() / spline.segments;
    RowLimit phase{
        .subject = {.kind = LimitKind::duration, .name = "phase " + std::to_string(k + 1)}};
    phase.by_width = own.array() - least;
    phase.tightening = tightening_of_sums;
    phase.upper = infinity;
    program.add(std::move(phase));
  }
}

/// Free knots could make what is carried or pushes a matter of no time: a span that does not go
/// from one waypoint to another lasts half of its share of the motion at least.
void add_least_spans(MotionProgram& program) {
  constexpr double least = 0.5;
  const MotionProblem& problem = program.task().problem();
  const int segments = problem.spline.segments;
  const auto is_place = [&](int knot) {
    return knot == 0 || knot == segments ||
           std::any_of(problem.waypoints.begin(), problem.waypoints.end(),
                       [&](const auto& point) { return nearest_knot(problem, point.at) == knot; });
  };
  for (const Stage& stage : program.task().stages()) {
    const int from = stage.first_segment, to = stage.last_segment + 1;
    if (is_place(from) && is_place(to)) continue;
    const double share = static_cast<double>(to - from) / segments;
    RowLimit span{.subject = {.kind = LimitKind::duration}};
    span.by_width.setConstant(segments, -least * share);
    span.by_width.segment(from, to - from).array() += 1.0;
    span.upper = infinity;
    program.add(std::move(span));
  }
}

}  // namespace

MotionProgram transcribe(const Task& task, const Eigen::MatrixXd& shares, double guess,
                         std::shared_ptr<Workers> workers) {
  const MotionProblem& problem = task.problem();
  MotionProgram program(task, TimeGrid(problem.spline.degree, shares, repeated_knots(problem)),
                        std::move(workers));
  NlpBounds& bounds = program.mutable_bounds();
  const DurationRange& duration = problem.duration;
  if (program.grid().times() == 1) {
    const double whole = shares.sum();  // the duration of a unit of time
    bounds.x_lower[program.time_index(0)] = std::max(duration.shortest, 1e-4 * guess) / whole;
    bounds.x_upper[program.time_index(0)] = duration.longest / whole;
  } else {
    for (int k = 0; k < program.grid().times(); ++k) {
      // No segment shorter than a hundredth of the mean.
      bounds.x_lower[program.time_index(k)] =
          0.01 * guess / program.grid().segments() / shares.col(k).maxCoeff();
    }
    RowLimit whole{.subject = {.kind = LimitKind::duration}};
    whole.by_width.setOnes(program.grid().segments());
    whole.lower = duration.shortest;
    whole.upper = duration.longest;
    whole.scale = guess;
    whole.is_condition = duration.shortest == duration.longest;
    if (duration.shortest > 0.0 || duration.longest < infinity) program.add(whole);
  }
  if (problem.spline.knots == SplineOptions::Knots::free) add_least_spans(program);
  if (problem.spline.knots == SplineOptions::Knots::phases && !problem.contacts.empty()) {
    add_least_phases(program);
  }
  add_control_limits(program);
  add_conditions(program);
  if (!problem.contacts.empty()) add_contacts(program);
  add_path_limits(program);
  add_holding_limits(program);
  add_costs(program);
  program.finish();
  return program;
}

}  // namespace alembert
