#include "model/link_tree.hpp"

#include <cstddef>
#include <string_view>
#include <unordered_map>

namespace alembert {

LinkTree::LinkTree(const Robot& robot)
    : joint_above(robot.links.size(), -1), parent(robot.links.size(), -1) {
  std::unordered_map<std::string_view, int> index;
  for (std::size_t i = 0; i < robot.links.size(); ++i) {
    index.emplace(robot.links[i].name, static_cast<int>(i));
  }
  std::vector<std::vector<int>> children(robot.links.size());
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    const int above = index.at(robot.joints[j].parent);
    const int below = index.at(robot.joints[j].child);
    joint_above[below] = static_cast<int>(j);
    parent[below] = above;
    children[above].push_back(below);
  }
  order.push_back(index.at(robot.base));
  for (std::size_t next = 0; next < order.size(); ++next) {
    for (const int below : children[order[next]]) order.push_back(below);
  }
}

}  // namespace alembert
