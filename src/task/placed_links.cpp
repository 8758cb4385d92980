#include "task/placed_links.hpp"

#include <algorithm>

namespace alembert {

PlacedLinks::PlacedLinks(const Model& model)
    : state_(model, TreeState<double>::Axes::world), axes_(model.joint_count()) {}

void PlacedLinks::update(VecIn<double> q) {
  if (q_.size() == q.size() && q_ == q) return;
  q_ = q;
  state_.place(q_);
  for (int i = 0; i < model().joint_count(); ++i) {
    const ModelJoint& joint = model().joint(i);
    const TreeState<double>::Link& moved = link(i);
    const Eigen::Vector3d z = joint.ratio * moved.R.col(2);
    Axis& axis = axes_[i];
    axis.coordinate = joint.coordinate;
    axis.turn = turning(joint) * z;
    axis.slide = sliding(joint) * z;
    axis.at_reference = axis.turn.cross(reference() - moved.o) + axis.slide;
  }
}

std::vector<int> path_to(const Model& model, int joint) {
  std::vector<int> path;
  for (int i = joint; i >= 0; i = model.joint(i).parent) path.push_back(i);
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace alembert
