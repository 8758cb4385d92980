#include "kernel/coordinate_tree.hpp"

#include <set>

namespace alembert {

std::vector<int> coordinate_parents(const Model& model) {
  const auto at = [](int i) { return static_cast<std::size_t>(i); };
  // For each coordinate the lower ones that share an entry of M with it: joints of both are on one
  // way to the base.
  std::vector<std::set<int>> lower(at(model.dofs()));
  for (const ModelJoint& joint : model.joints()) {
    for (int i = joint.parent; i >= 0; i = model.joint(i).parent) {
      const int a = joint.coordinate, b = model.joint(i).coordinate;
      if (a != b) lower[at(std::max(a, b))].insert(std::min(a, b));
    }
  }
  // The elimination tree (Liu 1990), from the last coordinate on: what the first one eliminated
  // shares with others, the next of them shares with the rest.
  std::vector<int> parents(lower.size(), -1);
  for (int c = model.dofs(); c-- > 0;) {
    if (lower[at(c)].empty()) continue;
    const int parent = parents[at(c)] = *lower[at(c)].rbegin();
    for (const int other : lower[at(c)]) {
      if (other != parent) lower[at(parent)].insert(other);
    }
  }
  return parents;
}

}  // namespace alembert
