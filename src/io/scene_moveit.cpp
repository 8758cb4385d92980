// Planning scenes of MoveIt in YAML: moveit_msgs/PlanningScene, or its world alone. What they say
// of the robot is left to the problem.
#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <Eigen/Geometry>

#include "alembert/error.hpp"
#include "io/scene_parts.hpp"

namespace alembert::io {

namespace {

using Code = Error::Code;

class MoveItReader {
 public:
  MoveItReader(const SceneContext& context, Scene& scene) : context_(context), scene_(scene) {}

  void read(const YAML::Node& root) {
    const YAML::Node world = root["world"] ? root["world"] : root;
    const YAML::Node objects = world["collision_objects"];
    if (!objects || !objects.IsSequence()) {
      fail(root, "there are no collision_objects in it", "give a scene as MoveIt writes it");
    }
    for (const YAML::Node& object : objects) read_object(object);
    if (world["octomap"] && world["octomap"]["octomap"] && world["octomap"]["octomap"]["data"] &&
        world["octomap"]["octomap"]["data"].size() > 0) {
      fail(world["octomap"], "the scene has an octomap, which is not read",
           "give it as a cloud of points: {points: cloud.xyz, radius: 1 cm}");
    }
  }

 private:
  [[noreturn]] void fail(const YAML::Node& at, const std::string& reason,
                         const std::string& fix) const {
    throw Error(Code::robot, {context_.file, at.Mark().line + 1}, reason, fix);
  }

  double number(const YAML::Node& node, const std::string& what) const {
    try {
      const double value = node.as<double>();
      if (std::isfinite(value)) return value;
    } catch (const YAML::Exception&) {
    }
    fail(node, what + " is not a number", "write plain numbers in m");
  }

  /// [x, y, z, w] or {x: …, y: …}.
  std::vector<double> numbers(const YAML::Node& node, const std::vector<std::string>& names,
                              const std::string& what) const {
    std::vector<double> out;
    for (std::size_t k = 0; k < names.size(); ++k) {
      const YAML::Node entry = node.IsMap()                           ? node[names[k]]
                               : node.IsSequence() && k < node.size() ? node[k]
                                                                      : YAML::Node();
      if (!entry || entry.IsNull()) {
        fail(node, fmt::format("{} has no {}", what, names[k]),
             fmt::format("write {} numbers", names.size()));
      }
      out.push_back(number(entry, what));
    }
    return out;
  }

  Eigen::Isometry3d pose(const YAML::Node& node) const {
    Eigen::Isometry3d out = Eigen::Isometry3d::Identity();
    if (!node || node.IsNull()) return out;
    if (node["position"]) {
      const std::vector<double> p = numbers(node["position"], {"x", "y", "z"}, "a position");
      out.translation() = Eigen::Vector3d(p[0], p[1], p[2]);
    }
    if (node["orientation"]) {
      const std::vector<double> q =
          numbers(node["orientation"], {"x", "y", "z", "w"}, "an orientation");
      const Eigen::Quaterniond turn(q[3], q[0], q[1], q[2]);
      if (turn.norm() < 1e-6) {  // as messages are that nobody filled in
        return out;
      }
      out.linear() = turn.normalized().toRotationMatrix();
    }
    return out;
  }

  void read_object(const YAML::Node& object) {
    const std::string name =
        object["id"] ? object["id"].as<std::string>("") : fmt::format("object {}", ++unnamed_);
    const Eigen::Isometry3d at = context_.pose * pose(object["pose"]);
    std::vector<Solid> solids;
    const auto each = [&](const char* shapes, const char* poses, const auto& read) {
      const YAML::Node list = object[shapes];
      if (!list || !list.IsSequence()) return;
      for (std::size_t k = 0; k < list.size(); ++k) {
        const YAML::Node places = object[poses];
        const bool placed = places && places.IsSequence() && k < places.size();
        read(list[k], placed ? Eigen::Isometry3d(at * pose(places[k])) : at);
      }
    };
    each("primitives", "primitive_poses", [&](const YAML::Node& node, const Eigen::Isometry3d& X) {
      solids.push_back(primitive(node, X));
    });
    each("meshes", "mesh_poses", [&](const YAML::Node& node, const Eigen::Isometry3d& X) {
      add_mesh(node, X, name, solids);
    });
    if (const YAML::Node planes = object["planes"]; planes && planes.size() > 0) {
      fail(planes, "the object " + name + " has planes, which are not read",
           "write them as `halfspace` in a scene/1");
    }
    if (solids.empty()) {
      fail(object, "the object " + name + " has no primitives and no meshes",
           "give it a shape, or take it out");
    }
    add_objects(name, solids, scene_);
  }

  Solid primitive(const YAML::Node& node, const Eigen::Isometry3d& at) const {
    const std::string type = node["type"] ? node["type"].as<std::string>("") : "";
    const YAML::Node sizes = node["dimensions"];
    const auto size = [&](std::size_t k) {
      if (!sizes || !sizes.IsSequence() || k >= sizes.size()) {
        fail(node, "a " + type + " has too few dimensions", "write what MoveIt does");
      }
      const double value = number(sizes[k], "a dimension");
      if (!(value > 0.0)) fail(sizes[k], "a dimension is not positive", "write metres");
      return value;
    };
    const auto along = [&](double length) -> std::pair<Eigen::Vector3d, Eigen::Vector3d> {
      return {at * Eigen::Vector3d(0, 0, -0.5 * length), at * Eigen::Vector3d(0, 0, 0.5 * length)};
    };
    if (type == "box" || type == "1") {
      return Solid::box(at.translation(), {size(0), size(1), size(2)}, at.linear());
    }
    if (type == "sphere" || type == "2") return Solid::sphere(at.translation(), size(0));
    if (type == "cylinder" || type == "3") {  // height, radius
      const auto [from, to] = along(size(0));
      return Solid::cylinder(from, to, size(1));
    }
    fail(node, type.empty() ? "a primitive has no type" : "a primitive is a " + type,
         "box, sphere and cylinder are read; give others as meshes");
  }

  void add_mesh(const YAML::Node& node, const Eigen::Isometry3d& at, const std::string& name,
                std::vector<Solid>& solids) {
    Mesh mesh;
    if (node["resource"]) {
      mesh = load_mesh(node["resource"].as<std::string>(""), context_.file, context_.folders);
    } else {
      for (const YAML::Node& vertex : node["vertices"]) {
        const std::vector<double> p = numbers(vertex, {"x", "y", "z"}, "a vertex");
        mesh.points.emplace_back(p[0], p[1], p[2]);
      }
      for (const YAML::Node& triangle : node["triangles"]) {
        const YAML::Node of = triangle["vertex_indices"] ? triangle["vertex_indices"] : triangle;
        for (std::size_t k = 0; k < 3; ++k) {
          const int i = k < of.size() ? of[k].as<int>(-1) : -1;
          if (i < 0 || i >= static_cast<int>(mesh.points.size())) {
            fail(triangle, "a triangle of " + name + " has a vertex that there is not",
                 "count vertices from 0");
          }
          mesh.corners.push_back(i);
        }
      }
    }
    Eigen::Vector3d scale = Eigen::Vector3d::Ones();
    if (node["dimensions"] && node["resource"]) {
      const std::vector<double> s = numbers(node["dimensions"], {"x", "y", "z"}, "a scale");
      scale = Eigen::Vector3d(s[0], s[1], s[2]);
    }
    const MeshHulls made = hulls_of_mesh(mesh, scale, at, true);
    if (!made.problem.empty()) {
      fail(node, fmt::format("a mesh of {}: {}", name, made.problem), "give one with an inside");
    }
    scene_.words.push_back(fmt::format("{}: {}", name, made.words));
    solids.insert(solids.end(), made.solids.begin(), made.solids.end());
  }

  const SceneContext& context_;
  Scene& scene_;
  int unnamed_ = 0;
};

}  // namespace

Scene read_moveit_scene(const std::string& text, const SceneContext& context) {
  Scene scene;
  try {
    const YAML::Node root = YAML::Load(text);
    if (root["name"]) scene.name = root["name"].as<std::string>("");
    MoveItReader(context, scene).read(root);
  } catch (const YAML::Exception& bad) {
    throw Error(Code::file, {context.file, bad.mark.line + 1}, bad.msg, "mend the YAML");
  }
  return scene;
}

}  // namespace alembert::io
