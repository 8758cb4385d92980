#include "motion/diagnosis.hpp"
#include "motion/ipopt_solver.hpp"
#include "require.hpp"

namespace alembert {
namespace {

/// Minutes of a small arm; and numbers in the band of a program's factor: 800 MB.
constexpr int most_segments = 10'000;
constexpr double largest_band = 1e8;

/// What would take hours, or more memory than there is, is refused at once.
void check_size(const MotionProblem& problem) {
  const double joints = problem.model.dofs() + problem.force_count();
  const double controls = problem.spline.segments + problem.spline.degree;
  const double band = controls * joints * joints * (problem.spline.degree + 1);
  require(problem.spline.segments <= most_segments && band <= largest_band,
          std::to_string(problem.spline.segments) + " segments of " +
              std::to_string(problem.model.dofs()) + " joints are too many to solve for",
          "give fewer segments, 20 to 100 do for most motions, or lock joints");
}

/// Nothing that grows as a motion gets shorter has a limit.
bool is_unlimited(const MotionLimits& limits, int j) {
  const auto none = [&](const Eigen::VectorXd& bound) { return bound[j] == infinity; };
  return none(limits.velocity) && none(limits.acceleration) && none(limits.jerk) &&
         none(limits.torque_upper) && none(-limits.torque_lower) && none(limits.power);
}

/// The quickest motion of joints that nothing limits takes no time at all.
void check_quickest(const MotionProblem& problem) {
  const Objective& m = problem.minimize;
  const bool only_time =
      m.effort + m.exertion + m.discomfort + m.energy + m.jerk + m.torque_rate == 0.0 &&
      m.terms.empty();
  if (m.time == 0.0 || !only_time || problem.duration.shortest > 0.0) return;
  int unlimited = -1;
  for (int j = 0; j < problem.model.dofs(); ++j) {
    const bool stays = problem.start.q && problem.goal.q && problem.waypoints.empty() &&
                       (*problem.start.q)[j] == (*problem.goal.q)[j];
    if (stays) continue;
    if (!is_unlimited(problem.limits, j)) return;
    if (unlimited < 0) unlimited = j;
  }
  if (unlimited < 0) return;
  throw Error(Error::Code::value,
              "nothing limits joint " + problem.model.coordinates()[unlimited].name +
                  ", nor any other that moves: the quickest motion takes no time",
              "give velocities, accelerations or torques a limit, or the duration a min");
}

}  // namespace

void check_options(const MotionProblem& problem, const SolveOptions& options) {
  require(options.tolerance > 0.0, "a tolerance of " + number(options.tolerance),
          "give a share of the limits, such as 1e-4");
  require(options.method != SolverMethod::ipopt || ipopt_is_there(),
          "the method ipopt, and this build has no Ipopt",
          "take the method structured, or build with Ipopt (Debian: coinor-libipopt-dev)");
  require(options.max_iterations > 0 && options.max_rounds >= 0 && options.starts > 0,
          "iterations, rounds or starts that cannot be", "give at least one start and iteration");
  require(!options.initial || options.initial->q.dofs() == problem.model.dofs(),
          "the initial motion is of another robot", "give one with as many joints");
  check_size(problem);
  check_quickest(problem);
}

}  // namespace alembert
