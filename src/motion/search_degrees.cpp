// Kinks lead the solver astray unless it comes to them by degrees: friction that turns within a
// millisecond, and |power| where energy is minimized, are rounded off at first, and less and less.
// So do ways of walking: with much jerk to save there are few of them.
#include <algorithm>

#include "motion/search.hpp"
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

Candidate Search::solve_easier(Kind kind, const MotionProblem& easier, const NlpPoint& from,
                               NlpStart start, double duration) {
  Candidate found = program_of(Task(easier), duration);
  found.result = solve_noted(kind, *found.program, from, start, watched());
  if (found.usable()) keep_last();
  return found;
}

std::optional<NlpResult> Search::by_less_jerk(MotionProgram& program, const NlpPoint& from) {
  MotionProblem problem = program.task().problem();
  problem.minimize.jerk *= more_jerk;
  const Candidate smooth = solve_easier(Kind::more_jerk, problem, from, NlpStart::cold,
                                        program.motion(from.x).duration());
  if (!smooth.usable()) return {};
  return by_degrees(Kind::guess, program, without_multipliers(smooth.result.point.x),
                    NlpStart::near);
}

std::optional<NlpResult> Search::first_through_itself(MotionProgram& program,
                                                      const NlpPoint& from) {
  MotionProblem problem = program.task().problem();
  if (problem.ground_coordinates == 0 || problem.clearance.self_pairs.empty() ||
      steps_with_jerk(program.task())) {
    return {};
  }
  problem.clearance.self_pairs.clear();
  const Candidate free = solve_easier(Kind::through_itself, problem, from, NlpStart::cold,
                                      program.motion(from.x).duration());
  // With more limits it would take no less.
  if (free.result.status == Status::iteration_limit) return free.result;
  if (!free.usable()) return {};
  std::optional<NlpResult> found =
      by_degrees(Kind::guess, program, without_multipliers(free.result.point.x), NlpStart::near);
  if (found && !found->usable() && !found->interrupted()) return {};
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
    soft.result = solve_noted(Kind::softer_friction, *soft.program, point,
                              start_from(*soft.program, point.x), watched());
    if (!soft.usable()) return {};
    keep_last();
    point = without_multipliers(soft.result.point.x);
    share *= 0.5;
  }
  return point;
}

/// It goes on as long as the solver follows.
NlpResult Search::with_less_rounding(MotionProgram& program, NlpResult kept, double share) {
  while (kept.usable() && share > last_rounding) {
    const double now = largest_power(program, kept.point.x);
    set_energy_rounding(program, 0.5 * share * now);
    NlpResult next = solve_once(program, kept.point, NlpStart::warm, watched());
    if (!next.usable()) {
      set_energy_rounding(program, share * now);
      if (next.interrupted()) kept.status = Status::interrupted;
      return kept;
    }
    share *= 0.5;
    kept = std::move(next);
  }
  return kept;
}

std::optional<NlpResult> Search::by_degrees(Kind kind, MotionProgram& program, NlpPoint from,
                                            NlpStart start, bool softer) {
  double share = first_rounding;
  if (softer) {
    std::optional<NlpPoint> soft = with_softer_friction(program, std::move(from), share);
    if (!soft) return {};
    from = std::move(*soft);
  }
  const auto begun = Clock::now();
  const int before = iterations_;
  const bool guessed = start == NlpStart::cold || start == NlpStart::cold_slow;
  const double power = guessed ? largest_power(program, from.x) : 0.0;
  if (power > 0.0) set_energy_rounding(program, share * power);
  NlpResult found = solve_once(program, from, start, watched());
  if (power > 0.0) found = with_less_rounding(program, std::move(found), share);
  note(kind, program, found, iterations_ - before, begun);
  return found;
}

}  // namespace alembert
