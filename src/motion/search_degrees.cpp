// Kinks lead the solver astray unless it comes to them by degrees: friction that turns within a
// millisecond, and |power| where energy is minimized, are rounded off at first, and less and less.
// So do ways of walking: with much jerk to save there are few of them.
#include <algorithm>

#include "motion/searcher.hpp"
#include "motion/transcribe.hpp"

namespace alembert {
namespace {

/// Friction falls off at so many times its slip speed, before it does so at its own.
constexpr double softer_slips[] = {10.0, 3.0};
/// Shares of the largest power at which |power| is rounded off: at first, halved with every step,
/// and in the end.
constexpr double first_rounding = 0.3, last_rounding = 0.01;

/// Jerk counts for so many times what it does in the end.
constexpr double more_jerk = 30.0;

Task with_slip_speed(const Task& task, double factor) {
  MotionProblem problem = task.problem();
  problem.slip_speed *= factor;
  // Its hull would reach as much further, to speeds at which friction is known.
  problem.friction = FrictionCover::smoothed;
  return Task(problem);
}

}  // namespace

bool has_coulomb(const Task& task) {
  const std::vector<ModelJoint>& joints = task.problem().model.joints();
  return std::any_of(joints.begin(), joints.end(),
                     [](const ModelJoint& joint) { return joint.coulomb > 0.0; });
}

bool steps_with_jerk(const Task& task) {
  const MotionProblem& problem = task.problem();
  const auto comes_or_goes = [](const GroundContact& contact) {
    return contact.during.from > 0.0 || contact.during.to < 1.0;
  };
  return problem.ground_coordinates > 0 && problem.minimize.jerk > 0.0 &&
         std::any_of(problem.contacts.begin(), problem.contacts.end(), comes_or_goes);
}

std::optional<NlpResult> Search::by_less_jerk(MotionProgram& program, NlpPoint from,
                                              double tolerance) {
  MotionProblem problem = program.task().problem();
  problem.minimize.jerk *= more_jerk;
  Candidate smooth = program_of(Task(problem), program.motion(from.x).duration());
  const auto begun = std::chrono::steady_clock::now();
  smooth.result = solve_once(*smooth.program, from, NlpStart::cold, tolerance);
  note(Kind::more_jerk, *smooth.program, smooth.result, smooth.result.iterations, begun);
  if (!smooth.usable()) return {};
  keep_last();
  return by_degrees(Kind::guess, program, without_multipliers(smooth.result.point.x),
                    NlpStart::near, tolerance);
}

std::optional<NlpResult> Search::first_through_itself(MotionProgram& program, NlpPoint from,
                                                      double tolerance) {
  MotionProblem problem = program.task().problem();
  if (problem.ground_coordinates == 0 || problem.clearance.self_pairs.empty() ||
      steps_with_jerk(program.task())) {
    return {};
  }
  problem.clearance.self_pairs.clear();
  Candidate free = program_of(Task(problem), program.motion(from.x).duration());
  const auto begun = std::chrono::steady_clock::now();
  free.result = solve_once(*free.program, from, NlpStart::cold, tolerance);
  note(Kind::through_itself, *free.program, free.result, free.result.iterations, begun);
  // With more limits it would take no less.
  if (free.result.status == Status::iteration_limit) return free.result;
  if (!free.usable()) return {};
  keep_last();
  std::optional<NlpResult> found = by_degrees(
      Kind::guess, program, without_multipliers(free.result.point.x), NlpStart::near, tolerance);
  if (found && !usable(*found) && found->status != Status::interrupted) return {};
  return found;
}

/// The answer with softer friction, from which the program itself is solved; `share` is that of the
/// power. Nothing where one of them has none.
std::optional<NlpPoint> Search::with_softer_friction(const MotionProgram& program, NlpPoint point,
                                                     double& share) {
  for (const double slip : softer_slips) {
    const double duration = program.motion(point.x).duration();
    Candidate soft = program_of(with_slip_speed(program.task(), slip), duration);
    const double power = largest_power(*soft.program, point.x);
    if (power > 0.0) set_energy_rounding(*soft.program, share * power);
    const auto begun = std::chrono::steady_clock::now();
    soft.result = solve_once(*soft.program, point, start_from(*soft.program, point.x),
                             NlpOptions().tolerance);
    note(Kind::softer_friction, *soft.program, soft.result, soft.result.iterations, begun);
    if (!soft.usable()) return {};
    keep_last();
    point = without_multipliers(soft.result.point.x);
    share *= 0.5;
  }
  return point;
}

/// It goes on as long as the solver follows.
NlpResult Search::with_less_rounding(MotionProgram& program, NlpResult kept, double share,
                                     double tolerance) {
  while (usable(kept) && share > last_rounding) {
    const double now = largest_power(program, kept.point.x);
    set_energy_rounding(program, 0.5 * share * now);
    NlpResult next = solve_once(program, kept.point, NlpStart::warm, tolerance);
    if (!usable(next)) {
      set_energy_rounding(program, share * now);
      if (next.status == Status::interrupted) kept.status = Status::interrupted;
      return kept;
    }
    share *= 0.5;
    kept = std::move(next);
  }
  return kept;
}

std::optional<NlpResult> Search::by_degrees(Kind kind, MotionProgram& program, NlpPoint from,
                                            NlpStart start, double tolerance, bool softer) {
  double share = first_rounding;
  if (softer) {
    std::optional<NlpPoint> soft = with_softer_friction(program, std::move(from), share);
    if (!soft) return {};
    from = std::move(*soft);
  }
  const auto begun = std::chrono::steady_clock::now();
  const int before = iterations_;
  const bool guessed = start == NlpStart::cold || start == NlpStart::cold_slow;
  const double power = guessed ? largest_power(program, from.x) : 0.0;
  if (power > 0.0) set_energy_rounding(program, share * power);
  NlpResult found = solve_once(program, from, start, tolerance);
  if (power > 0.0) found = with_less_rounding(program, std::move(found), share, tolerance);
  note(kind, program, found, iterations_ - before, begun);
  return found;
}

}  // namespace alembert
