// Solving an Nlp: outcomes are values, nothing is printed.
#pragma once

#include <functional>
#include <memory>

#include "alembert/attempt.hpp"
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
  /// The barrier that a centred start is of; with the second, where to stop: at the answer of that
  /// barrier, which is a centred start again. Ipopt goes to the end.
  double from_barrier = 0.0, to_barrier = 0.0;
  /// Steps that violate far more than where they start from are taken shorter, by a larger shift.
  bool bound_leaps = false;
  /// Where nothing is violated, steps are taken that nothing speaks for but the error they end
  /// with.
  bool follow_error = false;
  /// Where the structured method stops short, and there is Ipopt.
  bool ask_ipopt = true;
  /// Called after every iteration; false stops.
  std::function<bool(const NlpIteration&)> on_iteration = nullptr;
};

/// A point with its multipliers: a result, and where the next solve may start.
struct NlpPoint {
  Eigen::VectorXd x, multipliers, lower_multipliers, upper_multipliers;
};

struct NlpResult {
  using Status = Attempt::End;  // whether it led through something a solver does not know
  Status status = Status::failed;
  NlpPoint point;
  bool feasible = false;  ///< the point keeps its constraints, whatever the status
  double objective = 0.0;
  int iterations = 0;
  SolverMethod method = SolverMethod::structured;  ///< which the point is of

  bool usable() const { return status == Status::solved || status == Status::acceptable; }
  bool interrupted() const { return status == Status::interrupted; }
};

/// What the starting point is known to be.
enum class NlpStart {
  cold_slow,   ///< a guess that led nowhere: more slowly, and further inside all limits
  cold,        ///< a guess
  centred,     ///< the answer of a barrier on knots nearby, with multipliers
  near,        ///< nearly an answer, without multipliers
  warm,        ///< nearly an answer, with multipliers
  warm_slow,   ///< the same, where that led nowhere: more slowly
  warm_exact,  ///< the answer to a coarser tolerance, with multipliers
};

class InteriorPoint;

/// Solves a program any number of times. What it allocates stays while the program's patterns do.
class NlpSolver {
 public:
  /// The program must outlive it.
  explicit NlpSolver(Nlp& nlp);
  NlpSolver(NlpSolver&&) noexcept;
  ~NlpSolver();

  /// By the method of the options; where the structured one gives up, by Ipopt.
  NlpResult solve(const NlpPoint& from, NlpStart start, const NlpOptions& options);

 private:
  Nlp& nlp_;
  std::unique_ptr<InteriorPoint> method_;
};

inline NlpResult solve_nlp(Nlp& nlp, const NlpPoint& from, NlpStart start,
                           const NlpOptions& options) {
  return NlpSolver(nlp).solve(from, start, options);
}

}  // namespace alembert
