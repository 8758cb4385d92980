// A way between two postures that keeps every clearance, whatever it costs: where the straight one
// leads through obstacles and the solver finds no way around them by itself, it starts from this.
//
// Two trees grow from both ends through the joint values, each in turn towards a random posture
// and then towards what the other reached (RRT-Connect, Kuffner and LaValle 2000); what they meet
// in is then cut short.
#pragma once

#include <functional>
#include <optional>
#include <random>
#include <vector>

#include "alembert/task.hpp"
#include "task/point_limit.hpp"

namespace alembert {

class CollisionFreePaths {
 public:
  /// `go_on` is asked now and then while a way is looked for: false gives up.
  explicit CollisionFreePaths(const Task& task, std::function<bool()> go_on = nullptr);

  /// Nothing keeps apart, or joints do not move freely: then there is nothing to look for.
  bool empty() const { return limits_.empty(); }
  /// Straight from one to the other.
  bool straight(const Eigen::VectorXd& from, const Eigen::VectorXd& to);
  /// Corners of a way, ends included; none found, or given up: nothing. The same way for the same
  /// seed, whatever was looked for before.
  std::optional<std::vector<Eigen::VectorXd>> find(const Eigen::VectorXd& from,
                                                   const Eigen::VectorXd& to, unsigned seed);

 private:
  struct Tree {
    std::vector<Eigen::VectorXd> q;
    std::vector<int> parent;
  };
  /// Where a way from one place to another is looked for, and what it keeps of every limit.
  struct Leg {
    Eigen::VectorXd lower, upper, least;
  };

  double value(std::size_t limit, const Eigen::VectorXd& q);
  Leg leg_between(const Eigen::VectorXd& from, const Eigen::VectorXd& to);
  bool clear(const Eigen::VectorXd& q, const Eigen::VectorXd& least);
  bool straight(const Eigen::VectorXd& from, const Eigen::VectorXd& to,
                const Eigen::VectorXd& least);
  static Eigen::VectorXd random_posture(const Leg& leg, std::mt19937& random);
  /// Index of what was reached: the target itself, a step towards it, or -1.
  int grow(Tree& tree, const Eigen::VectorXd& to, const Leg& leg, bool all_the_way);
  void shorten(std::vector<Eigen::VectorXd>& path, const Leg& leg, std::mt19937& random);

  std::vector<PointTerm> limits_;      // clearances
  std::vector<FrameTerm*> distances_;  // the same
  PlacedLinks links_;                  // once for all of them
  Contact contact_;
  Eigen::VectorXd lower_, upper_;  // of joints
  Eigen::VectorXd least_, value_;  // of the limits; of one of them
  std::function<bool()> go_on_;
};

}  // namespace alembert
