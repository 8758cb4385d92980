// Points of a tree that grows, and which of them is nearest: a k-d tree that points are hung into
// as they come. They come at random, so that it stays shallow.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace alembert {

class PointTree {
 public:
  explicit PointTree(Eigen::Index dimensions) : dimensions_(dimensions) {}

  int size() const { return static_cast<int>(nodes_.size()); }
  Eigen::Map<const Eigen::VectorXd> point(int i) const {
    return {points_.data() + i * dimensions_, dimensions_};
  }
  /// In the tree of paths, not in this one; -1: the root.
  int parent(int i) const { return nodes_[i].parent; }

  /// Its number.
  int add(const Eigen::VectorXd& point, int parent);
  int nearest(const Eigen::VectorXd& point) const;

 private:
  struct Node {
    int parent, axis;
    int below = -1, above = -1;
  };
  struct Nearest {
    int node = -1;
    double square = 0.0;
  };
  void search(int node, const Eigen::VectorXd& point, Nearest& best) const;

  Eigen::Index dimensions_;
  std::vector<double> points_;
  std::vector<Node> nodes_;
};

}  // namespace alembert
