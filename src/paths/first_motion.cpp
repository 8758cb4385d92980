#include "alembert/first_motion.hpp"

#include <algorithm>
#include <cmath>

#include "alembert/retime.hpp"
#include "alembert/task.hpp"
#include "clock.hpp"
#include "paths/clear_states.hpp"
#include "paths/rounded_path.hpp"
#include "task/within_limits.hpp"

namespace alembert {
namespace {

/// Of the path's slack the curve keeps this share, and the motion along it what is left of that.
constexpr double kept_by_curve = 0.5;
/// m that solids move between two looks at the curve, with the arm stretched out.
constexpr double between_curve_looks = 0.02;
/// rad: of the motion from the curve, for each m of slack.
constexpr double tolerance_for_slack = 0.25;
/// s, and of the path's own length: a first motion is no longer.
constexpr double longest = 1.0, times_the_path = 3.0;
constexpr double least_tolerance = 1e-5, most_tolerance = 1e-3;

bool at_rest(const Condition& condition) {
  const auto zero = [](const std::optional<Eigen::VectorXd>& of) { return !of || of->isZero(); };
  return condition.q && !condition.pose && zero(condition.v) && zero(condition.a) &&
         !condition.any_velocity && !condition.any_acceleration;
}

bool is_plain(const MotionProblem& problem) {
  const MotionLimits& limits = problem.limits;
  if ((limits.torque_lower.array() == limits.torque_upper.array()).any()) return false;
  const auto always = [](const auto& item) { return item.during == During{}; };
  return at_rest(problem.start) && at_rest(problem.goal) && problem.waypoints.empty() &&
         problem.cut_joints.empty() && !problem.repetition &&
         problem.duration.longest == infinity && problem.positions.empty() &&
         problem.lines.empty() && problem.axes.empty() && problem.sums.empty() &&
         problem.deflections.empty() && problem.strengths.empty() &&
         std::all_of(problem.carried.begin(), problem.carried.end(), always) &&
         std::all_of(problem.loads.begin(), problem.loads.end(), always);
}

/// Where the curve is nearer to anything than `slack`, if it is; looked at in packs.
std::optional<double> first_blocked(ClearStates& states, const BSpline& curve, double slack) {
  double far = 0.0;
  const Eigen::MatrixXd& points = curve.control_points();
  for (Eigen::Index i = 1; i < points.rows(); ++i) {
    far += (points.row(i) - points.row(i - 1)).cwiseAbs().dot(states.reach().transpose());
  }
  constexpr int width = ClearStates::width;
  const int packs = 1 + static_cast<int>(far / (between_curve_looks * width)),
            count = packs * width;
  std::vector<ClearStates::Lanes> q(curve.dofs());
  Eigen::VectorXd at(curve.dofs());
  for (int k = 0; k < packs; ++k) {
    for (int l = 0; l < width; ++l) {
      curve.evaluate((k * width + l + 0.5) / count, 0, at);
      for (Eigen::Index j = 0; j < at.size(); ++j) q[j].set(l, static_cast<float>(at[j]));
    }
    if (!states.clear(q.data(), static_cast<float>(slack)))
      return (k * width + 0.5 * width) / count;
  }
  return {};
}

/// Seconds at the fastest.
Eigen::VectorXd scale_of(const MotionLimits& limits) {
  Eigen::VectorXd scale = limits.velocity;
  for (double& v : scale) v = std::isfinite(v) && v > 0.0 ? 1.0 / v : 1.0;
  return scale;
}

std::optional<CollisionFreePath> shortest_path(ClearPlanner& planner, const MotionProblem& problem,
                                               const FirstMotionOptions& options) {
  std::optional<CollisionFreePath> best;
  CollisionFreePathOptions path = options.path;
  for (int k = 0; k < options.paths; ++k, ++path.seed) {
    std::optional<CollisionFreePath> next = planner.find(*problem.start.q, *problem.goal.q, path);
    if (next && (!best || next->length < best->length)) best = std::move(next);
    if (best && best->corners.size() == 2) break;
    // No longer than the first took.
    if (k == 0 && best)
      path.max_seconds = std::min(path.max_seconds, std::max(2e-3, 2.0 * best->seconds));
  }
  return best;
}

}  // namespace

std::optional<Trajectory> timed_along(const MotionProblem& problem, const BSpline& path,
                                      double tolerance, const FirstMotionOptions& options) {
  struct TooLong {};
  MotionProblem free = problem;
  free.clearance = {};
  const double begun = thread_seconds();
  RetimeOptions timing;
  timing.path_tolerance = tolerance;
  timing.proof.accuracy = infinity;
  timing.checkpoint = [&] {
    if (options.checkpoint) options.checkpoint();
    if (thread_seconds() - begun > options.max_seconds) throw TooLong{};
  };
  try {
    const Retimed timed = retime(free, path, timing);
    if (timed.blocked || !timed.keeps_path) return {};
    return within_limits(problem.limits, timed.motion);
  } catch (const TooLong&) {
    return {};
  }
}

std::optional<FirstMotion> first_motion(const MotionProblem& problem,
                                        const FirstMotionOptions& options) {
  if (!is_plain(problem)) return {};
  ClearPlanner planner(problem.model, problem.clearance, problem.limits);
  std::optional<CollisionFreePath> lines = shortest_path(planner, problem, options);
  if (!lines) return {};
  const auto begun = Clock::now();
  FirstMotion out{.lines = std::move(*lines), .path = {}};
  ClearStates states(problem.model, problem.clearance);
  const double slack = kept_by_curve * out.lines.slack;
  const std::optional<BSpline> path =
      rounded_path(out.lines.corners, scale_of(problem.limits),
                   [&](const BSpline& curve) { return first_blocked(states, curve, slack); });
  if (!path) return {};
  out.path = *path;
  const double tolerance = std::clamp(tolerance_for_slack * slack, least_tolerance, most_tolerance);
  std::optional<Trajectory> motion = timed_along(problem, out.path, tolerance, options);
  // What cannot be driven at any speed worth the name is a bad path.
  if (!motion || motion->duration() > longest + times_the_path * out.lines.length) return {};
  out.motion = std::move(*motion);
  out.seconds = seconds_since(begun);
  return out;
}

}  // namespace alembert
