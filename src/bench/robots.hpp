// The robots that are benchmarked, by name.
#pragma once

#include <string>
#include <vector>

#include "alembert/robot.hpp"

namespace alembert::bench {

/// The files of the project's robots that are benchmarked, as they stood when this was built.
struct RobotText {
  std::string name, yaml;
};
const std::vector<RobotText>& robot_texts();

/// seven_axis, puma560, two_link, chain_6 … chain_1000, tree_32, bending_6.
const std::vector<std::string>& robot_names();
bool is_robot_name(const std::string& name);
/// Throws Error listing the names there are.
Robot robot(const std::string& name);

/// Turning joints in which nothing is zero, parallel or equal, as the papers count them. Always the
/// same for the same number of joints.
Robot general_chain(int joints);
/// The same with two joints behind every joint.
Robot general_tree(int joints);
/// The chain with its first two links bending in three shapes each, as in Book 1983.
Robot bending_chain(int joints);

}  // namespace alembert::bench
