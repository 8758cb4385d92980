// Motion prediction: the best motion for a task that the motors can deliver.
//
//   MotionProblem problem(model);
//   problem.start.q = q0;  problem.goal.q = q1;   // at rest unless said otherwise
//   problem.minimize.time = 1.0;
//   Solution s = solve(problem);                  // s.status, s.motion, s.summary()
#pragma once

#include <functional>
#include <optional>

#include "alembert/motion_problem.hpp"
#include "alembert/motion_sample.hpp"
#include "alembert/solution.hpp"

namespace alembert {

struct SolveOptions {
  int max_iterations = 500;  ///< of one solve
  int max_rounds = 12;       ///< of certification
  /// Largest violation anywhere on the curve, as a share of the limit.
  double tolerance = 1e-4;
  /// Further starts, from random curves; the best answer counts. Run as processes of their own.
  int starts = 1;
  unsigned seed = 1;
  int processes = 0;  ///< at once; 0 is one a core
  /// Start from this motion instead of from a guess.
  std::optional<Trajectory> initial;
  /// Called after every iteration; false stops with the best point so far.
  std::function<bool(const MotionProgress&)> on_progress;
};

/// Never throws for problems that have no answer: the status says so. Throws Error for problems
/// that make no sense (wrong sizes, unknown frames, numbers that are not finite).
Solution solve(const MotionProblem& problem, const SolveOptions& options = {});

}  // namespace alembert
