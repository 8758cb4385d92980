#include "io/yaml_joint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/pose.hpp"
#include "io/text.hpp"
#include "io/yaml_body.hpp"

namespace alembert::io {

namespace {

using Code = Error::Code;

/// Types whose motion is about or along one z axis, as a DH row has it.
bool fits_dh(JointType type) {
  return has_one_degree(type) || type == JointType::fixed || type == JointType::cylindrical;
}

/// What positions of a one-degree joint measure.
Quantity position_quantity(JointType type) {
  return type == JointType::prismatic ? Quantity::length : Quantity::angle;
}

JointType read_type(const YamlMap& map) {
  const YamlValue* value = map.find("type");
  if (value == nullptr) return JointType::revolute;
  const std::string name = value->text();
  if (const auto type = joint_type(name)) return *type;
  std::vector<std::string> names;
  for (int i = 0; i <= static_cast<int>(JointType::floating); ++i) {
    names.emplace_back(to_string(static_cast<JointType>(i)));
  }
  value->fail(Code::robot,
              fmt::format("{} is {}, which is no joint type", value->label(), in_quotes(name)),
              did_you_mean(name, names));
}

void read_dh(const YamlValue& row, Convention convention, Joint& joint) {
  if (convention == Convention::frames) {
    row.fail(Code::robot, "a DH row means nothing under `convention: frames`",
             "write origin and axis, or say which DH convention: dh-standard or dh-modified");
  }
  if (!fits_dh(joint.type)) {
    row.fail(Code::robot,
             fmt::format("a DH row cannot place the {} joint {}", to_string(joint.type),
                         in_quotes(joint.name)),
             "place it by origin: {xyz: …, rpy: …} instead");
  }
  const YamlMap map = row.map({"theta", "d", "a", "alpha"});
  const auto theta = rotation_about_z(map.number("theta", 0.0, Quantity::rotation));
  const Eigen::Translation3d d(0.0, 0.0, map.number("d", 0.0, Quantity::length));
  const Eigen::Translation3d a(map.number("a", 0.0, Quantity::length), 0.0, 0.0);
  const auto alpha = rotation_about_x(map.number("alpha", 0.0, Quantity::rotation));
  if (convention == Convention::dh_standard) {
    // The motion, about or along z, commutes with Rz(theta) Tz(d) and goes between the halves.
    joint.origin = theta * d;
    joint.tip = a * alpha;
  } else {
    joint.origin = alpha * a * theta * d;
  }
}

Eigen::Vector3d read_axis_direction(const YamlValue& value) {
  Eigen::Vector3d direction = value.vector();
  const double length = direction.stableNorm();
  // Zero stays zero, for validate() to refuse with its line; unit stays unit to the last bit.
  if (length > 0.0 && std::abs(length - 1.0) > 4e-16) direction /= length;
  return direction;
}

void read_axes(const YamlMap& map, Joint& joint) {
  const auto refuse = [&](const char* key) {
    map.find(key)->fail(
        Code::robot,
        fmt::format("the {} joint {} has no {}", to_string(joint.type), in_quotes(joint.name), key),
        fmt::format("remove '{}', or change the type", key));
  };
  if (const YamlValue* axis = map.find("axis")) {
    const bool no_axis = joint.type == JointType::fixed || joint.type == JointType::spherical ||
                         joint.type == JointType::floating;
    if (no_axis) refuse("axis");
    joint.axis = read_axis_direction(*axis);
  }
  if (const YamlValue* axis2 = map.find("axis2")) {
    if (joint.type != JointType::universal) refuse("axis2");
    joint.axis2 = read_axis_direction(*axis2);
  }
  if (map.find("pitch") != nullptr && joint.type != JointType::helical) refuse("pitch");
  if (joint.type == JointType::helical) {
    joint.pitch = map.at("pitch", "write `pitch:` in metres per radian").number();
  }
}

/// Where the joint is and how it moves: a DH row, or origin, axis and tip.
void read_placement(const YamlMap& map, Convention convention, Joint& joint) {
  const YamlValue* row = map.find("dh");
  const YamlValue* origin = map.find("origin");
  if (row != nullptr) {
    for (const char* key : {"origin", "axis", "axis2", "tip"}) {
      if (map.find(key) == nullptr) continue;
      map.find(key)->fail(
          Code::robot, fmt::format("joint {} has both 'dh' and '{}'", in_quotes(joint.name), key),
          "keep one: the DH row already says where the joint is and that it moves "
          "about or along z");
    }
    read_dh(*row, convention, joint);
  } else if (origin == nullptr && convention != Convention::frames) {
    map.at("dh", "write `dh: {theta: …, d: …, a: …, alpha: …}`, or `origin:` and `axis:`");
  }
  if (origin != nullptr) joint.origin = read_pose(origin->map({"xyz", "rpy", "quaternion"}));
  if (const YamlValue* tip = map.find("tip"))
    joint.tip = read_pose(tip->map({"xyz", "rpy", "quaternion"}));
  read_axes(map, joint);
}

/// One number holds both ways; [lower, upper] are those of each.
void read_efforts(const YamlValue* given, Limits& limits) {
  if (given == nullptr) return;
  if (!given->is_list()) {
    limits.torque = given->number_or_infinity();
    return;
  }
  const std::vector<YamlValue> ends = given->list_of(2);
  const double lower = ends[0].number_or_infinity(), upper = ends[1].number_or_infinity();
  if (!(lower <= 0.0 && upper >= 0.0)) {
    given->fail(Code::robot, given->label() + " leaves out zero",
                "write [lower, upper], such as [-40, 120]: what the joint gives either way");
  }
  limits.torque = std::max(-lower, upper);
  if (-lower < limits.torque) limits.torque_lower = lower;
  if (upper < limits.torque) limits.torque_upper = upper;
}

Limits read_limits(const YamlValue& value, JointType type) {
  const YamlMap map = value.map({"position", "velocity", "acceleration", "jerk", "effort"});
  Limits limits;
  limits.where = value.where();
  if (const YamlValue* position = map.find("position")) {
    if (type == JointType::continuous) {
      position->fail(Code::robot, position->label() + " cannot be: continuous joints turn forever",
                     "write `type: revolute`, or remove the position limits");
    }
    const std::vector<YamlValue> ends = position->list_of(2);
    limits.lower = ends[0].number_or_infinity(position_quantity(type));
    limits.upper = ends[1].number_or_infinity(position_quantity(type));
  }
  const auto rate = [&](const char* key) {
    const YamlValue* given = map.find(key);
    return given != nullptr ? given->number_or_infinity() : infinity;
  };
  limits.velocity = rate("velocity");
  limits.acceleration = rate("acceleration");
  limits.jerk = rate("jerk");
  read_efforts(map.find("effort"), limits);
  return limits;
}

/// Limits, friction, rotor, spring and mimic: what only a single degree of freedom can have.
void read_drive(const YamlMap& map, Joint& joint) {
  for (const char* key : {"limits", "friction", "rotor", "spring", "mimic"}) {
    if (map.find(key) == nullptr || has_one_degree(joint.type)) continue;
    const bool fixed = joint.type == JointType::fixed;
    map.find(key)->fail(
        Code::robot,
        fmt::format("the {} joint {} cannot have '{}'", to_string(joint.type),
                    in_quotes(joint.name), key),
        fixed ? "remove it: a fixed joint does not move"
              : "write the joint as one-degree joints (revolute, prismatic), each with its own");
  }
  if (const YamlValue* limits = map.find("limits")) {
    joint.limits = read_limits(*limits, joint.type);
  }
  if (const YamlValue* friction = map.find("friction")) {
    const YamlMap entries = friction->map({"viscous", "coulomb"});
    joint.friction = {entries.number("viscous", 0.0), entries.number("coulomb", 0.0)};
  }
  if (const YamlValue* rotor = map.find("rotor")) {
    const YamlMap entries = rotor->map({"inertia", "gear"});
    joint.rotor.inertia =
        entries.at("inertia", "write the rotor's inertia about its own axis, kg m^2").number();
    joint.rotor.gear = entries.number("gear", 1.0);
  }
  if (const YamlValue* spring = map.find("spring")) {
    const YamlMap entries = spring->map({"stiffness", "rest"});
    joint.spring.stiffness = entries.at("stiffness", "write N m/rad or N/m").number();
    joint.spring.rest = entries.number("rest", 0.0, position_quantity(joint.type));
  }
  if (const YamlValue* mimic = map.find("mimic")) {
    const YamlMap entries = mimic->map({"joint", "ratio", "offset"});
    joint.mimic = Mimic{
        entries.at("joint", "name the joint that is followed").text(), entries.number("ratio", 1.0),
        entries.number("offset", 0.0, position_quantity(joint.type)), mimic->where()};
  }
}

}  // namespace

const std::vector<std::string>& joint_keys() {
  static const std::vector<std::string> keys = {"name",     "type",  "parent", "dh",    "origin",
                                                "axis",     "axis2", "tip",    "pitch", "limits",
                                                "friction", "rotor", "spring", "mimic", "link"};
  return keys;
}

void read_motion(const YamlMap& map, Convention convention, Joint& joint) {
  joint.type = read_type(map);
  read_placement(map, convention, joint);
  read_drive(map, joint);
}

}  // namespace alembert::io
