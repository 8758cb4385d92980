// Limits proven: a bound of every limited quantity that holds at every instant of a motion, by
// interval arithmetic (docs/equations/proof.md). No solver is behind it: any motion can be proven
// against any task.
#pragma once

#include <functional>
#include <vector>

#include "alembert/limit_note.hpp"
#include "alembert/task.hpp"
#include "alembert/trajectory.hpp"

namespace alembert {

/// What is known of one limit over the whole motion.
struct LimitProof {
  enum class Verdict {
    holds,     ///< at every instant
    violated,  ///< at the instant `worst.time`
    open,      ///< neither could be shown with the pieces allowed
    equation,  ///< a residual: `worst.violation` bounds it, and nothing is asked of it
  };
  Verdict verdict = Verdict::open;  ///< over the whole motion
  /// At the worst instant that was evaluated.
  LimitNote worst = {};
  double value = 0.0;  ///< there, as it is compared (that in `worst` is as people read it)
  /// Upper bound of the violation over all instants, as a share of the limit: at most 0 where the
  /// limit holds, and then the margin that is left everywhere.
  double bound = 0.0;
};

struct Proof {
  std::vector<LimitProof> limits;  ///< one each limit of the task
  int pieces = 0;  ///< into which the motion was cut, summed over what is evaluated together
  double seconds = 0.0;

  /// Every limit holds at every instant.
  bool holds() const;
  const LimitProof* first(LimitProof::Verdict verdict) const;  ///< nullptr where there is none
};

struct ProofOptions {
  /// Of each limit's pieces together; beyond it the limit stays open.
  int most_pieces = 100'000;
  /// The margin that is left is told to this accuracy, as a share of the limit.
  double accuracy = 1e-5;
  /// Leave violated limits alone once they are known to be violated anywhere.
  bool stop_at_violation = false;
  /// Called often, on the thread that asked; may throw to give up.
  std::function<void()> checkpoint = nullptr;
};

/// Position to jerk, torque, power, path limits and clearances of the task along the whole motion,
/// on the motion's own segments (Task::of). What the task asks of single instants (start, goal,
/// waypoints) is not looked at. Throws Error for a motion with other coordinates or forces.
[[nodiscard]] Proof prove(const Task& task, const Trajectory& motion,
                          const ProofOptions& options = {});

}  // namespace alembert
