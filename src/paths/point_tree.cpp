#include "paths/point_tree.hpp"

namespace alembert {

int PointTree::add(const Eigen::VectorXd& point, int parent) {
  const int mine = size();
  int axis = 0;
  for (int at = mine > 0 ? 0 : -1; at >= 0;) {
    Node& node = nodes_[at];
    int& next = point[node.axis] < points_[at * dimensions_ + node.axis] ? node.below : node.above;
    axis = static_cast<int>((node.axis + 1) % dimensions_);
    at = next;
    if (at < 0) next = mine;
  }
  points_.insert(points_.end(), point.begin(), point.end());
  nodes_.push_back({parent, axis});
  return mine;
}

void PointTree::search(int at, const Eigen::VectorXd& point, Nearest& best) const {
  while (at >= 0) {
    const Node& node = nodes_[at];
    const double* mine = points_.data() + at * dimensions_;
    double square = 0.0;
    for (Eigen::Index j = 0; j < dimensions_; ++j) {
      square += (point[j] - mine[j]) * (point[j] - mine[j]);
    }
    if (best.node < 0 || square < best.square) best = {at, square};
    const double beyond = point[node.axis] - mine[node.axis];
    search(beyond < 0.0 ? node.below : node.above, point, best);
    if (beyond * beyond >= best.square) return;
    at = beyond < 0.0 ? node.above : node.below;
  }
}

int PointTree::nearest(const Eigen::VectorXd& point) const {
  Nearest best;
  search(0, point, best);
  return best.node;
}

}  // namespace alembert
