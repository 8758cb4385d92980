#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/pose.hpp"
#include "io/robot_parts.hpp"
#include "io/robot_words.hpp"
#include "io/text.hpp"
#include "model/joint_steps.hpp"

namespace alembert::io {

namespace {

using Code = Error::Code;

/// What positions of a one-degree joint measure.
Quantity position_quantity(JointType type) {
  return type == JointType::prismatic ? Quantity::length : Quantity::angle;
}

JointType read_type(const YamlMap& map) {
  const YamlValue* value = map.find("type");
  if (value == nullptr) return JointType::revolute;
  const std::string name = value->text();
  if (const auto type = joint_type(name)) return *type;
  const Spellings names = words_of(JointType());
  value->fail(Code::robot,
              fmt::format("{} is {}, which is no joint type", value->label(), in_quotes(name)),
              did_you_mean(name, {names.begin(), names.end()}));
}

void read_dh(const YamlValue& row, Convention convention, Joint& joint) {
  if (convention == Convention::frames) {
    row.fail(Code::robot, "a DH row means nothing under `convention: frames`",
             "write origin and axis, or say which DH convention: dh-standard or dh-modified");
  }
  if (!has_one_axis(joint.type)) {  // about or along which z is in a DH row
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

void read_row(const YamlMap& map, Convention convention, Joint& joint) {
  const YamlValue* row = map.find("dh");
  if (row == nullptr) {
    if (map.has("origin") || convention == Convention::frames) return;
    map.at("dh", "write `dh: {theta: …, d: …, a: …, alpha: …}`, or `origin:` and `axis:`");
  }
  for (const char* key : {"origin", "axis", "axis2", "tip"}) {
    if (!map.has(key)) continue;
    map.find(key)->fail(Code::robot,
                        fmt::format("joint {} has both 'dh' and '{}'", in_quotes(joint.name), key),
                        "keep one: the DH row already says where the joint is and that it moves "
                        "about or along z");
  }
  read_dh(*row, convention, joint);
}

/// Axes and pitch, which some types have and others not.
void axis_fields(YamlArchive& a, Joint& joint) {
  const auto has = [&](const char* key, bool may) {
    const YamlValue* given = a.given(key);
    if (!may && given != nullptr) {
      given->fail(Code::robot,
                  fmt::format("the {} joint {} has no {}", to_string(joint.type),
                              in_quotes(joint.name), key),
                  fmt::format("remove '{}', or change the type", key));
    }
    return may;
  };
  const auto direction = [&](const char* key, Eigen::Vector3d& axis, const Eigen::Vector3d& usual) {
    a.usual(key, axis, usual);
    const double length = axis.stableNorm();
    // Zero stays zero, for validate() to refuse with its line; unit stays unit to the last bit.
    if (!a.writing() && length > 0.0 && std::abs(length - 1.0) > 4e-16) axis /= length;
  };
  const bool no_axis = joint.type == JointType::fixed || joint.type == JointType::spherical ||
                       joint.type == JointType::floating;
  if (has("axis", !no_axis)) direction("axis", joint.axis, Joint().axis);
  if (has("axis2", joint.type == JointType::universal)) {
    direction("axis2", joint.axis2, Joint().axis2);
  }
  if (has("pitch", joint.type == JointType::helical)) {
    a.needed("pitch", joint.pitch, "write `pitch:` in metres per radian");
  }
}

/// One number holds both ways; [lower, upper] are those of each.
void read_efforts(const YamlValue& given, Limits& limits) {
  if (!given.is_list()) {
    limits.torque = given.number_or_infinity();
    return;
  }
  const std::vector<YamlValue> ends = given.list_of(2);
  const double lower = ends[0].number_or_infinity(), upper = ends[1].number_or_infinity();
  if (!(lower <= 0.0 && upper >= 0.0)) {
    given.fail(Code::robot, given.label() + " leaves out zero",
               "write [lower, upper], such as [-40, 120]: what the joint gives either way");
  }
  limits.torque = std::max(-lower, upper);
  if (-lower < limits.torque) limits.torque_lower = lower;
  if (upper < limits.torque) limits.torque_upper = upper;
}

void effort_field(YamlArchive& a, Limits& limits) {
  if (const YamlMap* map = a.entries()) {
    if (map->has("effort")) read_efforts(*map->find("effort"), limits);
    return;
  }
  if (limits.torque_lower == -infinity && limits.torque_upper == infinity) {
    return a.usual("effort", limits.torque, infinity);
  }
  std::array ends = {std::max(-limits.torque, limits.torque_lower),
                     std::min(limits.torque, limits.torque_upper)};
  a.usual("effort", ends, {-infinity, infinity}, Quantity::plain);
}

void limit_fields(YamlArchive& a, Limits& limits, JointType type) {
  a.where(limits.where);
  const YamlValue* position = a.given("position");
  if (position != nullptr && type == JointType::continuous) {
    position->fail(Code::robot, position->label() + " cannot be: continuous joints turn forever",
                   "write `type: revolute`, or remove the position limits");
  }
  std::array ends = {limits.lower, limits.upper};
  a.usual("position", ends, {-infinity, infinity}, position_quantity(type));
  limits.lower = ends[0];
  limits.upper = ends[1];
  a.usual("velocity", limits.velocity, infinity);
  a.usual("acceleration", limits.acceleration, infinity);
  a.usual("jerk", limits.jerk, infinity);
  effort_field(a, limits);
}

void refuse_drive(const YamlMap& map, const Joint& joint) {
  for (const char* key : {"limits", "friction", "rotor", "spring", "mimic"}) {
    if (!map.has(key)) continue;
    const bool fixed = joint.type == JointType::fixed;
    map.find(key)->fail(
        Code::robot,
        fmt::format("the {} joint {} cannot have '{}'", to_string(joint.type),
                    in_quotes(joint.name), key),
        fixed ? "remove it: a fixed joint does not move"
              : "write the joint as one-degree joints (revolute, prismatic), each with its own");
  }
}

}  // namespace

void type_field(YamlArchive& a, JointType& type) {
  if (const YamlMap* map = a.entries()) {
    type = read_type(*map);
    return;
  }
  std::string name = to_string(type);
  a.usual("type", name, to_string(JointType::revolute));
}

void placement_fields(YamlArchive& a, Convention convention, Joint& joint) {
  a.may_have({"dh", "origin", "axis", "axis2", "tip", "pitch"});
  if (const YamlMap* map = a.entries()) read_row(*map, convention, joint);
  a.pose_part("origin", joint.origin);
  axis_fields(a, joint);
  a.pose_part("tip", joint.tip);
}

void drive_fields(YamlArchive& a, Joint& joint) {
  if (!has_one_degree(joint.type)) {
    if (const YamlMap* map = a.entries()) refuse_drive(*map, joint);
    return;
  }
  const Quantity position = position_quantity(joint.type);
  a.part("limits", is_limited(joint.limits), [&] { limit_fields(a, joint.limits, joint.type); });
  Friction& friction = joint.friction;
  a.part("friction", friction.viscous != 0.0 || friction.coulomb != 0.0, [&] {
    a.usual("viscous", friction.viscous, 0.0);
    a.usual("coulomb", friction.coulomb, 0.0);
  });
  Rotor& rotor = joint.rotor;
  a.part("rotor", rotor.inertia != 0.0 || rotor.gear != 1.0, [&] {
    a.needed("inertia", rotor.inertia, "write the rotor's inertia about its own axis, kg m^2");
    a.usual("gear", rotor.gear, 1.0);
  });
  Spring& spring = joint.spring;
  a.part("spring", spring.stiffness != 0.0 || spring.rest != 0.0, [&] {
    a.needed("stiffness", spring.stiffness, "write N m/rad or N/m");
    a.usual("rest", spring.rest, 0.0, position);
  });
  a.part("mimic", joint.mimic, [&](Mimic& mimic) {
    a.where(mimic.where);
    a.needed("joint", mimic.joint, "name the joint that is followed");
    a.usual("ratio", mimic.ratio, 1.0);
    a.usual("offset", mimic.offset, 0.0, position);
  });
}

}  // namespace alembert::io
