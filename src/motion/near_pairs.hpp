// Of many pairs of solids few are near each other at any instant: only those become rows of a
// program, and only those are looked at closely between its nodes. A pair that was far comes in
// when a certificate finds it near, and stays.
#pragma once

#include <optional>
#include <vector>

#include "motion/certify.hpp"
#include "task/near_solids.hpp"

namespace alembert {

/// So many pairs that programs begin with those that are near.
bool has_many_pairs(const Task& task);

/// Holds pairs at the nodes at which they are near at x; true if there are any.
bool hold_near_pairs(MotionProgram& program, const Eigen::VectorXd& x);

/// Holds pairs that a certificate finds passed, at all nodes a few segments around.
void hold_passed_pairs(MotionProgram& program, const Certificate& seen);

/// Which limits of a program are of pairs, in order, and how near each comes at samples.
class NearPairs {
 public:
  /// Nothing to say where there are few pairs.
  explicit NearPairs(const MotionProgram& program);

  bool empty() const { return !near_; }
  /// Number of the pair that a limit is of; -1: of none.
  int pair(int limit) const { return pair_of_[limit]; }
  int pairs() const { return near_ ? near_->pairs() : 0; }

  void begin_segment() { near_here_.setConstant(pairs(), false); }
  void see(const PlacedLinks& links, int segment, double fraction);
  /// In the segment, near enough to be looked at.
  bool near(int pair) const { return near_here_[pair]; }

  struct Instant {
    int segment = 0;
    double fraction = 0.0, gap = infinity;
  };
  /// Of all seen.
  const Instant& nearest(int pair) const { return nearest_[pair]; }

 private:
  std::vector<int> pair_of_;
  std::optional<NearSolids> near_;
  Eigen::VectorXd gaps_;
  Eigen::Array<bool, Eigen::Dynamic, 1> near_here_;
  std::vector<Instant> nearest_;
};

}  // namespace alembert
