#include "motion/small_motion.hpp"

#include "motion/guess.hpp"
#include "motion/transcribe.hpp"
#include "task/spans.hpp"

namespace alembert {
namespace {

/// rad or m: below the solver's tolerance its answer would be noise.
constexpr double hardly_anything = 1e-6;
/// s: the shortest duration that is tried, and by how much longer the next.
constexpr double first_duration = 1e-3, longer = 1.25;
constexpr double solver_tolerance = 1e-9;  // of equations, in units of their scales

bool only_time_counts(const Objective& objective) {
  return objective.effort == 0.0 && objective.energy == 0.0 && objective.jerk == 0.0 &&
         objective.torque_rate == 0.0 && objective.path_length == 0.0 && objective.terms.empty();
}

bool hardly_moves(const MotionProblem& problem) {
  return problem.start.q && problem.goal.q && must_be_held(problem.start) &&
         must_be_held(problem.goal) && problem.waypoints.empty() && !problem.repetition &&
         problem.cut_joints.empty() && only_time_counts(problem.minimize) &&
         (*problem.goal.q - *problem.start.q).cwiseAbs().maxCoeff() <= hardly_anything;
}

}  // namespace

std::optional<Candidate> small_motion(const Task& task) {
  const MotionProblem& problem = task.problem();
  if (!hardly_moves(problem)) return {};
  const GuessedPlaces places = guess_places(task);
  double duration = std::max(first_duration, problem.duration.shortest);
  for (; duration <= std::min(problem.duration.longest, 1.0); duration *= longer) {
    Candidate made;
    made.program = std::make_unique<MotionProgram>(
        transcribe(task, time_shares(problem), duration, std::make_shared<Workers>(1)));
    const Eigen::VectorXd x = guess_unknowns(problem, places, *made.program, duration, 0.0, 1);
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
