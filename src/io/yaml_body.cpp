#include "io/yaml_body.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/pose.hpp"
#include "io/robot_parts.hpp"
#include "io/robot_words.hpp"
#include "io/text.hpp"

namespace alembert::io {

namespace {

using Shape = Visual::Shape;

Eigen::Matrix3d read_principal(const YamlMap& map) {
  for (const char* entry : {"xx", "yy", "zz", "xy", "xz", "yz"}) {
    if (!map.has(entry)) continue;
    map.find(entry)->fail(
        Error::Code::robot,
        fmt::format("{} has both '{}' and 'principal'", map.value().label(), entry),
        "give either the six tensor entries, or principal moments with rpy");
  }
  const Eigen::Matrix3d R = read_pose(map).linear();
  const Eigen::Matrix3d tensor = R * map.find("principal")->vector().asDiagonal() * R.transpose();
  return 0.5 * (tensor + tensor.transpose());
}

/// Principal moments are only read.
void tensor_fields(YamlArchive& a, Eigen::Matrix3d& tensor) {
  if (const YamlMap* map = a.entries()) {
    if (map->has("principal")) return void(tensor = read_principal(*map));
    for (const char* turned : {"rpy", "quaternion"}) {
      if (!map->has(turned)) continue;
      map->find(turned)->fail(
          Error::Code::robot,
          fmt::format("{} has '{}' without 'principal'", map->value().label(), turned),
          "turn only principal moments: {principal: [a, b, c], rpy: [r, p, y]}");
    }
  }
  const std::string fix =
      "write all three moments: {xx: …, yy: …, zz: …}; xy, xz, yz may be left out";
  a.needed("xx", tensor(0, 0), fix);
  a.needed("yy", tensor(1, 1), fix);
  a.needed("zz", tensor(2, 2), fix);
  a.usual("xy", tensor(0, 1), 0.0);
  a.usual("xz", tensor(0, 2), 0.0);
  a.usual("yz", tensor(1, 2), 0.0);
  a.may_have({"principal", "rpy", "quaternion"});
  if (!a.writing()) tensor.triangularView<Eigen::Lower>() = tensor.transpose();
}

/// The one shape that `map` has.
Shape read_shape(const YamlMap& map) {
  const std::string label = map.value().label();
  const Spellings words = words_of(Shape());
  const auto has = [&](const char* word) { return map.has(word); };
  const auto found = std::find_if(words.begin(), words.end(), has);
  if (found == words.end()) {
    map.value().fail(Error::Code::robot, label + " has no shape",
                     "write one of: " + listed({words.begin(), words.end()}));
  }
  const auto second = std::find_if(found + 1, words.end(), has);
  if (second != words.end()) {
    map.find(*second)->fail(Error::Code::robot,
                            fmt::format("{} is both a {} and a {}", label, *found, *second),
                            "write one list entry for each shape");
  }
  const auto shape = static_cast<Shape>(found - words.begin());
  if (map.has("scale") && shape != Shape::mesh) {
    map.find("scale")->fail(Error::Code::robot, fmt::format("a {} has no scale", *found),
                            "write its size in metres instead");
  }
  return shape;
}

void size_fields(YamlArchive& a, Visual& visual) {
  const char* word = word_of(visual.shape);
  Eigen::Vector3d& size = visual.size;
  if (!a.writing()) size.setZero();
  if (visual.shape == Shape::box) return a(word, size, Quantity::length);
  if (visual.shape == Shape::sphere) return a(word, size.x(), Quantity::length);
  if (visual.shape == Shape::mesh) {
    a(word, visual.mesh);
    return a.usual("scale", size, Eigen::Vector3d::Ones());
  }
  a.part(word, true, [&] {
    const std::string fix = "write {radius: 0.05, length: 0.4}";
    a.needed("radius", size.x(), fix, Quantity::length);
    a.needed("length", size.y(), fix, Quantity::length);
  });
}

void visual_fields(YamlArchive& a, Visual& visual) {
  a.may_have({"box", "cylinder", "capsule", "sphere", "mesh", "scale"});
  if (const YamlMap* map = a.entries()) visual.shape = read_shape(*map);
  size_fields(a, visual);
  a.pose(visual.pose);
  a("rgba", visual.rgba);
}

/// Between two ends, or along z of a pose.
Solid read_round(const std::string& shape, const YamlMap& map) {
  const YamlMap value = map.find(shape)->map({"from", "to", "radius", "length"});
  const std::string fix = fmt::format(
      "write {0}: {{from: [x, y, z], to: [x, y, z], radius: 5 cm}}, or {0}: {{radius: 5 cm, "
      "length: 20 cm}} and its pose",
      shape);
  const double radius = value.at("radius", fix).positive(Quantity::length);
  Eigen::Vector3d from, to;
  if (const YamlValue* length = value.find("length")) {
    const double half = 0.5 * length->positive(Quantity::length);
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

Solid read_solid(const YamlMap& map) {
  const std::string shape = only_one(map, {"sphere", "capsule", "cylinder", "box"});
  if (shape == "capsule" || shape == "cylinder") return read_round(shape, map);
  const YamlValue& value = *map.find(shape);
  const Eigen::Isometry3d pose = read_pose(map);
  if (shape == "sphere") return Solid::sphere(pose.translation(), value.positive(Quantity::length));
  const Eigen::Vector3d size = value.vector(Quantity::length);
  require_positive(value, size.minCoeff(), "write a positive number");
  return Solid::box(pose.translation(), size, pose.linear());
}

void inertia_fields(YamlArchive& a, Inertia& inertia, bool point) {
  a.needed("mass", inertia.mass, "write `mass:` in kg beside com and inertia");
  a.usual("com", inertia.com, Eigen::Vector3d::Zero(), Quantity::length);
  if (a.entries() != nullptr && !point && inertia.mass != 0.0) {
    a.entries()->at(
        "inertia",
        "write `inertia: {xx: …, yy: …, zz: …}` in kg m^2 about the mass centre; for a point "
        "mass write zeros");
  }
  a.part("inertia", true, [&] { tensor_fields(a, inertia.about_com); });
}

Inertia read_inertia(const YamlMap& map, bool point) {
  Inertia inertia;
  YamlReader reader(map);
  inertia_fields(reader, inertia, point);
  return inertia;
}

const std::vector<std::string>& robot_keys() {
  static const std::vector<std::string> keys = {"alembert", "name",     "convention", "gravity",
                                                "base",     "joints",   "frames",     "payload",
                                                "poses",    "clearance"};
  return keys;
}

void body_fields(YamlArchive& a, Link& link, std::vector<Visual>& collisions) {
  a.may_have({"mass", "com", "inertia"});
  for (const char* key : {"mass", "com", "inertia"}) {
    const YamlValue* given = a.given(key);
    if (given == nullptr) continue;
    link.inertia.emplace();
    link.inertia_where = given->where();
    break;
  }
  if (link.inertia) inertia_fields(a, *link.inertia, false);
  a.list("visuals", link.visuals, {}, [&](Visual& shape) { visual_fields(a, shape); });
  a.list("collisions", collisions, {}, [&](Visual& shape) { visual_fields(a, shape); });
}

}  // namespace alembert::io
