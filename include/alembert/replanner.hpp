// Motions again and again for one arm and one kind of task: program, factor and workspace are made
// once, and every answer is where the next one starts.
//
//   Replanner replanner(problem);               // joint values at start and goal
//   Replan first = replanner.plan({q0}, {q1});
//   Replan next = replanner.plan(first.at(0.1), {q2}, 0.1);   // a tenth of a second later
#pragma once

#include <optional>

#include "alembert/motion.hpp"
#include "alembert/owned.hpp"

namespace alembert {

struct ReplanOptions {
  int max_iterations = 200;
  /// Of real time; afterwards the best motion so far that keeps its limits at the program's nodes.
  double max_seconds = infinity;
  int threads = 1;  ///< 0 is one a core; the answer does not depend on it
};

/// Where the arm is, or is to be. What is left empty is zero; accelerations of joints whose jerk
/// has no limit are then free.
struct ArmState {
  Eigen::VectorXd q;
  Eigen::VectorXd v = {}, a = {};
};

struct Replan {
  Trajectory motion;     ///< from the state asked for to the goal; empty where nothing was found
  bool usable = false;   ///< limits, at both ends too, and conditions hold at the program's nodes
  bool optimal = false;  ///< and it is the best one
  bool exact = false;    ///< … in closed form: only velocities, accelerations and jerks limit it
  /// The limit on position, velocity or acceleration that the state or the goal itself is beyond,
  /// of several the worst: then nothing is usable. From a state beyond its limits `motion` is the
  /// way back, if one was found: limits hold once it is within them. To a goal beyond them nothing
  /// is looked for.
  std::optional<LimitNote> beyond = {};
  bool warm = false;  ///< found from the answer before
  double objective = 0.0;
  int iterations = 0;
  double seconds = 0.0;

  /// Where the arm is so long after it began, accelerations included.
  ArmState at(double t) const;
};

/// Not for two threads at once.
class Replanner {
 public:
  /// What is asked of start and goal is replaced by every call; all else stays. Throws Error for
  /// problems that make no sense, and for those with waypoints, cut joints or a repetition.
  explicit Replanner(const MotionProblem& problem, const ReplanOptions& options = {});

  /// `elapsed`: seconds since the motion before was begun. Limits are held at nodes, as in the
  /// first round of solve(): prove() says whether they hold between them. Where torques do not
  /// matter the motion is the closed form's, on knots of its own. Throws Error for wrong sizes and
  /// for what is not finite, for nothing else.
  Replan plan(const ArmState& start, const ArmState& goal, double elapsed = 0.0);
  /// To rest.
  Replan plan(const ArmState& start, const Eigen::VectorXd& goal, double elapsed = 0.0) {
    return plan(start, ArmState{goal}, elapsed);
  }
  /// Forgets the answer before: the next call starts from a guess.
  void forget();

 private:
  struct Data;
  struct Program;
  void search(Program& at, const ArmState& start, const ArmState& goal, double elapsed,
              Replan& out);

  Owned<Data> data_;
};

}  // namespace alembert
