#include "alembert/named_poses.hpp"

#include <algorithm>
#include <filesystem>

#include "io/format_readers.hpp"
#include "io/person_reader.hpp"
#include "io/robot_parts.hpp"
#include "io/text.hpp"
#include "io/text_source.hpp"
#include "io/xml.hpp"

namespace alembert {
namespace {

namespace fs = std::filesystem;
using io::XmlElement;
using io::YamlMap;
using io::YamlValue;

/// The coordinates that a robot's file may name, and whether they slide.
std::vector<std::pair<std::string, bool>> coordinates_of_robot(const Robot& robot) {
  std::vector<std::pair<std::string, bool>> names;
  for (const Joint& joint : robot.joints) {
    for (const std::string& suffix : coordinate_suffixes(joint.type)) {
      const bool slides = joint.type == JointType::prismatic || suffix == ".trans" ||
                          suffix == ".x" || suffix == ".y" || suffix == ".z";
      names.emplace_back(joint.name + suffix, slides);
    }
  }
  return names;
}

/// poses: {home: {j1: 0, j2: 45 deg}}.
std::vector<NamedPose> yaml_poses(const std::string& text, const Robot& robot) {
  const YamlValue root = YamlValue::parse(text, robot.file);
  if (root.peek("alembert") == io::person_kind) return {{"standing", {{"base.z", 0.0}}}};
  const YamlMap map = root.map(io::robot_keys());
  const YamlValue* given = map.find("poses");
  std::vector<NamedPose> poses;
  if (given == nullptr) return poses;
  const auto coordinates = coordinates_of_robot(robot);
  std::vector<std::string> names;
  for (const auto& [name, slides] : coordinates) names.push_back(name);
  for (const YamlValue& entry : given->list()) {
    const YamlMap one = entry.map({"name", "q"});
    NamedPose pose{one.at("name", "write {name: home, q: {joint: value}}").text(), {}};
    const YamlMap q = one.at("q", "write {name: home, q: {joint: value}}").map(names);
    for (const auto& [name, slides] : coordinates) {
      const YamlValue* value = q.find(name);
      if (value == nullptr) continue;
      pose.joints.emplace_back(name,
                               value->number(slides ? io::Quantity::length : io::Quantity::angle));
    }
    poses.push_back(std::move(pose));
  }
  return poses;
}

/// Every <group_state> of a file; one of a name for all groups.
void add_group_states(const std::string& text, const std::string& file,
                      std::vector<NamedPose>& poses) {
  const io::XmlFile xml(text, file);
  for (const XmlElement& state : xml.root().children()) {
    if (state.tag() != "group_state") continue;
    const std::string name = state.required("name");
    auto pose = std::find_if(poses.begin(), poses.end(),
                             [&](const NamedPose& known) { return known.name == name; });
    if (pose == poses.end()) pose = poses.insert(poses.end(), NamedPose{name, {}});
    for (const XmlElement& joint : state.children()) {
      if (joint.tag() == "joint") {
        pose->joints.emplace_back(joint.required("name"), joint.number("value"));
      }
    }
  }
}

}  // namespace

std::vector<NamedPose> load_poses(const Robot& robot) {
  const fs::path file = robot.file;
  if (robot.file.empty() || !fs::is_regular_file(file)) return {};
  const std::string text = io::read_whole(robot.file),
                    ending = io::lower_case(file.extension().string());
  if (ending == ".yaml" || ending == ".yml") return yaml_poses(text, robot);
  if (io::XmlFile(text, robot.file).root().tag() == "mujoco") {
    return io::mjcf_keyframes(text, robot.file);
  }
  std::vector<NamedPose> poses;
  add_group_states(text, robot.file, poses);
  const fs::path beside = fs::path(file).replace_extension(".srdf");
  if (fs::is_regular_file(beside)) {
    add_group_states(io::read_whole(beside.string()), beside.string(), poses);
  }
  return poses;
}

Eigen::VectorXd coordinates_of(const NamedPose& pose, const Model& model,
                               std::vector<std::string>* left_out) {
  Eigen::VectorXd q = Eigen::VectorXd::Zero(model.dofs());
  for (int j = 0; j < model.dofs(); ++j) {
    const std::string& name = model.coordinate_at(j).name;
    const auto it = std::find_if(pose.joints.begin(), pose.joints.end(),
                                 [&](const auto& joint) { return joint.first == name; });
    if (it != pose.joints.end()) {
      q[j] = it->second;
    } else if (left_out != nullptr) {
      left_out->push_back(name);
    }
  }
  return q;
}

}  // namespace alembert
