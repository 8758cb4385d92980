#include "motion/loop_follower.hpp"

#include "dense.hpp"
#include "motion/passive.hpp"

namespace alembert {

LoopFollower::LoopFollower(const MotionProblem& problem)
    : point_(problem.model.dofs(), problem.force_count()) {
  for (const CutJoint& cut : problem.cut_joints) loops_.emplace_back(problem.model, cut);
  for (int j = 0; j < problem.model.dofs(); ++j) {
    if (is_passive(problem.limits, j)) free_.push_back(j);
  }
}

/// Newton's method.
bool LoopFollower::close(const Eigen::VectorXd& last, Eigen::VectorXd& q) {
  constexpr int most_steps = 30;
  constexpr double closed = 1e-9;  // m or rad
  Eigen::VectorXd next = q;
  for (const int j : free_) next[j] = last[j];
  for (int step = 0; step < most_steps; ++step) {
    const Eigen::VectorXd gap = gaps(next);
    if (gap.norm() < closed) {
      q = next;
      return true;
    }
    const Eigen::VectorXd by = dense::shortest_solution(by_free_, gap);
    for (std::size_t k = 0; k < free_.size(); ++k) {
      next[free_[k]] -= by[static_cast<Eigen::Index>(k)];
    }
  }
  return false;
}

Eigen::VectorXd LoopFollower::gaps(const Eigen::VectorXd& q) {
  point_.z.head(point_.dofs) = q;
  Eigen::Index rows = 0;
  for (const Closure& loop : loops_) rows += loop.size();
  Eigen::VectorXd gap = Eigen::VectorXd::Zero(rows);
  Eigen::MatrixXd slopes = Eigen::MatrixXd::Zero(rows, point_.z.size());
  Eigen::Index at = 0;
  for (Closure& loop : loops_) {
    loop.value(point_, gap.segment(at, loop.size()));
    loop.derivative(point_, slopes.middleRows(at, loop.size()));
    at += loop.size();
  }
  by_free_.resize(rows, static_cast<Eigen::Index>(free_.size()));
  for (std::size_t k = 0; k < free_.size(); ++k) {
    by_free_.col(static_cast<Eigen::Index>(k)) = slopes.col(free_[k]);
  }
  return gap;
}

}  // namespace alembert
