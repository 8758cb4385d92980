// A Task is what a MotionProblem compiles to: immutable, made once, cheap to copy and passed on to
// everything that looks at a motion of the problem.
#pragma once

#include <memory>
#include <vector>

#include "alembert/dynamics.hpp"
#include "alembert/motion_problem.hpp"
#include "alembert/trajectory.hpp"

namespace alembert {

/// A run of segments with the same loads, the same things in hand and the same contacts.
struct Stage {
  int first_segment = 0, last_segment = 0;  ///< both included
  Model model;                              ///< with what is carried
  std::vector<Load> loads;                  ///< without those of cut joints
  int forces = 0;                           ///< unknown, of cut joints and contacts: nobody else's
  /// To be cloned by whoever evaluates it.
  std::shared_ptr<const Dynamics> dynamics;

  int segments() const { return last_segment - first_segment + 1; }
};

struct PointLimit;  // internal

/// A compiled problem. Immutable, cheap to copy: share it between threads.
class Task {
 public:
  /// Throws Error for problems that make no sense: wrong sizes, unknown frames, numbers that are
  /// not finite.
  explicit Task(const MotionProblem& problem);
  /// On the segments and degree of a motion, which need not be those asked for. Throws Error also
  /// for a motion with other coordinates, or with other forces of cut joints, than the problem's.
  Task(const MotionProblem& problem, const Trajectory& motion);
  /// The same for a task: everything that looks at a motion does so on the motion's own grid.
  Task of(const Trajectory& motion) const;

  const MotionProblem& problem() const;
  const Model& model() const { return problem().model; }
  int dofs() const { return model().dofs(); }
  /// Are there unknown forces, of cut joints, in any stage?
  bool has_forces() const;

  const std::vector<Stage>& stages() const;  ///< in the order of time
  /// The stage a segment is in; the last for what comes after the motion.
  std::size_t stage_index(int segment) const;
  const Stage& stage(int segment) const { return stages()[stage_index(segment)]; }

  /// One workspace a stage, in the order of stages().
  std::vector<std::unique_ptr<Dynamics>> workspaces() const;

  /// The same task for arms whose joints do not rub.
  Task without_coulomb() const;

 private:
  friend const std::vector<PointLimit>& limits_of(const Task& task);
  Task(const MotionProblem& problem, int least_segments);

  struct Data;
  std::shared_ptr<const Data> data_;
};

}  // namespace alembert
