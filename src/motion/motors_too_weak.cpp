// A load that is too heavy: no motion is found with the motors that there are, and one is with
// stronger ones. What that one asks of them, beside what they have, says which of them fails. Where
// those find none either, the motor that costs most under part of the load does.
#include <cmath>
#include <map>

#include "motion/diagnosis.hpp"
#include "motion/search.hpp"

namespace alembert {
namespace {

constexpr double stronger = 10.0;
/// So much of what is carried comes before all of it, each from the motion before.
constexpr double shares_carried[] = {0.25, 0.5};
constexpr double negligible_cost = 1e-6;

MotionProblem with_lighter_load(MotionProblem problem, double share) {
  for (Carried& body : problem.carried) {
    body.inertia.mass *= share;
    body.inertia.about_com *= share;
  }
  return problem;
}

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

/// The motor whose limit costs most in a motion with `share` of the load, if any does.
std::optional<InfeasibilityCause> costliest_motor(const Candidate& found, double share) {
  const MotionProgram& program = *found.program;
  const Eigen::VectorXd& multipliers = found.result.point.multipliers;  // of shares of the limits
  InfeasibilityCause cause{.kind = InfeasibilityCause::Kind::load_too_heavy, .value = share};
  std::map<std::pair<std::string, bool>, double> costs;  // by motor and direction
  double most = 0.0;
  for (Eigen::Index i = 0; i < multipliers.size(); ++i) {
    const MotionProgram::Origin& origin = program.origins()[i];
    if (origin.point_limit < 0) continue;
    const PointLimit& limit = program.point_limits()[origin.point_limit];
    const LimitSubject& subject = limit.subjects[origin.entry];
    if (subject.kind != LimitKind::torque) continue;
    const bool up = multipliers[i] > 0.0;
    const double cost = costs[{subject.name, up}] += std::abs(multipliers[i]);
    if (cost <= most) continue;
    most = cost;
    cause.name = subject.name;
    cause.angular = subject.angular;
    cause.upper = (up ? limit.upper : limit.lower)[origin.entry];
  }
  if (most < negligible_cost) return {};
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

std::optional<NlpResult> Search::by_stronger_motors(MotionProgram& program, NlpPoint from) {
  MotionProblem problem = program.task().problem();
  if (problem.ground_coordinates > 0) problem.clearance.self_pairs.clear();
  const double duration = program.motion(from.x).duration();
  NlpStart start = NlpStart::cold;
  const auto solve_as = [&](Kind kind, const MotionProblem& easier) {
    Candidate found = solve_easier(kind, easier, from, start, duration);
    if (!found.usable()) return found;
    from = without_multipliers(found.result.point.x);
    start = NlpStart::near;
    return found;
  };
  for (const double share : shares_carried) {
    if (problem.carried.empty()) break;
    const Candidate lighter = solve_as(Kind::lighter_load, with_lighter_load(problem, share));
    if (!lighter.usable()) break;
    too_weak_ = costliest_motor(lighter, share);
  }
  Candidate strong = solve_as(Kind::stronger_motors, with_stronger_motors(problem));
  if (strong.interrupted()) {
    too_weak_.reset();  // by those who watch: nothing is known of all of the load
  } else if (strong.usable() || strong.result.feasible) {
    too_weak_ = weakest_motor(strong, options_.tolerance);
  }
  if (!strong.usable()) return {};
  return by_degrees(Kind::guess, program, from, NlpStart::near);
}

}  // namespace alembert
