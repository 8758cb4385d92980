#include "motion/transcribe.hpp"

#include <algorithm>
#include <cmath>

namespace alembert {

int nearest_knot(const MotionProblem& problem, double fraction) {
  const int segments = problem.spline.segments;
  return std::clamp(static_cast<int>(std::lround(fraction * segments)), 0, segments);
}

bool must_be_held(const Condition& condition) {
  return !condition.v && !condition.a && !condition.any_velocity;
}

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

std::size_t stage_index(const std::vector<Stage>& stages, int segment) {
  std::size_t index = 0;
  while (index + 1 < stages.size() && segment > stages[index].last_segment) ++index;
  return index;
}

const Stage& stage_of(const std::vector<Stage>& stages, int segment) {
  return stages[stage_index(stages, segment)];
}

std::vector<Stage> make_stages(const MotionProblem& problem) {
  const auto covers = [&](const During& during, int segment) {
    return nearest_knot(problem, during.from) <= segment &&
           segment < nearest_knot(problem, during.to);
  };
  const auto same = [&](int e, int f) {
    for (const Carried& body : problem.carried) {
      if (covers(body.during, e) != covers(body.during, f)) return false;
    }
    for (const TimedLoad& load : problem.loads) {
      if (covers(load.during, e) != covers(load.during, f)) return false;
    }
    return true;
  };
  std::vector<Stage> stages;
  for (int e = 0; e < problem.spline.segments; ++e) {
    if (e > 0 && same(e - 1, e)) {
      stages.back().last_segment = e;
      continue;
    }
    Stage stage{e, e, problem.model, {}, nullptr};
    for (const Carried& body : problem.carried) {
      if (covers(body.during, e)) stage.model = carrying(stage.model, body.frame, body.inertia);
    }
    for (const TimedLoad& load : problem.loads) {
      if (covers(load.during, e)) stage.loads.push_back(load.load);
    }
    stage.torque =
        std::make_shared<Torque>(stage.model, stage.loads, problem.cut_joints, problem.slip_speed);
    stages.push_back(std::move(stage));
  }
  return stages;
}

std::vector<int> checking_nodes(Transcription& nlp, int first, int last) {
  std::vector<int> nodes;
  for (int e = first; e <= last; ++e) {
    const int count = nlp.grid().times() == nlp.grid().segments() ? 3 : 2;
    for (int k = 0; k < count; ++k) nodes.push_back(nlp.node(e, static_cast<double>(k) / count));
  }
  nodes.push_back(nlp.node(last, 1.0));
  return nodes;
}

std::vector<int> even_nodes(Transcription& nlp, int count) {
  const int segments = nlp.grid().segments();
  std::vector<int> nodes;
  for (int k = 0; k < count; ++k) {
    const double at = count > 1 ? static_cast<double>(segments) * k / (count - 1) : 0.0;
    const int e = std::min(static_cast<int>(at), segments - 1);
    nodes.push_back(nlp.node(e, at - e));
  }
  return nodes;
}

std::vector<int> control_nodes(Transcription& nlp, int skip) {
  const TimeGrid& grid = nlp.grid();
  const Eigen::VectorXd knots = grid.knots(Eigen::VectorXd::Ones(grid.times()));
  std::vector<int> nodes;
  for (int l = skip; l < grid.controls() - skip; ++l) {
    const double t = knots.segment(l + 1, grid.degree()).mean();
    int e = 0;
    while (e + 1 < grid.segments() && knots[grid.degree() + e + 1] <= t) ++e;
    const double begin = knots[grid.degree() + e], end = knots[grid.degree() + e + 1];
    nodes.push_back(nlp.node(e, (t - begin) / (end - begin)));
  }
  return nodes;
}

MotionProgram transcribe(const MotionProblem& problem, const Eigen::MatrixXd& shares,
                         double guess) {
  MotionProgram program{Transcription(TimeGrid(problem.spline.degree, shares), problem.model.dofs(),
                                      problem.force_count()),
                        make_stages(problem)};
  Transcription& nlp = program.nlp;
  NlpBounds& bounds = nlp.mutable_bounds();
  const DurationRange& duration = problem.duration;
  if (nlp.grid().times() == 1) {
    const double whole = shares.sum();  // the duration of a unit of time
    bounds.x_lower[nlp.time_index(0)] = std::max(duration.shortest, 1e-4 * guess) / whole;
    bounds.x_upper[nlp.time_index(0)] = duration.longest / whole;
  } else {
    for (int k = 0; k < nlp.grid().times(); ++k) {
      // No segment shorter than a hundredth of the mean.
      bounds.x_lower[nlp.time_index(k)] =
          0.01 * guess / nlp.grid().segments() / shares.col(k).maxCoeff();
    }
    RowLimit whole{.name = "duration", .entry_name = ""};
    whole.of_duration = true;
    whole.lower = duration.shortest;
    whole.upper = duration.longest;
    whole.scale = guess;
    if (duration.shortest > 0.0 || duration.longest < infinity) nlp.add(whole);
  }
  add_control_limits(problem, program);
  add_conditions(problem, program);
  add_torque_limits(problem, program);
  add_space_limits(problem, program);
  add_costs(problem, program);
  nlp.finish();
  return program;
}

}  // namespace alembert
