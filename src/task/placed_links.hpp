// Where the links of an arm are at an instant, and the axes they move about: one sweep over the
// tree for everything that looks at frames there.
#pragma once

#include <vector>

#include "alembert/model.hpp"
#include "alembert/scalar.hpp"
#include "kernel/tree_state.hpp"

namespace alembert {

class PlacedLinks {
 public:
  /// How everything behind a joint moves for a unit rate of its coordinate: a point p at
  /// turn x (p - o) + slide, o the joint's origin, or turn x (p - reference()) + at_reference.
  struct Axis {
    int coordinate = 0;
    Eigen::Vector3d turn = Eigen::Vector3d::Zero(), slide = turn, at_reference = turn;
  };

  explicit PlacedLinks(const Model& model);

  /// Nothing happens where they are placed so already.
  void update(VecIn<double> q);

  const Model& model() const { return state_.model(); }
  const Eigen::VectorXd& q() const { return q_; }
  /// Poses in the world; -1 is the base.
  const TreeState<double>::Link& link(int joint) const { return state_.link(joint); }
  const Axis& axis(int joint) const { return axes_[joint]; }
  /// A point near the arm, about which motions and forces are added up: arms may stand far from the
  /// world's origin.
  const Eigen::Vector3d& reference() const { return state_.link(-1).o; }

 private:
  TreeState<double> state_;
  std::vector<Axis> axes_;
  Eigen::VectorXd q_;  // empty: not placed yet
};

/// The joints that move what a joint carries, from the base on; none of -1.
std::vector<int> path_to(const Model& model, int joint);

}  // namespace alembert
