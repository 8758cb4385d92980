// The tree that links and joints form, by index. Only for robots that validate() has passed.
#pragma once

#include <vector>

#include "alembert/robot.hpp"

namespace alembert {

struct LinkTree {
  explicit LinkTree(const Robot& robot);

  std::vector<int> order;        ///< links, parents before children
  std::vector<int> joint_above;  ///< by link: the joint that carries it; -1 for the base
  std::vector<int> parent;       ///< by link: the link it hangs from; -1 for the base
};

}  // namespace alembert
