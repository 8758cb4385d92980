#include "motion/still_joints.hpp"

#include <algorithm>

#include "alembert/arm.hpp"
#include "alembert/error.hpp"
#include "motion/diagnosis.hpp"
#include "task/spans.hpp"

namespace alembert {
namespace {

/// Up to so many joints all are free to help.
constexpr int small_robot = 12;

/// What else might want joints to move that start and goal leave where they are.
bool only_joint_values_count(const MotionRequest& asked) {
  const Objective& m = asked.minimize;
  const bool plain =
      m.effort + m.exertion + m.discomfort + m.energy + m.torque_rate == 0.0 && m.terms.empty();
  const bool rests = asked.start.q && asked.goal.q && must_be_held(asked.start) &&
                     must_be_held(asked.goal) && !asked.goal.pose && !asked.start.pose;
  return plain && rests && asked.waypoints.empty() && !asked.repetition &&
         asked.cut_joints.empty() && asked.positions.empty() && asked.lines.empty() &&
         asked.axes.empty() && asked.sums.empty() && asked.clearance.arm.empty() &&
         asked.strengths.empty();
}

std::vector<int> moving_joints(const MotionProblem& problem) {
  std::vector<int> moving;
  for (int j = 0; j < problem.model.dofs(); ++j) {
    if ((*problem.start.q)[j] != (*problem.goal.q)[j]) moving.push_back(j);
  }
  return moving;
}

Eigen::VectorXd picked(const Eigen::VectorXd& from, const std::vector<int>& entries) {
  return from(entries);
}

/// The same problem of the moving joints alone.
MotionProblem of_moving(const MotionProblem& whole, const std::vector<int>& moving) {
  std::vector<LockedJoint> still;
  for (int j = 0; j < whole.model.dofs(); ++j) {
    if (std::find(moving.begin(), moving.end(), j) != moving.end()) continue;
    still.push_back({whole.model.coordinates()[j].name, (*whole.start.q)[j]});
  }
  MotionProblem problem(with_locked_joints(whole.model, still));
  const auto renamed = [&](FrameId frame) {
    return frame.is_set() ? problem.model.frame(whole.model.frame(frame).name) : frame;
  };
  static_cast<MotionRequest&>(problem) = whole;
  for (Condition* condition : {&problem.start, &problem.goal}) {
    condition->q = picked(*condition->q, moving);
    if (condition->v) condition->v = picked(*condition->v, moving);
    if (condition->a) condition->a = picked(*condition->a, moving);
  }
  MotionLimits& limits = problem.limits;
  for (Eigen::VectorXd* bound :
       {&limits.lower, &limits.upper, &limits.velocity, &limits.acceleration, &limits.jerk,
        &limits.torque_lower, &limits.torque_upper, &limits.power}) {
    *bound = picked(*bound, moving);
  }
  for (TimedLoad& load : problem.loads) load.load.frame = renamed(load.load.frame);
  for (Carried& body : problem.carried) body.frame = renamed(body.frame);
  problem.minimize.path_frame = renamed(problem.minimize.path_frame);
  return problem;
}

Trajectory of_all(const Trajectory& motion, const std::vector<int>& moving,
                  const Eigen::VectorXd& start) {
  Eigen::MatrixXd controls = start.transpose().replicate(motion.q.control_points().rows(), 1);
  controls(Eigen::all, moving) = motion.q.control_points();
  const BSpline q(motion.q.degree(), motion.q.knots(), controls);
  return {q, motion.forces};
}

}  // namespace

std::optional<Solution> solve_with_still_joints(const Task& task, const SolveOptions& options) {
  const MotionProblem& problem = task.problem();
  const int n = problem.model.dofs();
  if (n <= small_robot || options.initial || !problem.model.arm().can(ArmUse::still_joints) ||
      !only_joint_values_count(problem))
    return {};
  const std::vector<int> moving = moving_joints(problem);
  if (moving.empty() || 2 * static_cast<int>(moving.size()) > n) return {};
  try {
    Solution solution = solve(of_moving(problem, moving), options);
    if (solution.status != MotionStatus::solved) return {};
    solution.motion = of_all(solution.motion, moving, *problem.start.q);
    prove_answer(task, options.checkpoint, solution);
    if (!solution.certificate.proof->holds()) return {};
    for (int j = 0; j < n; ++j) {
      if (std::find(moving.begin(), moving.end(), j) != moving.end()) continue;
      solution.held_still.push_back(problem.model.coordinates()[j].name);
    }
    return solution;
  } catch (const Error&) {  // a joint of several degrees cannot be held in one of them
    return {};
  }
}

}  // namespace alembert
