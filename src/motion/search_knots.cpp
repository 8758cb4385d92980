// Knots that move to where they are needed, or are unknowns themselves.
#include <algorithm>

#include "motion/adapted_knots.hpp"
#include "motion/ipopt_solver.hpp"
#include "motion/near_pairs.hpp"
#include "motion/passive.hpp"
#include "motion/search.hpp"

namespace alembert {
namespace {

constexpr double least_factor = 1.05;  ///< below it a round of freed knots is not worth a solve
constexpr double least_gain = 1e-6;    ///< of the objective: less is none
constexpr int most_knot_rounds = 12;
/// Of phases whose instants are free: how far they move in a round, how often, for what gain.
constexpr double instant_factor = 1.3, least_instant_gain = 1e-3;
constexpr int most_instant_rounds = 5;
/// Knots begin to move at the answer of the first barrier, and move at that of the second as long
/// as that gains this share of the objective. On some of a hundred reaches: with more moves at high
/// barriers knots follow corners that are still rounded (durations 2e-4 longer in the mean), with
/// moves at 1e-6 each of them takes half as many iterations again.
constexpr double first_barrier = 1e-3, moving_barrier = 1e-5;
constexpr double moving_gain = 3e-5;
constexpr int most_moves = 8;
/// A move takes three to five iterations.
constexpr int most_iterations = 30;
/// A motion is too slow if a simple profile takes less by more than this share.
constexpr double slower_than_profile = 1e-4;
/// A motion still slower than a simple profile gets up to so many times the segments.
constexpr int most_finer = 4;
/// A motion at its limits is a bad start for a barrier: it begins slower by this factor.
constexpr double away_from_limits = 1.1;
/// No segment shorter than this share of the mean.
constexpr double least_segment = 0.02;

/// Every segment between the factor and its inverse of what it lasts at x.
void bound_times(MotionProgram& program, const Eigen::VectorXd& x, double factor, double mean) {
  const double least = least_segment * mean;
  for (int k = 0; k < program.grid().times(); ++k) {
    const int i = program.time_index(k);
    program.set_bounds(i, std::max(least, x[i] / factor), std::max(1.01 * least, x[i] * factor));
  }
}

/// Of a method that is asked to improve an answer.
constexpr int most_brief_iterations = 100;

}  // namespace

Task with_knots(const Task& task, SplineOptions::Knots knots) {
  MotionProblem problem = task.problem();
  problem.spline.knots = knots;
  return Task(problem);
}

/// The motion of equal segments in a program whose knots are free.
Candidate Search::on_free_knots(const Candidate& equal, double duration) const {
  const MotionProgram& uniform = *equal.program;
  const Eigen::VectorXd& found = equal.result.point.x;
  Candidate made = program_of(task_, duration);
  const int segments = made.program->grid().segments();
  Eigen::VectorXd x(made.program->variable_count());
  x << found.head(uniform.time_index(0)), Eigen::VectorXd::Constant(segments, duration / segments),
      found.tail(found.size() - uniform.time_index(0) - uniform.grid().times());
  made.result = equal.result;
  made.result.point = without_multipliers(x);
  return made;
}

/// One solve on knots that move: to the answer of a barrier, or, where that is 0, to the end.
NlpResult Search::solve_centred(Kind kind, Moving& moving, const NlpPoint& from, NlpStart start,
                                double to_barrier) {
  const auto begun = Clock::now();
  const bool moves = start == NlpStart::centred && to_barrier > 0.0;
  NlpOptions options = moves ? watched(most_iterations) : watched();
  options.from_barrier = moving.barrier;
  options.to_barrier = to_barrier;
  const NlpResult result = moving.solver.solve(from, start, options);
  iterations_ += result.iterations;
  moving.barrier = to_barrier;
  note(kind, moving.program, result, result.iterations, begun);
  return result;
}

/// The answer of the barrier on knots moved to where it changes its acceleration; what was gained.
/// Where that is nothing the knots are moved back.
double Search::move_knots(Moving& moving, NlpResult& answer) {
  MotionProgram& program = moving.program;
  const Eigen::MatrixXd before = program.grid().shares();
  const Trajectory motion = program.motion(answer.point.x);
  program.move_knots(adapted_shares(program, answer.point.x));
  NlpPoint from = answer.point;
  from.x = moved_to(program, motion, answer.point.x);
  const double barrier = moving.barrier;
  NlpResult next =
      solve_centred(Kind::moved_knots, moving, from, NlpStart::centred, moving_barrier);
  if (next.interrupted()) answer.status = Status::interrupted;
  const double gain = barrier > moving_barrier  // of another barrier: no comparison
                          ? infinity
                          : (answer.objective - next.objective) / std::abs(next.objective);
  if (!next.usable() || gain < 0.0) {
    program.move_knots(before);
    moving.barrier = barrier;
    return -infinity;
  }
  answer = std::move(next);
  keep_last();
  return gain;
}

/// By the other method, but not for minutes: there is an answer already.
NlpResult Search::solve_briefly(Kind kind, MotionProgram& program, const NlpPoint& from) {
  NlpOptions options = watched(most_brief_iterations);
  if (ipopt_is_there()) options.method = SolverMethod::ipopt;
  return solve_noted(kind, program, from, NlpStart::cold, options);
}

/// Knots follow the motion while the barrier falls: the answer of a barrier is nearly that on knots
/// nearby, which a motion at its limits is not.
Candidate Search::on_moving_knots(Kind kind, const Candidate& before,
                                  const Eigen::MatrixXd& shares) {
  const Trajectory motion = before.motion();
  Candidate now = unsolved(before.program->task(), shares, motion.duration(), workers_);
  MotionProgram& program = *now.program;
  // As a given motion is: then this one must be, too, or the two could not be compared.
  const bool held_between = before.program->node_count() > program.node_count();
  Eigen::VectorXd x = moved_to(program, motion, before.result.point.x);
  slow_down(program, x, away_from_limits);
  hold_near_pairs(program, x);
  refine(program, certify(program, x));
  Moving moving{.program = program, .solver = NlpSolver(program)};
  now.result = solve_centred(kind, moving, without_multipliers(x), NlpStart::cold, first_barrier);
  if (now.interrupted()) return now;
  if (!now.usable()) {  // on knots that stay, to the end, by the other method if need be
    now.result = before.usable() ? solve_briefly(kind, program, without_multipliers(x))
                                 : solve(kind, program, without_multipliers(x), NlpStart::cold);
    return now;
  }
  keep_last();
  for (int k = 0; k < most_moves && move_knots(moving, now.result) >= moving_gain; ++k) continue;
  if (now.interrupted()) return now;
  NlpPoint from = now.result.point;
  if (held_between) {
    const std::vector<MotionProgram::Origin> known = program.origins();
    if (refine(program, certify(program, from.x))) from = extended(from, known, program.origins());
  }
  now.result = solve_centred(Kind::last_digits, moving, from, NlpStart::centred, 0.0);
  return now;
}

/// Takes the better one; what was gained, negative where nothing was.
double Search::take_better(Candidate& best, Candidate next) {
  if (next.interrupted()) best.result.status = Status::interrupted;
  const bool as_good = next.result.status == Status::solved ||
                       (next.usable() && best.result.status != Status::solved);
  if (best.interrupted() || !as_good) return -infinity;
  const double gain =
      (best.result.objective - next.result.objective) / std::abs(next.result.objective);
  if (gain < 0.0) return gain;
  best = std::move(next);
  keep_last();
  return gain;
}

/// Moves the knots to where accelerations change. They begin where a profile switches if that is
/// what the answer will be, or else if the answer is slower than the profile.
Candidate Search::with_adapted_knots(Candidate best) {
  const bool to_be_solved = best.result.objective == infinity;
  if (best.interrupted() || !(best.usable() || to_be_solved)) return best;
  const Task task = best.program->task();
  const TrapezoidKnots trapezoid = trapezoid_knots(task);
  const auto too_slow = [&] {
    return best.usable() &&
           best.motion().duration() > (1.0 + slower_than_profile) * trapezoid.duration;
  };
  const auto begin_on = [&](Kind kind, const Eigen::MatrixXd& shares) {
    take_better(best, on_moving_knots(kind, best, shares));
  };
  const bool at_profile = trapezoid.exact && !trapezoid.shares.empty();
  if (!at_profile) begin_on(Kind::moved_knots, adapted_shares(*best.program, best.result.point.x));
  for (const Eigen::MatrixXd& shares : trapezoid.shares) {
    const bool first = at_profile && &shares == &trapezoid.shares.front();
    if (first || too_slow()) begin_on(Kind::profile_knots, shares);
  }
  const int finer = 2 * task.problem().spline.segments;
  if (too_slow() && finer <= most_finer * task_.problem().spline.segments) {
    take_better(best, with_adapted_knots(on_twice_the_segments(best)));
  }
  return best;
}

/// Not solved.
Candidate Search::on_twice_the_segments(const Candidate& before) const {
  const Task richer = with_richer_spline(before.program->task(), 2);
  const Trajectory motion = before.motion();
  Candidate made = program_of(richer, motion.duration());
  made.result.point = without_multipliers(unknowns_of(motion, *made.program));
  made.result.objective = infinity;
  return made;
}

/// Contacts begin and end when they were said to, at first; then each phase may grow or shrink by a
/// factor, from the best motion so far.
Candidate Search::with_free_instants(const Task& task) {
  Candidate given = in_best_posture(with_knots(task, SplineOptions::Knots::uniform));
  if (!given.usable()) return given;
  const Trajectory motion = given.motion();
  const double mean = motion.duration() / motion.q.segments();
  Candidate best = program_of(task, motion.duration());
  best.result = given.result;
  best.result.point = without_multipliers(unknowns_of(motion, *best.program));
  for (int round = 0; round < most_instant_rounds; ++round) {
    bound_times(*best.program, best.result.point.x, instant_factor, mean);
    const NlpPoint from = without_multipliers(best.result.point.x);
    const NlpResult next = solve(Kind::free_knots, *best.program, from, NlpStart::near);
    if (next.interrupted()) best.result.status = Status::interrupted;
    if (!next.usable()) break;
    const double gain = best.result.objective - next.objective;
    best.result = next;
    keep_last();
    if (gain < least_instant_gain * std::abs(next.objective)) break;
  }
  return best;
}

/// A step of all lengths at once is too bold for the solver: each round lets every segment grow
/// or shrink by a factor, from the best motion so far.
Candidate Search::with_freed_knots(Candidate best, double factor, double duration) {
  MotionProgram& program = *best.program;
  const double mean = duration / program.grid().segments();
  double objective = infinity;
  for (int round = 0; round < most_knot_rounds && factor > least_factor; ++round) {
    bound_times(program, best.result.point.x, factor, mean);
    const NlpStart start = round == 0 ? start_from(program, best.result.point.x) : NlpStart::cold;
    const NlpResult next = solve(Kind::free_knots, program, best.result.point, start);
    if (next.interrupted()) {
      best.result.status = Status::interrupted;
      break;
    }
    const double gain = objective - next.objective;
    if (!next.usable() || gain < least_gain * std::abs(next.objective)) {
      factor = 1.0 + 0.5 * (factor - 1.0);
      if (!next.usable() || gain < 0.0) continue;
    }
    objective = next.objective;
    best.result = next;
    keep_last();
  }
  return best;
}

}  // namespace alembert
