// Motion prediction: the best motion for a task that the motors can deliver.
//
//   MotionProblem problem(model);
//   problem.start.q = q0;  problem.goal.q = q1;   // at rest unless said otherwise
//   problem.minimize.time = 1.0;
//   Solution s = solve(problem);                  // s.status, s.motion; summary(s)
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "alembert/executor.hpp"
#include "alembert/motion_problem.hpp"
#include "alembert/motion_sample.hpp"
#include "alembert/solution.hpp"
#include "alembert/solver_method.hpp"

namespace alembert {

struct SolveOptions {
  /// Where the structured one gives up Ipopt is asked, in a build that has it.
  SolverMethod method = SolverMethod::structured;
  EquationFactor equations = EquationFactor::automatic;  ///< of the structured method
  int max_iterations = 500;                              ///< of one solve
  int max_rounds = 12;                                   ///< of certification
  /// Largest residual of equations anywhere on the curve: closed loops (m), joints without a motor
  /// (N m). Limits are held, not nearly held.
  double tolerance = 1e-4;
  /// Further starts, from random curves; the best answer counts.
  int starts = 1;
  unsigned seed = 1;
  /// Runs them; none: in turn.
  std::shared_ptr<Executor> executor = nullptr;
  /// For executors that run several at once; 0 is one a core.
  int processes = 0;
  /// Of one search, to evaluate its nodes; 0 is one a core. The answer does not depend on it.
  int threads = 0;
  /// Of real time, certification and proof of what was found left out: the search then stops with
  /// the best point so far.
  double max_seconds = infinity;
  /// Start from this motion instead of from a guess.
  std::optional<Trajectory> initial;
  /// Called after every iteration, and where there are none for long; false stops with the best
  /// point so far.
  std::function<bool(const MotionProgress&)> on_progress;
  /// Called often while limits are being proven and ways around obstacles looked for, which have no
  /// iterations; may throw to give up.
  std::function<void()> checkpoint = nullptr;
};

/// May be called from several threads at once; the solver below works for one after the other.
/// Never throws for problems that have no answer: the status says so. Throws Error for problems
/// that make no sense (wrong sizes, unknown frames, numbers that are not finite).
[[nodiscard]] Solution solve(const MotionProblem& problem, const SolveOptions& options = {});
[[nodiscard]] Solution solve(const Task& task, const SolveOptions& options = {});

}  // namespace alembert
