#include <algorithm>

#include "alembert/motion.hpp"
#include "clock.hpp"
#include "motion/diagnosis.hpp"
#include "motion/guess.hpp"
#include "motion/ipopt_solver.hpp"
#include "motion/near_pairs.hpp"
#include "motion/starts.hpp"
#include "motion/still_joints.hpp"
#include "motion/transcribe.hpp"
#include "motion/without_search.hpp"

namespace alembert {
namespace {

using Status = NlpResult::Status;

MotionStatus status_of(const Candidate& found, double tolerance) {
  switch (found.result.status) {
    case Status::solved:
      return found.timed || found.certificate.holds(tolerance)
                 ? MotionStatus::solved
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

/// A smooth curve through the conditions, wherever they are, slow enough for the other limits: what
/// is shown of a problem that has no answer.
Candidate slow_guess(const Task& task) {
  const MotionProblem& problem = task.problem();
  const GuessedPlaces places = guess_places(task);
  const double duration = guess_duration(problem, places);
  Candidate made = unsolved(task, time_shares(problem), duration, std::make_shared<Workers>(1));
  const NlpBounds& bounds = made.program->bounds();
  for (int i = 0; i < made.program->time_index(0); ++i) {
    if (bounds.x_lower[i] == bounds.x_upper[i]) continue;  // a condition, not a position limit
    made.program->set_bounds(i, -infinity, infinity);
  }
  Eigen::VectorXd x = guess_unknowns(places, *made.program, duration, 0.0, 1);
  slow_down(*made.program, x, 1.0);
  made.certificate = certify(*made.program, x);
  made.result.status = Status::infeasible;
  made.result.point.x = std::move(x);
  return made;
}

/// Stops when `max_seconds` are over. Lives as long as the options it was made of.
SolveOptions timed(const SolveOptions& options, Clock::time_point begun) {
  SolveOptions out = options;
  if (options.max_seconds == infinity) return out;
  out.on_progress = [&options, begun](const MotionProgress& progress) {
    return seconds_since(begun) < options.max_seconds &&
           (!options.on_progress || options.on_progress(progress));
  };
  return out;
}

/// Without a search, where that is possible.
BestOfStarts best(const Task& task, const SolveOptions& options) {
  std::optional<Candidate> done = small_motion(task);
  if (!done) done = exact_motion(task, options);
  if (!done && has_many_pairs(task)) done = among_obstacles(task, options);
  if (done) return {std::move(*done), 0, {}};
  return best_of_starts(task, options);
}

/// Of a motion that was timed the program sees less than the proof: derivatives through control
/// points alone, and torques at the ends, where segments last less than a microsecond, with what
/// rounding makes of them. What is said to be passed on the way is left to the proof.
void leave_to_proof(Solution& solution) {
  const auto unsure = [](const LimitNote& note) {
    const LimitKind kind = note.of.kind;
    const bool of_curve = kind == LimitKind::position || kind == LimitKind::velocity ||
                          kind == LimitKind::acceleration || kind == LimitKind::jerk;
    return note.of.place == LimitPlace::throughout && (of_curve || note.violation > 0.0);
  };
  std::erase_if(solution.violations, unsure);
  std::erase_if(solution.certificate.limits, unsure);
  solution.largest_violation = 0.0;
  for (const LimitNote& note : solution.violations) {
    solution.largest_violation = std::max(solution.largest_violation, note.violation);
  }
}

/// It was not solved, and our own method stopped short on the way: where there is Ipopt, it was
/// asked.
bool lacks_ipopt(const Solution& solution) {
  const bool given_up = solution.status == MotionStatus::solved_to_lower_accuracy ||
                        solution.status == MotionStatus::infeasible;
  return given_up && !solution.cause && !ipopt_is_there() &&
         std::any_of(solution.diary.begin(), solution.diary.end(), [](const Attempt& attempt) {
           return attempt.end == Attempt::End::failed || attempt.end == Attempt::End::acceptable;
         });
}

/// What the search itself does not see, of a problem that it found no answer to.
std::optional<InfeasibilityCause> cause_of(const MotionProblem& problem, const Solution& solution,
                                           const Candidate& found) {
  if (solution.status == MotionStatus::iteration_limit) return found.cause;
  if (solution.status != MotionStatus::infeasible) return {};
  std::optional<InfeasibilityCause> cause = pose_out_of_reach(problem);
  if (!cause) cause = pose_too_heavy_to_hold(solution);
  return cause ? cause : found.cause;
}

}  // namespace

Solution solve(const MotionProblem& problem, const SolveOptions& options) {
  return solve(Task(problem), options);
}

Solution solve(const Task& task, const SolveOptions& options) {
  const auto begun = Clock::now();
  check_options(task.problem(), options);
  Solution solution;
  solution.cause = obvious_contradiction(task);
  if (!solution.cause) {
    if (std::optional<Solution> of_few = solve_with_still_joints(task, options)) return *of_few;
  }
  const SolveOptions within_time = timed(options, begun);
  BestOfStarts best_found =
      solution.cause ? BestOfStarts{slow_guess(task), 0, {}} : best(task, within_time);
  Candidate& found = best_found.candidate;
  solution.status = status_of(found, options.tolerance);
  solution.start = best_found.start;
  solution.starts = std::move(best_found.all);
  solution.iterations = found.iterations;
  solution.rounds = found.rounds;
  solution.method = found.result.method;
  solution.motion = found.timed ? *found.timed : found.motion();
  describe(found, options.tolerance, solution);
  solution.history = std::move(found.history);
  solution.diary = std::move(found.diary);
  if (found.timed) leave_to_proof(solution);
  if (solution.status != MotionStatus::interrupted || found.timed) {
    prove_answer(found.program->task(), options.checkpoint, solution);
  }
  if (!solution.cause) solution.cause = cause_of(task.problem(), solution, found);
  solution.without_way_out = lacks_ipopt(solution);
  solution.seconds = seconds_since(begun);
  return solution;
}

}  // namespace alembert
