// How the best objective changes with a number of the problem, without a search for another motion.
#pragma once

#include <vector>

#include "alembert/motion_problem.hpp"
#include "alembert/trajectory.hpp"

namespace alembert {

/// The same problem with a number a little less and a little more: a mass, a height, a limit.
struct ChangedProblem {
  MotionProblem less, more;  ///< alike but for the number
  double step = 0.0;         ///< by which the number is less, and more
};

struct Sensitivity {
  bool found = false;        ///< false: the motion is not the best of its program, nothing is told
  double objective = 0.0;    ///< of the motion
  Eigen::VectorXd slopes;    ///< objective by number, one a changed problem
  Eigen::VectorXd by_limit;  ///< how much of each comes of what limits and conditions ask
  int iterations = 0;        ///< to find what limits are worth
  /// The same slopes by differences: the programs of the changed problems solved. Empty unless
  /// asked for.
  Eigen::VectorXd differences;
};

struct SensitivityOptions {
  int threads = 0;              ///< 0: one a core
  bool by_differences = false;  ///< as well
};

/// By the envelope theorem: at the best motion it does not matter, to first order, that another
/// motion is better for another number, so the objective changes as that of this motion does, and
/// as what its active limits are worth times what they change by. `best` is the answer to
/// `problem`, on whose knots all is taken. Throws Error for changed problems of another shape:
/// other joints, other limits.
Sensitivity sensitivity(const MotionProblem& problem, const Trajectory& best,
                        const std::vector<ChangedProblem>& changed,
                        const SensitivityOptions& options = {});

}  // namespace alembert
