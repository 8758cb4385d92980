// A way between two postures that keeps every clearance, whatever it costs: where the straight one
// leads through obstacles and the solver finds no way around them by itself, it starts from this.
//
// Two trees grow from both ends through the joint values, each in turn towards a random posture
// and then towards what the other reached (RRT-Connect, Kuffner and LaValle 2000); what they meet
// in is then cut short.
#pragma once

#include <optional>
#include <random>
#include <vector>

#include "alembert/task.hpp"
#include "task/point_limit.hpp"

namespace alembert {

class ClearWays {
 public:
  explicit ClearWays(const Task& task);

  /// Nothing keeps apart, or joints do not move freely: then there is nothing to look for.
  bool empty() const { return limits_.empty(); }
  /// Straight from one to the other.
  bool straight(const Eigen::VectorXd& from, const Eigen::VectorXd& to);
  /// Corners of a way, ends included; none found: nothing. The same way for the same seed.
  std::optional<std::vector<Eigen::VectorXd>> find(const Eigen::VectorXd& from,
                                                   const Eigen::VectorXd& to, unsigned seed);

 private:
  struct Tree {
    std::vector<Eigen::VectorXd> q;
    std::vector<int> parent;
  };
  struct Keep {
    PointTerm term;
    double least;
  };

  bool clear(const Eigen::VectorXd& q);
  Eigen::VectorXd random_posture(std::mt19937& random) const;
  /// Index of what was reached: the target itself, a step towards it, or -1.
  int grow(Tree& tree, const Eigen::VectorXd& to, bool all_the_way);
  void shorten(std::vector<Eigen::VectorXd>& way, std::mt19937& random);

  std::vector<Keep> limits_;
  MotionPoint point_;
  Eigen::VectorXd lower_, upper_, value_;
};

}  // namespace alembert
