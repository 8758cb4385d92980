// Where loops take joints that have no motors.
#pragma once

#include "alembert/motion_problem.hpp"
#include "task/frame_functions.hpp"

namespace alembert {

class LoopFollower {
 public:
  explicit LoopFollower(const MotionProblem& problem);
  /// No loops, or no joints that follow them.
  bool empty() const { return loops_.empty() || free_.empty(); }

  /// Closes the loops by q's free joints, begun from those of `last`; false, and q as it was, where
  /// they stay open.
  bool close(const Eigen::VectorXd& last, Eigen::VectorXd& q);

 private:
  Eigen::VectorXd gaps(const Eigen::VectorXd& q);

  MotionPoint point_;
  std::vector<Closure> loops_;
  std::vector<int> free_;
  Eigen::MatrixXd by_free_;  // slopes of the gaps by the free joints
};

}  // namespace alembert
