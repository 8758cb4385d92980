#include "bench/robots.hpp"

#include <algorithm>
#include <functional>

#include "alembert/error.hpp"
#include "alembert/flexible_link.hpp"
#include "alembert/io.hpp"
#include "bench/irregular.hpp"

namespace alembert::bench {

namespace {

Inertia irregular_body(Irregular& number) {
  Inertia body;
  for (int particle = 0; particle < 6; ++particle) {
    const double mass = 1.0 + 0.5 * number();
    body = combined(body, Inertia{mass, 0.3 * number.vector(), Eigen::Matrix3d::Zero()});
  }
  return body;
}

/// `parent` gives the link that joint j stands on: 0 is the base, j + 1 what joint j moves.
Robot general_robot(const std::string& name, int joints, const std::function<int(int)>& parent) {
  Irregular number;
  Robot robot;
  robot.name = name;
  robot.base = "base";
  robot.gravity = 9.81 * number.vector().normalized();
  robot.links.push_back({"base", irregular_body(number), {}, {}, {}});
  for (int j = 0; j < joints; ++j) {
    Joint joint;
    joint.name = "joint" + std::to_string(j + 1);
    joint.parent = robot.links[parent(j)].name;
    joint.child = "link" + std::to_string(j + 1);
    joint.axis = number.vector().normalized();
    joint.origin = Eigen::AngleAxisd(2.0 * number(), number.vector().normalized());
    joint.origin.translation() = 0.5 * number.vector();
    robot.joints.push_back(joint);
    robot.links.push_back({joint.child, irregular_body(number), {}, {}, {}});
  }
  return robot;
}

const std::vector<int> chain_lengths = {6, 12, 24, 50, 100, 200, 500, 1000};
constexpr int tree_size = 32;
const std::string bending_name = "bending_6";

std::string chain_name(int joints) { return "chain_" + std::to_string(joints); }
std::string tree_name(int joints) { return "tree_" + std::to_string(joints); }

}  // namespace

Robot general_chain(int joints) {
  return general_robot(chain_name(joints), joints, [](int j) { return j; });
}

Robot general_tree(int joints) {
  return general_robot(tree_name(joints), joints, [](int j) { return (j + 1) / 2; });
}

Robot bending_chain(int joints) {
  Robot robot = general_chain(joints);
  robot.name = bending_name;
  FlexibleLink beam;
  beam.length = 1.0;
  beam.mass_per_length.value = {0.6};
  beam.EIy.value = {14.0};
  beam.EIz.value = {9.0};
  beam.bending_y = 2;
  beam.bending_z = 1;
  for (int j = 0; j < joints; ++j) {
    Joint& joint = robot.joints[j];
    if (j == 1 || j == 2) joint.origin.translation().x() = beam.length;
    if (j > 1) continue;
    for (Link& link : robot.links) {
      if (link.name == joint.child) link.flexible = std::make_shared<const FlexibleLink>(beam);
    }
  }
  return robot;
}

const std::vector<std::string>& robot_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const RobotText& text : robot_texts()) all.push_back(text.name);
    for (const int n : chain_lengths) all.push_back(chain_name(n));
    all.push_back(tree_name(tree_size));
    all.push_back(bending_name);
    return all;
  }();
  return names;
}

bool is_robot_name(const std::string& name) {
  return std::find(robot_names().begin(), robot_names().end(), name) != robot_names().end();
}

Robot robot(const std::string& name) {
  for (const RobotText& text : robot_texts()) {
    if (text.name == name) return read_yaml(text.yaml, name + ".yaml");
  }
  for (const int n : chain_lengths) {
    if (name == chain_name(n)) return general_chain(n);
  }
  if (name == tree_name(tree_size)) return general_tree(tree_size);
  if (name == bending_name) return bending_chain(6);
  std::string names;
  for (const std::string& known : robot_names()) names += (names.empty() ? "" : ", ") + known;
  throw Error(Error::Code::name, "there is no robot '" + name + "' to benchmark",
              "there is: " + names);
}

}  // namespace alembert::bench
