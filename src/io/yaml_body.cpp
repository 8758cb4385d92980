#include "io/yaml_body.hpp"

#include <fmt/format.h>

#include <utility>

#include "io/pose.hpp"
#include "io/text.hpp"

namespace alembert::io {

namespace {

using Shape = Visual::Shape;

Eigen::Matrix3d read_tensor(const YamlValue& value) {
  const YamlMap map =
      value.map({"xx", "yy", "zz", "xy", "xz", "yz", "principal", "rpy", "quaternion"});
  const YamlValue* principal = map.find("principal");
  if (principal != nullptr) {
    for (const char* entry : {"xx", "yy", "zz", "xy", "xz", "yz"}) {
      if (map.find(entry) == nullptr) continue;
      map.find(entry)->fail(Error::Code::robot,
                            fmt::format("{} has both '{}' and 'principal'", value.label(), entry),
                            "give either the six tensor entries, or principal moments with rpy");
    }
    const Eigen::Matrix3d R = read_pose(map).linear();
    const Eigen::Matrix3d tensor = R * principal->vector().asDiagonal() * R.transpose();
    return 0.5 * (tensor + tensor.transpose());
  }
  for (const char* turned : {"rpy", "quaternion"}) {
    if (!map.has(turned)) continue;
    map.find(turned)->fail(Error::Code::robot,
                           fmt::format("{} has '{}' without 'principal'", value.label(), turned),
                           "turn only principal moments: {principal: [a, b, c], rpy: [r, p, y]}");
  }
  const auto moment = [&](const char* key) {
    return map.at(key, "write all three moments: {xx: …, yy: …, zz: …}; xy, xz, yz may be left out")
        .number();
  };
  const double xy = map.number("xy", 0.0), xz = map.number("xz", 0.0), yz = map.number("yz", 0.0);
  const double xx = moment("xx"), yy = moment("yy"), zz = moment("zz");
  Eigen::Matrix3d tensor;
  tensor << xx, xy, xz, xy, yy, yz, xz, yz, zz;
  return tensor;
}

/// Radius and length in the first two places of a Visual's size.
Eigen::Vector3d read_round_size(const YamlValue& value) {
  const YamlMap map = value.map({"radius", "length"});
  const std::string fix = "write {radius: 0.05, length: 0.4}";
  return {map.at("radius", fix).number(Quantity::length),
          map.at("length", fix).number(Quantity::length), 0.0};
}

void read_shape(const YamlMap& map, const YamlValue& value, const std::string& shape,
                Visual& visual) {
  if (shape == "box") {
    visual.shape = Shape::box;
    visual.size = value.vector(Quantity::length);
  } else if (shape == "sphere") {
    visual.shape = Shape::sphere;
    visual.size = {value.number(Quantity::length), 0.0, 0.0};
  } else if (shape == "mesh") {
    visual.shape = Shape::mesh;
    visual.mesh = value.text();
    visual.size = map.vector("scale", Eigen::Vector3d::Ones());
  } else {
    visual.shape = shape == "cylinder" ? Shape::cylinder : Shape::capsule;
    visual.size = read_round_size(value);
  }
}

Visual read_visual(const YamlValue& value) {
  static const std::vector<std::string> shapes = {"box", "cylinder", "capsule", "sphere", "mesh"};
  std::vector<std::string> keys = shapes;
  keys.insert(keys.end(), {"scale", "xyz", "rpy", "quaternion", "rgba"});
  const YamlMap map = value.map(keys);
  Visual visual;
  std::string found;
  for (const std::string& shape : shapes) {
    const YamlValue* description = map.find(shape);
    if (description == nullptr) continue;
    if (!found.empty()) {
      description->fail(Error::Code::robot,
                        fmt::format("{} is both a {} and a {}", value.label(), found, shape),
                        "write one list entry for each shape");
    }
    found = shape;
    read_shape(map, *description, shape, visual);
  }
  if (found.empty()) {
    value.fail(Error::Code::robot, value.label() + " has no shape",
               "write one of: " + listed(shapes));
  }
  if (map.find("scale") != nullptr && found != "mesh") {
    map.find("scale")->fail(Error::Code::robot, fmt::format("a {} has no scale", found),
                            "write its size in metres instead");
  }
  visual.pose = read_pose(map);
  if (const YamlValue* rgba = map.find("rgba")) {
    const std::vector<YamlValue> c = rgba->list_of(4);
    visual.rgba = {c[0].number(), c[1].number(), c[2].number(), c[3].number()};
  }
  return visual;
}

}  // namespace

std::string only_one(const YamlMap& map, const std::vector<std::string>& keys) {
  std::string found;
  for (const std::string& key : keys) {
    if (!map.has(key)) continue;
    if (!found.empty()) {
      map.find(key)->fail(Error::Code::robot,
                          fmt::format("{} has both '{}' and '{}'", map.value().label(), found, key),
                          "keep one; write one list entry for each");
    }
    found = key;
  }
  if (found.empty()) {
    map.value().fail(Error::Code::robot,
                     fmt::format("{} has none of {}", map.value().label(), listed(keys)),
                     "write one of them");
  }
  return found;
}

Eigen::Matrix3d read_rotation(const YamlMap& map) {
  if (only_one(map, {"rpy", "quaternion"}) == "rpy") {
    return rotation_from_rpy(map.find("rpy")->vector(Quantity::rotation));
  }
  const YamlValue& value = *map.find("quaternion");
  const std::vector<YamlValue> c = value.list_of(4);
  const Eigen::Quaterniond q(c[0].number(), c[1].number(), c[2].number(), c[3].number());
  if (std::abs(q.norm() - 1.0) > 1e-3) {
    value.fail(Error::Code::value,
               fmt::format("{} has length {}, not 1", value.label(), number_text(q.norm())),
               "write [w, x, y, z] of a unit quaternion");
  }
  return q.normalized().toRotationMatrix();
}

Eigen::Isometry3d read_pose(const YamlMap& map) {
  const Eigen::Vector3d zero = Eigen::Vector3d::Zero();
  Eigen::Isometry3d pose = make_pose(map.vector("xyz", zero, Quantity::length), zero);
  if (map.has("rpy") || map.has("quaternion")) pose.linear() = read_rotation(map);
  return pose;
}

Inertia read_inertia(const YamlMap& map, bool point) {
  Inertia inertia;
  inertia.mass = map.at("mass", "write `mass:` in kg beside com and inertia").number();
  inertia.com = map.vector("com", Eigen::Vector3d::Zero(), Quantity::length);
  if (const YamlValue* tensor = map.find("inertia")) {
    inertia.about_com = read_tensor(*tensor);
  } else if (!point && inertia.mass != 0.0) {
    map.at("inertia",
           "write `inertia: {xx: …, yy: …, zz: …}` in kg m^2 about the mass centre; for a point "
           "mass write zeros");
  }
  return inertia;
}

const std::vector<std::string>& robot_keys() {
  static const std::vector<std::string> keys = {
      "alembert", "name", "convention", "gravity", "base", "joints", "frames", "payload", "poses", "clearance"};
  return keys;
}

const std::vector<std::string>& body_keys() {
  static const std::vector<std::string> keys = {"mass", "com", "inertia", "visuals", "collisions"};
  return keys;
}

void read_body(const YamlMap& map, Link& link, const char* shapes) {
  for (const char* key : {"mass", "com", "inertia"}) {
    const YamlValue* written = map.find(key);
    if (written == nullptr) continue;
    link.inertia = read_inertia(map, false);
    link.inertia_where = written->where();
    break;
  }
  for (const char* key : {"visuals", "collisions"}) {
    const YamlValue* list = map.find(key);
    if (list == nullptr) continue;
    std::vector<Visual> read;
    for (const YamlValue& shape : list->list()) read.push_back(read_visual(shape));
    if (key == std::string(shapes)) link.visuals = std::move(read);
  }
}

}  // namespace alembert::io
