// Scenes of our own: `alembert: scene/1`, described in docs/worlds.md.
#include <fmt/format.h>

#include <Eigen/Geometry>

#include "io/convex_hull.hpp"
#include "io/motion_words.hpp"
#include "io/scene_parts.hpp"
#include "io/text.hpp"
#include "io/yaml_body.hpp"

namespace alembert::io {

namespace {

using Code = Error::Code;

/// m: a half-space is a slab so wide and so thick; no arm reaches past it.
constexpr double slab_width = 100.0, slab_depth = 10.0;

const std::vector<std::string> object_shapes = {"box",       "sphere", "capsule", "cylinder",
                                                "halfspace", "hull",   "mesh",    "points"};

Solid moved_by(const Eigen::Isometry3d& pose, Solid solid) {
  solid.corner = pose * solid.corner;
  solid.edges = pose.linear() * solid.edges;
  if (solid.is_hull()) solid.points = (pose.linear() * solid.points).colwise() + pose.translation();
  return solid;
}

Solid read_halfspace(const YamlValue& value) {
  const YamlMap map = value.map({"point", "normal"});
  const Eigen::Vector3d point = map.vector("point", Eigen::Vector3d::Zero(), Quantity::length);
  const Eigen::Vector3d normal =
      read_direction(map.at("normal", "write the side that is free, such as z or [0, 0, 1]"));
  const Eigen::Matrix3d axes =
      Eigen::Quaterniond::FromTwoVectors(Eigen::Vector3d::UnitZ(), normal).toRotationMatrix();
  return Solid::box(point - 0.5 * slab_depth * normal, {slab_width, slab_width, slab_depth}, axes);
}

void add_hull(const YamlMap& map, const std::string& name, const SceneContext& context,
              Scene& scene) {
  const YamlValue& value = *map.find("hull");
  const MadeHull hull = convex_hull(read_points(value));
  if (!hull.problem.empty()) {
    value.fail(Code::value, fmt::format("{}: {}", value.label(), hull.problem),
               "give four points or more that do not lie in one plane; of a sheet, a thin box");
  }
  scene.objects.push_back({name, moved_by(context.pose * read_pose(map), hull.solid)});
}

void add_mesh(const YamlMap& map, const std::string& name, const SceneContext& context,
              Scene& scene) {
  const YamlValue& value = *map.find("mesh");
  const std::string file = value.text();
  const std::string parts = map.text("parts", "connected");
  if (parts != "connected" && parts != "whole") {
    map.find("parts")->fail(Code::name, "parts is " + in_quotes(parts),
                            did_you_mean(parts, {"connected", "whole"}));
  }
  const double scale = map.has("scale") ? map.find("scale")->positive() : 1.0;
  const MeshHulls made = hulls_of_mesh(load_mesh(file, context.file, context.folders),
                                       Eigen::Vector3d::Constant(scale),
                                       context.pose * read_pose(map), parts == "connected");
  if (!made.problem.empty()) {
    value.fail(
        Code::file, fmt::format("the mesh {}: {}", in_quotes(file), made.problem),
        "give a mesh with an inside as .stl, .obj or .dae beside the scene, or say what it is "
        "with boxes");
  }
  scene.words.push_back(fmt::format("{}: {}", name, made.words));
  add_objects(name, made.solids, scene);
}

/// `points: cloud.xyz` or a list of them, each a ball of `radius`; those in one `cell` are one.
void add_cloud(const YamlMap& map, const std::string& name, const SceneContext& context,
               Scene& scene) {
  const YamlValue& value = *map.find("points");
  std::vector<Eigen::Vector3d> points;
  try {
    points = value.is_list() ? read_points(value) : load_cloud(value.text(), context);
  } catch (const Error& error) {
    if (value.is_list() || error.where().line > 0) throw;
    value.fail(Code::file, fmt::format("the cloud {}: {}", in_quotes(value.text()), error.reason()),
               error.fix());
  }
  if (points.empty()) value.fail(Code::value, "the cloud has no points", "give one or more");
  const double radius =
      map.at("radius", "say how thick a point is: radius: 1 cm").positive(Quantity::length);
  const double cell = map.number("cell", 0.0, Quantity::length);
  const Eigen::Isometry3d pose = context.pose * read_pose(map);
  for (Eigen::Vector3d& p : points) p = pose * p;
  const std::vector<Solid> clouds = clouds_of(points, radius, cell);
  add_objects(name, clouds, scene);
  Eigen::Index balls = 0;
  for (const Solid& cloud : clouds) balls += cloud.points.cols();
  scene.words.push_back(fmt::format("{}: {} points as {} balls of radius {:.3g} m in {} obstacle{}",
                                    name, points.size(), balls, clouds.front().radius,
                                    clouds.size(), clouds.size() == 1 ? "" : "s"));
}

void read_object(const YamlValue& entry, std::size_t number, const SceneContext& context,
                 Scene& scene) {
  std::vector<std::string> keys = object_shapes;
  keys.insert(keys.end(), {"name", "xyz", "rpy", "quaternion", "scale", "parts", "radius", "cell"});
  const YamlMap map = labelled(entry, "object", number).map(keys);
  const std::string shape = only_one(map, object_shapes);
  const std::string name = map.text("name", fmt::format("object {}", number));
  const auto only_of = [&](const char* key, const char* of) {
    if (!map.has(key) || shape == of) return;
    map.find(key)->fail(Code::robot, fmt::format("a {} has no '{}'", shape, key), "leave it out");
  };
  only_of("scale", "mesh");
  only_of("parts", "mesh");
  only_of("radius", "points");
  only_of("cell", "points");
  if (shape == "hull") return add_hull(map, name, context, scene);
  if (shape == "mesh") return add_mesh(map, name, context, scene);
  if (shape == "points") return add_cloud(map, name, context, scene);
  const Solid solid = shape == "halfspace" ? read_halfspace(*map.find(shape)) : read_solid(map);
  scene.objects.push_back({name, moved_by(context.pose, solid)});
}

}  // namespace

void read_scene_map(const YamlMap& map, const SceneContext& context, Scene& scene) {
  scene.name = map.text("name", scene.name);
  const YamlValue& objects = map.at("objects", "list what stands there: [{name, box, xyz}]");
  std::size_t number = 0;
  for (const YamlValue& entry : objects.list()) read_object(entry, ++number, context, scene);
  for (const YamlValue& pair : map.list("allowed")) {
    const std::vector<YamlValue> names = pair.list_of(2);
    scene.allowed.emplace_back(names[0].text(), names[1].text());
  }
}

}  // namespace alembert::io
