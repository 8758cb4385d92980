// Motions of hardly anything, and those that are known in closed form.
#include <algorithm>

#include "alembert/arm.hpp"
#include "clock.hpp"
#include "motion/costs.hpp"
#include "motion/diagnosis.hpp"
#include "motion/fastest_spline.hpp"
#include "motion/guess.hpp"
#include "motion/passive.hpp"
#include "motion/without_search.hpp"
#include "task/point_limit.hpp"
#include "task/spans.hpp"

namespace alembert {
namespace {

/// rad or m: so near the solver's tolerance that its answer would be noise.
constexpr double hardly_anything = 1e-5;
/// s: the shortest duration that is tried, and by how much longer the next.
constexpr double first_duration = 1e-3, longer = 1.25;
constexpr double solver_tolerance = 1e-9;  // of equations, in units of their scales

/// From rest to rest, and nothing but time counts.
bool may_stay(const MotionProblem& problem) {
  const auto given = [](const Condition& place) { return place.q || place.pose; };
  return given(problem.start) && given(problem.goal) && must_be_held(problem.start) &&
         must_be_held(problem.goal) && problem.waypoints.empty() && !problem.repetition &&
         problem.cut_joints.empty() && only_time_counts(problem.minimize);
}

/// A goal that is a pose may be where the arm is already.
bool hardly_moves(const GuessedPlaces& places) {
  return (places.q.back() - places.q.front()).cwiseAbs().maxCoeff() <= hardly_anything;
}

/// Where control points leave their range and the curve need not, segments are halved so often.
constexpr int most_halvings = 2;

enum class Verdict { holds, rounded, passed };

/// At every instant. Where it is a velocity, an acceleration or a jerk that is passed, rounding is.
Verdict proven(const SolveOptions& options, const Candidate& made) {
  const MotionProgram& program = *made.program;
  const Proof proof = quick_proof(program.task(), made.motion(), options.checkpoint);
  if (proof.holds()) return Verdict::holds;
  const bool own = std::none_of(proof.limits.begin(), proof.limits.end(), [](const LimitProof& of) {
    using Of = LimitProof::Verdict;
    const bool proven = of.verdict == Of::holds || of.verdict == Of::equation;
    return !proven && of.worst.of.kind != LimitKind::velocity &&
           of.worst.of.kind != LimitKind::acceleration && of.worst.of.kind != LimitKind::jerk;
  });
  return own ? Verdict::rounded : Verdict::passed;
}

/// Conditions, and limits of control points, which hold at every instant.
bool keeps_own(const SolveOptions& options, Candidate& made) {
  Solution seen;
  describe(made, options.tolerance, seen);
  return seen.violations.empty();
}

}  // namespace

std::optional<Candidate> small_motion(const Task& task) {
  const MotionProblem& problem = task.problem();
  if (!may_stay(problem)) return {};
  const GuessedPlaces places = guess_places(task);
  if (!hardly_moves(places)) return {};
  double duration = std::max(first_duration, problem.duration.shortest);
  for (; duration <= std::min(problem.duration.longest, 1.0); duration *= longer) {
    Candidate made = unsolved(task, time_shares(problem), duration, std::make_shared<Workers>(1));
    const Eigen::VectorXd x = guess_unknowns(places, *made.program, duration, 0.0, 1);
    if (constraint_violation(*made.program, x) > solver_tolerance) continue;
    made.certificate = certify(*made.program, x);
    if (!made.certificate.holds(solver_tolerance)) continue;
    made.result.status = NlpResult::Status::solved;
    made.result.objective = made.program->objective(x);
    made.result.point.x = x;
    made.too_small = true;
    return made;
  }
  return {};
}

Candidate with_motion(const Task& task, const Trajectory& motion) {
  const Task own = task.of(motion);
  const BSpline& q = motion.q;
  const Eigen::MatrixXd shares = q.widths() / motion.duration();
  Candidate made = unsolved(own, shares, motion.duration(), std::make_shared<Workers>(1));
  made.result.status = NlpResult::Status::solved;
  made.result.point.x = unknowns_of(motion, *made.program);
  made.result.objective = made.program->objective(made.result.point.x);
  return made;
}

bool may_be_exact(const Task& task) {
  const MotionProblem& problem = task.problem();
  if (!problem.waypoints.empty() || problem.repetition || has_passive(problem) ||
      task.has_forces() || task.stages().size() > 1 ||
      !problem.model.arm().can(ArmUse::trapezoids)) {
    return false;
  }
  if (!(problem.minimize.time > 0.0) || !only_time_counts(problem.minimize) ||
      problem.duration.shortest == problem.duration.longest) {
    return false;
  }
  const int last = problem.spline.segments - 1;
  return std::all_of(limits_of(task).begin(), limits_of(task).end(), [&](const PointLimit& limit) {
    return limit.first_segment == 0 && limit.last_segment == last;
  });
}

std::optional<Candidate> exact_motion(const Task& task, const SolveOptions& options) {
  const SplineOptions& spline = task.problem().spline;
  if (spline.degree != 3 || spline.knots == SplineOptions::Knots::uniform) return {};
  if (!may_be_exact(task)) return {};
  const auto begun = Clock::now();
  for (int halvings = 0; halvings <= most_halvings; ++halvings) {
    const std::optional<Trajectory> motion = fastest_spline(task.problem(), halvings);
    if (!motion || motion->duration() > task.problem().duration.longest) return {};
    Candidate made = with_motion(task, *motion);
    made.certificate = certify(*made.program, made.result.point.x);
    if (!made.certificate.holds(0.0)) return {};
    if (!keeps_own(options, made)) continue;
    const Verdict verdict = proven(options, made);
    if (verdict == Verdict::passed) return {};
    if (verdict == Verdict::rounded) continue;
    made.diary.push_back({.kind = Attempt::Kind::exact_profile,
                          .end = Attempt::End::solved,
                          .kept = true,
                          .segments = motion->q.segments(),
                          .seconds = seconds_since(begun),
                          .objective = made.result.objective});
    return made;
  }
  return {};
}

}  // namespace alembert
