#include "io/motion_words.hpp"

#include <fmt/format.h>

#include "alembert/arm.hpp"
#include "alembert/arm_modes.hpp"
#include "io/coordinate_names.hpp"
#include "io/text.hpp"

namespace alembert::io {

using Code = Error::Code;

namespace {

bool contains(const std::vector<int>& coordinates, std::size_t j) {
  return std::find(coordinates.begin(), coordinates.end(), static_cast<int>(j)) !=
         coordinates.end();
}

double read_instant(const YamlValue& value, const std::vector<Waypoint>& waypoints) {
  std::vector<std::string> names = {"start", "goal"};
  if (value.is("start")) return 0.0;
  if (value.is("goal")) return 1.0;
  for (const Waypoint& waypoint : waypoints) {
    if (value.is(waypoint.name)) return waypoint.at;
    names.push_back(waypoint.name);
  }
  const std::string text = value.text();
  if (!parse_number(trimmed(text))) {
    value.fail(Code::name,
               fmt::format("{} is {}, which is no waypoint and no fraction", value.label(),
                           in_quotes(text)),
               did_you_mean(text, names) + ", or a number from 0 to 1");
  }
  const double fraction = value.number();
  if (!(0.0 <= fraction && fraction <= 1.0)) {
    value.fail(Code::value,
               fmt::format("{} is {}, outside the motion", value.label(), number_text(fraction)),
               "write a fraction of the motion from 0 to 1, or the name of a waypoint");
  }
  return fraction;
}

}  // namespace

Quantity position_quantity(const Coordinate& coordinate) {
  return coordinate.angular ? Quantity::angle : Quantity::length;
}

FrameId read_frame(const YamlValue& value, const Model& model) {
  const std::string none = ", which is no link or frame of robot " + in_quotes(model.name());
  return FrameId(static_cast<int>(value.word(phrase::names_of(model.frames()), none)));
}

int read_coordinate(const YamlValue& value, const Model& model) {
  return coordinate_named(model, value.text(), value.label(), value.where());
}

std::vector<bool> for_each_coordinate(const YamlValue& value, const Model& model,
                                      const std::function<void(const YamlValue&, int)>& read,
                                      const std::vector<int>& ground) {
  const std::vector<std::string> names = model.coordinate_names();
  std::vector<bool> seen(names.size(), false);
  if (!value.is_map() && !value.is_list()) {
    value.fail(Code::robot, value.label() + " is neither a list nor a map by joint",
               "write one entry each, in this order, or {name: entry}: " + name_list(names));
  }
  if (value.is_map()) {
    std::vector<std::string> known = names;
    for (const LockedJoint& joint : model.locked()) known.push_back(joint.name);
    const YamlMap map = value.map(known);
    for (const LockedJoint& joint : model.locked()) {
      const YamlValue* given = map.find(joint.name);  // refused, but not as unknown
      if (given) coordinate_named(model, joint.name, value.label(), given->where());
    }
    for (std::size_t j = 0; j < names.size(); ++j) {
      if (!map.has(names[j])) continue;
      read(*map.find(names[j]), static_cast<int>(j));
      seen[j] = true;
    }
    return seen;
  }
  const std::vector<YamlValue> entries = value.list();
  const auto joints = static_cast<std::size_t>(model.arm().told(model));
  const bool without_ground = entries.size() + ground.size() == names.size();
  if (entries.size() != names.size() && entries.size() != joints && !without_ground) {
    value.fail(Code::size,
               fmt::format("{} has {} entries, the robot {} coordinates", value.label(),
                           entries.size(), names.size()),
               "give one entry each, in this order: " + name_list(names));
  }
  std::size_t j = 0;
  for (const YamlValue& entry : entries) {
    while (without_ground && contains(ground, j)) ++j;
    read(entry, static_cast<int>(j));
    seen[j++] = true;
  }
  return seen;
}

Eigen::VectorXd read_coordinates(const YamlValue& value, const Model& model, bool positions,
                                 const std::vector<int>& ground) {
  Eigen::VectorXd x = Eigen::VectorXd::Zero(model.dofs());
  const auto read = [&](const YamlValue& entry, int j) {
    const Coordinate& coordinate = model.coordinate_at(j);
    x[j] = entry.number(positions ? position_quantity(coordinate) : Quantity::plain);
  };
  const auto seen = for_each_coordinate(value, model, read, ground);
  std::vector<std::string> missing;
  const auto joints = static_cast<std::size_t>(model.arm().told(model));
  for (std::size_t j = 0; j < joints; ++j) {
    if (!seen[j] && !contains(ground, j)) missing.push_back(model.coordinates()[j].name);
  }
  if (!missing.empty()) {
    value.fail(Code::size, fmt::format("{} leaves out {}", value.label(), name_list(missing)),
               "give every coordinate a value");
  }
  // What follows (links that bend) comes to rest where nothing else is said.
  if (positions && std::find(seen.begin() + joints, seen.end(), false) != seen.end()) {
    const Eigen::VectorXd rest = model.arm().resting(model, x);
    for (int j = 0; j < model.dofs(); ++j) {
      if (!seen[j]) x[j] = rest[j];
    }
  }
  return x;
}

Eigen::Vector3d read_direction(const YamlValue& value) {
  static const std::vector<std::string> names = {"x", "y", "z", "-x", "-y", "-z"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (value.is(names[i])) return (i < 3 ? 1.0 : -1.0) * Eigen::Vector3d::Unit(i % 3);
  }
  if (!value.is_list()) {
    value.fail(Code::value, value.label() + " is no direction",
               "write one of " + listed(names) + ", or three numbers");
  }
  const Eigen::Vector3d direction = value.vector();
  if (!(direction.stableNorm() > 0.0)) {
    value.fail(Code::value, value.label() + " has no length",
               "write a direction, such as [0, 0, 1]");
  }
  return direction.stableNormalized();
}

During read_during(const YamlMap& map, const std::vector<Waypoint>& waypoints,
                   bool may_be_instant) {
  During during;
  if (const YamlValue* from = map.find("from")) during.from = read_instant(*from, waypoints);
  if (const YamlValue* to = map.find("to")) during.to = read_instant(*to, waypoints);
  if (!(during.from < during.to) && !(may_be_instant && during.from == during.to)) {
    map.value().fail(Code::value,
                     fmt::format("{} lasts from {} to {} of the motion", map.value().label(),
                                 number_text(during.from), number_text(during.to)),
                     "let it begin before it ends");
  }
  return during;
}

}  // namespace alembert::io
