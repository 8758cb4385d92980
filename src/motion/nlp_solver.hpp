// Solving an Nlp: outcomes are values, nothing is printed.
#pragma once

#include <functional>
#include <vector>

#include "alembert/solver_method.hpp"
#include "motion/nlp.hpp"

namespace alembert {

struct NlpIteration {
  int iteration = 0;
  double objective = 0.0;
  double violation = 0.0;  ///< largest, of the scaled constraints
};

struct NlpOptions {
  SolverMethod method = SolverMethod::structured;
  EquationFactor equations = EquationFactor::automatic;
  int max_iterations = 500;
  double tolerance = 1e-7;
  /// Called after every iteration; false stops.
  std::function<bool(const NlpIteration&)> on_iteration;
};

/// A point with its multipliers: a result, and where the next solve may start.
struct NlpPoint {
  Eigen::VectorXd x, multipliers, lower_multipliers, upper_multipliers;
};

struct NlpResult {
  enum class Status { solved, acceptable, infeasible, iteration_limit, interrupted, failed };
  Status status = Status::failed;
  NlpPoint point;
  bool feasible = false;  ///< the point keeps its constraints, whatever the status
  double objective = 0.0;
  int iterations = 0;
  SolverMethod method = SolverMethod::structured;  ///< which the point is of
};

/// What the starting point is known to be.
enum class NlpStart {
  far,    ///< a guess that led nowhere: more slowly, and further inside all limits
  cold,   ///< a guess
  near,   ///< nearly an answer, without multipliers
  warm,   ///< nearly an answer, with multipliers
  about,  ///< the same, where that led nowhere: more slowly
  on,     ///< the answer to a coarser tolerance, with multipliers
};

/// By the method of the options; where the structured one gives up, by Ipopt.
NlpResult solve_nlp(Nlp& nlp, const NlpPoint& from, NlpStart start, const NlpOptions& options);

}  // namespace alembert
