// Knots that move to where they are needed, or are unknowns themselves.
#include <algorithm>

#include "motion/adapted_knots.hpp"
#include "motion/passive.hpp"
#include "motion/searcher.hpp"
#include "motion/transcribe.hpp"
#include "motion/trapezoid_knots.hpp"

namespace alembert {
namespace {

constexpr double least_factor = 1.05;  ///< below it a round of freed knots is not worth a solve
constexpr double least_gain = 1e-6;    ///< of the objective: less is none
constexpr int most_knot_rounds = 12;
/// Knots are moved as long as that gains this share of the objective.
constexpr double adaption_gain = 1e-4;
constexpr int most_adaptions = 8;
/// A motion still slower than a simple profile gets up to so many times the segments.
constexpr int most_finer = 4;
/// Where knots should be is seen without the last digits.
constexpr double coarse_tolerance = 1e-5;
/// A motion at its limits is a bad start for a barrier: it begins slower by this factor.
constexpr double away_from_limits = 1.1;
/// No segment shorter than this share of the mean.
constexpr double least_segment = 0.02;

/// Every segment between the factor and its inverse of what it lasts at x.
void bound_times(MotionProgram& program, const Eigen::VectorXd& x, double factor, double mean) {
  const double least = least_segment * mean;
  for (int k = 0; k < program.grid().times(); ++k) {
    const int i = program.time_index(k);
    program.mutable_bounds().x_lower[i] = std::max(least, x[i] / factor);
    program.mutable_bounds().x_upper[i] = std::max(1.01 * least, x[i] * factor);
  }
}

}  // namespace

/// The motion of equal segments in a program whose knots are free.
Candidate Search::on_free_knots(const Candidate& equal, double duration) const {
  const MotionProgram& uniform = *equal.program;
  const Eigen::VectorXd& found = equal.result.point.x;
  Candidate made = program_of(task_, duration);
  const int segments = made.program->grid().segments();
  Eigen::VectorXd x(made.program->variable_count());
  x << found.head(uniform.time_index(0)), Eigen::VectorXd::Constant(segments, duration / segments),
      found.tail(uniform.forces() * uniform.grid().controls());
  made.result = equal.result;
  made.result.point = without_multipliers(x);
  return made;
}

/// From the answer on other knots.
Candidate Search::on_shares(Kind kind, const Candidate& before, const Eigen::MatrixXd& shares) {
  const Eigen::VectorXd& x = before.result.point.x;
  Candidate next;
  next.program = std::make_unique<MotionProgram>(
      transcribe(before.program->task(), shares, before.program->motion(x).duration(), workers_));
  Eigen::VectorXd start = moved_to(*next.program, *before.program, x);
  const MotionProblem& problem = before.program->task().problem();
  const bool may_last = !problem.duration.guess && problem.minimize.energy == 0.0 &&
                        problem.duration.shortest < problem.duration.longest;
  // Held between nodes, as a given motion is, or the two could not be compared.
  if (before.program->node_count() > next.program->node_count()) {
    refine(*next.program, certify(*next.program, start));
  }
  if (may_last) slow_down(problem, *next.program, start, away_from_limits);
  refine(*next.program, certify(*next.program, start));
  next.result =
      solve(kind, *next.program, without_multipliers(start),
            may_last ? NlpStart::cold : start_from(*next.program, start), coarse_tolerance);
  return next;
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

/// Moves the knots to where accelerations change and solves again, while that gains something.
Candidate Search::with_adapted_knots(Candidate best) {
  bool any = false;
  const auto gained = [&](Kind kind, const Eigen::MatrixXd& shares) {
    const double gain = take_better(best, on_shares(kind, best, shares));
    any = any || gain >= 0.0;
    return gain;
  };
  const Task task = best.program->task();
  const TrapezoidKnots trapezoid = trapezoid_knots(task);
  const auto too_slow = [&] {
    return best.usable() && best.program->motion(best.result.point.x).duration() >
                                (1.0 + adaption_gain) * trapezoid.duration;
  };
  for (const Eigen::MatrixXd& shares : trapezoid.shares) {
    if (&shares == &trapezoid.shares.front() || too_slow()) gained(Kind::profile_knots, shares);
  }
  for (int round = 0; round < most_adaptions && best.usable(); ++round) {
    const Eigen::MatrixXd shares = adapted_shares(*best.program, best.result.point.x);
    if (gained(Kind::moved_knots, shares) < adaption_gain) break;
  }
  if (any && best.usable()) {
    const NlpResult fine = solve(Kind::last_digits, *best.program, best.result.point, NlpStart::on);
    if (usable(fine) || fine.status == Status::interrupted) {
      best.result = fine;
      keep_last();
    }
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
  const Trajectory motion = before.program->motion(before.result.point.x);
  Candidate made = program_of(richer, motion.duration());
  made.result.point = without_multipliers(unknowns_of(motion, *made.program));
  made.result.objective = infinity;
  return made;
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
    if (next.status == Status::interrupted) {
      best.result.status = Status::interrupted;
      break;
    }
    const double gain = objective - next.objective;
    if (!usable(next) || gain < least_gain * std::abs(next.objective)) {
      factor = 1.0 + 0.5 * (factor - 1.0);
      if (!usable(next) || gain < 0.0) continue;
    }
    objective = next.objective;
    best.result = next;
    keep_last();
  }
  return best;
}

}  // namespace alembert
