#include "motion/first_answer.hpp"

#include "alembert/first_motion.hpp"
#include "motion/exact_motion.hpp"
#include "motion/near_pairs.hpp"

namespace alembert {
namespace {

/// Ways are looked for with other seeds where the first does not lead to a motion that holds.
constexpr unsigned most_seeds = 8;

}  // namespace

std::optional<Trajectory> first_answer(const Task& task, const SolveOptions& options) {
  if (!has_many_pairs(task) || options.initial) return {};
  FirstMotionOptions first;
  first.checkpoint = options.checkpoint;
  bool stopped = false;
  first.way.go_on = [&] {
    if (options.checkpoint) options.checkpoint();
    stopped = stopped || (options.on_progress && !options.on_progress({}));
    return !stopped;
  };
  const ProofOptions quick{
      .accuracy = infinity, .stop_at_violation = true, .checkpoint = options.checkpoint};
  for (unsigned way = 0; way < most_seeds && !stopped; ++way) {
    first.way.seed = options.seed + way;
    const std::optional<FirstMotion> found = first_motion(task.problem(), first);
    if (found && prove(task, found->motion, quick).holds()) return found->motion;
  }
  return {};
}

Candidate better_answer(Candidate found, const Task& task, const Trajectory& first,
                        const SolveOptions& options) {
  Candidate own = with_motion(task, first);
  const bool holds = found.usable() && found.certificate.holds(options.tolerance);
  if (holds && found.result.objective <= own.result.objective) return found;
  own.certificate = certify(*own.program, own.result.point.x);
  own.result.status =
      found.interrupted() ? NlpResult::Status::interrupted : NlpResult::Status::acceptable;
  own.history = std::move(found.history);
  own.diary = std::move(found.diary);
  own.iterations = found.iterations;
  own.rounds = found.rounds;
  own.is_first = true;
  return own;
}

}  // namespace alembert
