#include "io/yaml_solid.hpp"

#include <fmt/format.h>

#include "io/yaml_body.hpp"

namespace alembert::io {

namespace {

/// Between two ends, or along z of a pose.
Solid read_round(const std::string& shape, const YamlMap& map) {
  const YamlMap value = map.find(shape)->map({"from", "to", "radius", "length"});
  const std::string fix = fmt::format(
      "write {0}: {{from: [x, y, z], to: [x, y, z], radius: 5 cm}}, or {0}: {{radius: 5 cm, "
      "length: 20 cm}} and its pose",
      shape);
  const double radius = value.at("radius", fix).number(Quantity::length);
  require_positive(*value.find("radius"), radius);
  Eigen::Vector3d from, to;
  if (const YamlValue* length = value.find("length")) {
    const double half = 0.5 * length->number(Quantity::length);
    require_positive(*length, half);
    const Eigen::Isometry3d pose = read_pose(map);
    from = pose * Eigen::Vector3d(0.0, 0.0, -half);
    to = pose * Eigen::Vector3d(0.0, 0.0, half);
  } else {
    for (const char* key : {"xyz", "rpy", "quaternion"}) {
      if (!map.has(key)) continue;
      map.find(key)->fail(Error::Code::robot,
                          fmt::format("a {} has no '{}' beside its ends", shape, key),
                          "its ends, from and to, say where it is");
    }
    from = value.at("from", fix).vector(Quantity::length);
    to = value.at("to", fix).vector(Quantity::length);
  }
  if (shape == "cylinder" && from == to) {
    map.find(shape)->fail(Error::Code::value, "the cylinder ends where it begins", fix);
  }
  return shape == "cylinder" ? Solid::cylinder(from, to, radius) : Solid::capsule(from, to, radius);
}

}  // namespace

Solid read_solid(const YamlMap& map) {
  const std::string shape = only_one(map, {"sphere", "capsule", "cylinder", "box"});
  if (shape == "capsule" || shape == "cylinder") return read_round(shape, map);
  const YamlValue& value = *map.find(shape);
  const Eigen::Isometry3d pose = read_pose(map);
  if (shape == "sphere") {
    const double radius = value.number(Quantity::length);
    require_positive(value, radius);
    return Solid::sphere(pose.translation(), radius);
  }
  const Eigen::Vector3d size = value.vector(Quantity::length);
  require_positive(value, size.minCoeff());
  return Solid::box(pose.translation(), size, pose.linear());
}

}  // namespace alembert::io
