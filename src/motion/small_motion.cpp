#include "motion/small_motion.hpp"

#include "motion/costs.hpp"
#include "motion/guess.hpp"
#include "motion/transcribe.hpp"
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

}  // namespace alembert
