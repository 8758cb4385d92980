#include "alembert/robot.hpp"

#include <algorithm>

namespace alembert {

namespace {

struct TypeInfo {
  JointType type;
  const char* name;
  std::vector<std::string> suffixes;
};

const std::vector<TypeInfo>& type_table() {
  static const std::vector<TypeInfo> table = {
      {JointType::revolute, "revolute", {""}},
      {JointType::continuous, "continuous", {""}},
      {JointType::prismatic, "prismatic", {""}},
      {JointType::fixed, "fixed", {}},
      {JointType::helical, "helical", {""}},
      {JointType::cylindrical, "cylindrical", {".rot", ".trans"}},
      {JointType::universal, "universal", {".rot1", ".rot2"}},
      {JointType::spherical, "spherical", {".rz", ".ry", ".rx"}},
      {JointType::planar, "planar", {".x", ".y", ".rot"}},
      {JointType::floating, "floating", {".x", ".y", ".z", ".rz", ".ry", ".rx"}},
  };
  return table;
}

const TypeInfo& info(JointType type) { return type_table()[static_cast<std::size_t>(type)]; }

template <typename T>
const T* find_named(const std::vector<T>& items, const std::string& name) {
  const auto it =
      std::find_if(items.begin(), items.end(), [&](const T& item) { return item.name == name; });
  return it == items.end() ? nullptr : &*it;
}

}  // namespace

const char* to_string(JointType type) { return info(type).name; }

std::optional<JointType> joint_type(const std::string& name) {
  for (const TypeInfo& entry : type_table()) {
    if (name == entry.name) return entry.type;
  }
  return std::nullopt;
}

const std::vector<std::string>& coordinate_suffixes(JointType type) { return info(type).suffixes; }
bool has_one_degree(JointType type) { return coordinate_suffixes(type).size() == 1; }

const char* to_string(Finding::Severity severity) {
  static constexpr const char* names[] = {"note", "warning", "error"};
  return names[static_cast<int>(severity)];
}

std::string Finding::text() const {
  std::string line = where.prefix();
  if (!line.empty()) line += ' ';
  line += std::string(to_string(severity)) + ": " + reason;
  if (!fix.empty()) line += "; " + fix;
  return line;
}

const Link* Robot::find_link(const std::string& link) const { return find_named(links, link); }
const Joint* Robot::find_joint(const std::string& joint) const { return find_named(joints, joint); }
const Frame* Robot::find_frame(const std::string& frame) const { return find_named(frames, frame); }

}  // namespace alembert
