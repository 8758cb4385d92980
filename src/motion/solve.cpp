#include <chrono>
#include <cmath>

#include "alembert/motion.hpp"
#include "motion/diagnosis.hpp"
#include "motion/guess.hpp"
#include "motion/search.hpp"
#include "motion/starts.hpp"

namespace alembert {
namespace {

using Status = NlpResult::Status;

Trajectory trajectory(const Transcription& nlp, const Eigen::VectorXd& x) {
  const TimeGrid& grid = nlp.grid();
  const Eigen::VectorXd knots = grid.knots(nlp.times(x));
  Eigen::MatrixXd P(grid.controls(), nlp.dofs()), U(grid.controls(), nlp.forces());
  for (int l = 0; l < grid.controls(); ++l) {
    for (int j = 0; j < nlp.dofs(); ++j) P(l, j) = x[nlp.control_index(l, j)];
    for (int j = 0; j < nlp.forces(); ++j) U(l, j) = x[nlp.force_index(l, j)];
  }
  return {BSpline(grid.degree(), knots, P), BSpline(grid.degree(), knots, U)};
}

MotionStatus meaning(const SearchResult& found, double tolerance) {
  switch (found.nlp.status) {
    case Status::solved:
      return found.certificate.largest <= tolerance ? MotionStatus::solved
                                                    : MotionStatus::solved_to_lower_accuracy;
    case Status::acceptable:
      return MotionStatus::solved_to_lower_accuracy;
    case Status::iteration_limit:
      return MotionStatus::iteration_limit;
    case Status::interrupted:
      return MotionStatus::interrupted;
    default:
      return MotionStatus::infeasible;
  }
}

/// A smooth curve through the conditions, wherever they are, slow enough for the other limits.
std::unique_ptr<MotionProgram> slow_guess(const MotionProblem& problem, Eigen::VectorXd& x) {
  MotionProblem anywhere = problem;
  anywhere.limits.lower.setConstant(-infinity);
  anywhere.limits.upper.setConstant(infinity);
  const GuessedPlaces places = guess_places(problem);
  const double duration = guess_duration(problem, places);
  auto program =
      std::make_unique<MotionProgram>(transcribe(anywhere, time_shares(problem), duration));
  x = guess_unknowns(anywhere, places, *program, duration, 0.0, 1);
  slow_down(problem, *program, x, 1.0);
  return program;
}

}  // namespace

Solution solve(const MotionProblem& problem, const SolveOptions& options) {
  const auto begun = std::chrono::steady_clock::now();
  check_problem(problem);
  check_options(problem, options);
  Solution solution;
  std::unique_ptr<MotionProgram> program;
  Eigen::VectorXd x;
  const std::string hopeless = obvious_contradiction(problem);
  if (hopeless.empty()) {
    SearchResult found = best_of_starts(problem, options, program, solution.start);
    solution.status = meaning(found, options.tolerance);
    solution.history = std::move(found.history);
    solution.iterations = found.iterations;
    solution.rounds = found.rounds;
    x = found.nlp.point.x;
  } else {
    program = slow_guess(problem, x);
  }
  set_energy_rounding(*program, 0.0);  // what is reported is the energy itself
  solution.motion = trajectory(program->nlp, x);
  solution.objective = program->nlp.objective(x);
  describe(problem, *program, x, options.tolerance, solution);
  if (!hopeless.empty()) {
    solution.message = hopeless;
  } else if (solution.status == MotionStatus::infeasible) {
    std::string cause = too_close_where_given(problem);
    if (cause.empty()) cause = outside_path_where_given(problem);
    if (cause.empty()) cause = pose_out_of_reach(problem);
    if (cause.empty()) cause = pose_too_heavy_to_hold(solution);
    if (!cause.empty()) solution.message = cause + "; " + solution.message;
  }
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begun;
  solution.seconds = spent.count();
  return solution;
}

std::vector<MotionSample> sample(const MotionProblem& problem, const Trajectory& motion,
                                 int count) {
  const std::vector<Stage> stages = make_stages(problem);
  std::vector<MotionSample> samples;
  MotionPoint point(problem.model.dofs(), problem.force_count());
  const int degree = motion.q.degree();
  for (int i = 0; i < count; ++i) {
    MotionSample sample;
    sample.t = count > 1 ? motion.duration() * i / (count - 1) : 0.0;
    const double t = motion.q.begin() + sample.t;
    for (int order = 0; order < 4; ++order) {
      motion.q.evaluate(t, order, point.z.segment(order * point.dofs, point.dofs));
    }
    if (point.forces > 0) motion.forces.evaluate(t, 0, point.z.tail(point.forces));
    int segment = 0;
    while (segment + 1 < motion.q.segments() && motion.q.knots()[degree + segment + 1] <= t) {
      ++segment;
    }
    sample.q = point.q();
    sample.v = point.v();
    sample.a = point.a();
    sample.force = point.force();
    sample.tau.resize(point.dofs);
    stage_of(stages, segment).torque->value(point, sample.tau);
    samples.push_back(std::move(sample));
  }
  return samples;
}

}  // namespace alembert
