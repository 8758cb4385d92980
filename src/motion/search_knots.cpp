// Knots that move to where they are needed, or are unknowns themselves.
#include <algorithm>

#include "motion/adapted_knots.hpp"
#include "motion/searcher.hpp"
#include "motion/transcribe.hpp"

namespace alembert {
namespace {

constexpr double least_factor = 1.05;  ///< below it a round of freed knots is not worth a solve
constexpr double least_gain = 1e-6;    ///< of the objective: less is none
constexpr int most_knot_rounds = 12;
/// Knots are moved as long as that gains this share of the objective.
constexpr double adaption_gain = 2e-5;
constexpr int most_adaptions = 12;
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
Candidate Search::on_shares(const Candidate& before, const Eigen::MatrixXd& shares) {
  const Eigen::VectorXd& x = before.result.point.x;
  Candidate next;
  next.program = std::make_unique<MotionProgram>(
      transcribe(before.program->task(), shares, before.program->motion(x).duration(), workers_));
  const Eigen::VectorXd start = moved_to(*next.program, *before.program, x);
  refine(*next.program, certify(*next.program, start));
  next.result = solve(*next.program, without_multipliers(start), start_from(*next.program, start));
  return next;
}

/// Moves the knots to where accelerations change and solves again, while that gains something.
Candidate Search::with_adapted_knots(Candidate best) {
  std::optional<Eigen::MatrixXd> shares = trapezoid_shares(task_);
  bool first = shares.has_value();
  for (int round = 0; round < most_adaptions && best.usable(); ++round, first = false) {
    if (!first) shares = adapted_shares(*best.program, best.result.point.x);
    Candidate next = on_shares(best, *shares);
    if (next.interrupted()) best.result.status = Status::interrupted;
    if (best.interrupted()) break;
    const bool as_good = next.result.status == Status::solved ||
                         (next.usable() && best.result.status != Status::solved);
    const double gain = as_good ? best.result.objective - next.result.objective : -1.0;
    if (gain >= 0.0) best = std::move(next);
    if (!first && gain < adaption_gain * std::abs(best.result.objective)) break;
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
    const NlpResult next = solve(program, best.result.point, start);
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
  }
  return best;
}

}  // namespace alembert
