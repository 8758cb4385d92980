// A load that is too heavy: no motion is found with the motors that there are, and one is with
// stronger ones. What that one asks of them, beside what they have, says which of them fails.
#include "motion/diagnosis.hpp"
#include "motion/searcher.hpp"

namespace alembert {
namespace {

constexpr double stronger = 4.0;

MotionProblem with_stronger_motors(MotionProblem problem) {
  problem.limits.torque_lower *= stronger;
  problem.limits.torque_upper *= stronger;
  problem.limits.power *= stronger;
  problem.minimize.exertion *= stronger * stronger;  // shares of the strengths that there are
  return problem;
}

/// The motor of which most is asked, if that is more than it has.
std::optional<InfeasibilityCause> weakest_motor(Candidate& strong, double tolerance) {
  strong.certificate = certify(*strong.program, strong.result.point.x);
  Solution seen;
  describe(strong, tolerance, seen);
  InfeasibilityCause cause{.kind = InfeasibilityCause::Kind::motors_too_weak};
  double most = 1.0 + tolerance;
  for (const LimitNote& note : seen.certificate.limits) {
    if (note.of.kind != LimitKind::torque || note.bound == 0.0) continue;
    const double share = stronger * note.value / note.bound;
    if (share <= most) continue;
    most = share;
    cause.name = note.of.name;
    cause.angular = note.of.angular;
    cause.value = note.value;
    cause.upper = note.bound / stronger;
  }
  if (cause.name.empty()) return {};
  return cause;
}

}  // namespace

/// A fastest motion takes what it gets: it would say nothing of what is needed.
bool asks_little_of_motors(const Task& task) {
  const Objective& objective = task.problem().minimize;
  const MotionLimits& limits = task.problem().limits;
  return (objective.exertion > 0.0 || objective.effort > 0.0) &&
         (limits.torque_lower.array() > -infinity &&
          limits.torque_lower.array() < limits.torque_upper.array())
             .any();
}

std::optional<NlpResult> Search::by_stronger_motors(MotionProgram& program, NlpPoint from,
                                                    double tolerance) {
  Candidate strong = program_of(Task(with_stronger_motors(program.task().problem())),
                                program.motion(from.x).duration());
  const auto begun = std::chrono::steady_clock::now();
  strong.result = solve_once(*strong.program, from, NlpStart::cold, tolerance);
  note(Kind::stronger_motors, *strong.program, strong.result, strong.result.iterations, begun);
  if (!strong.usable()) return {};
  too_weak_ = weakest_motor(strong, options_.tolerance);
  keep_last();
  return by_degrees(Kind::guess, program, without_multipliers(strong.result.point.x),
                    NlpStart::near, tolerance);
}

}  // namespace alembert
