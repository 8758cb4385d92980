// Solving one program, watched.
#include "motion/search.hpp"

namespace alembert {
namespace {

/// A start whose constraints miss by less than this may well be near the best motion.
constexpr double nearly_feasible = 1e-3;
constexpr std::chrono::milliseconds between_questions(20);

}  // namespace

NlpStart Search::start_from(MotionProgram& program, const Eigen::VectorXd& x) const {
  return constraint_violation(program, x) < nearly_feasible ? NlpStart::near : NlpStart::cold;
}

NlpOptions Search::watched(int at_most) {
  NlpOptions options;
  options.method = options_.method;
  options.equations = options_.equations;
  options.max_iterations = std::min(options_.max_iterations, at_most);
  const bool stands = task_.problem().ground_coordinates > 0;
  options.bound_leaps = options.follow_error = stands;
  // Of many joints an iteration of Ipopt takes half a second and a solve minutes: the next guess
  // comes sooner.
  options.ask_ipopt = !stands || task_.dofs() <= many_joints;
  options.on_iteration = [this](const NlpIteration& step) {
    const MotionProgress progress{rounds_, iterations_ + step.iteration, step.objective,
                                  step.violation};
    history_.push_back(progress);
    return !options_.on_progress || options_.on_progress(progress);
  };
  return options;
}

/// Asks those who watch, now and then, while there are no iterations.
bool Search::go_on() {
  const auto now = Clock::now();
  if (stopped_ || now - asked_ < between_questions) return !stopped_;
  asked_ = now;
  if (options_.checkpoint) options_.checkpoint();
  const MotionProgress last = history_.empty() ? MotionProgress{} : history_.back();
  stopped_ = options_.on_progress && !options_.on_progress(last);
  return !stopped_;
}

NlpResult Search::solve_once(MotionProgram& program, const NlpPoint& from, NlpStart start,
                             const NlpOptions& options) {
  NlpResult result = solve_nlp(program, from, start, options);
  iterations_ += result.iterations;
  return result;
}

NlpResult Search::solve_noted(Kind kind, MotionProgram& program, const NlpPoint& from,
                              NlpStart start, const NlpOptions& options) {
  const auto begun = Clock::now();
  NlpResult result = solve_once(program, from, start, options);
  note(kind, program, result, result.iterations, begun);
  return result;
}

NlpResult Search::solve(Kind kind, MotionProgram& program, const NlpPoint& from, NlpStart start) {
  return by_degrees(kind, program, from, start).value_or(NlpResult{});
}

void Search::note(Kind kind, const MotionProgram& program, const NlpResult& result, int iterations,
                  Clock::time_point begun) {
  diary_.push_back({.kind = kind,
                    .end = result.status,
                    .posture = posture_,
                    .segments = program.grid().segments(),
                    .iterations = iterations,
                    .seconds = seconds_since(begun),
                    .objective = result.objective});
}

}  // namespace alembert
