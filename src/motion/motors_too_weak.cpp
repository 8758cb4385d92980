// A load that is too heavy: no motion is found as strong as the motors are, and one is if they were
// stronger. What that one asks of the motors, beside what they have, says which of them fails.
#include <memory>

#include "motion/diagnosis.hpp"
#include "motion/search.hpp"

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

}  // namespace

std::optional<InfeasibilityCause> motors_too_weak(const Task& task, const SolveOptions& options) {
  const Objective& objective = task.problem().minimize;
  const MotionLimits& limits = task.problem().limits;
  const bool limited = (limits.torque_lower.array() > -infinity &&
                        limits.torque_lower.array() < limits.torque_upper.array())
                           .any();
  // A fastest motion takes what it gets: it would say nothing of what is needed.
  if (!limited || (objective.exertion == 0.0 && objective.effort == 0.0)) return {};
  const Task strong(with_stronger_motors(task.problem()));
  Candidate found = search_motion(strong, options, 0, std::make_shared<Workers>(options.threads));
  if (found.result.status != NlpResult::Status::solved) return {};
  Solution seen;
  describe(found, options.tolerance, seen);
  InfeasibilityCause cause{.kind = InfeasibilityCause::Kind::motors_too_weak};
  double most = 1.0 + options.tolerance;
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

}  // namespace alembert
