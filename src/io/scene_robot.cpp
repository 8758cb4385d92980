// Worlds that are written as robots that stand still.
#include <fmt/format.h>

#include <map>

#include "alembert/error.hpp"
#include "alembert/io.hpp"
#include "io/robot_shapes.hpp"
#include "io/scene_parts.hpp"
#include "io/text.hpp"

namespace alembert::io {

namespace {

/// Links by the joints before them.
std::map<std::string, Eigen::Isometry3d> poses_at_zero(const Robot& robot) {
  std::map<std::string, const Joint*> before;
  for (const Joint& joint : robot.joints) before[joint.child] = &joint;
  std::map<std::string, Eigen::Isometry3d> out;
  for (const Link& link : robot.links) {
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    std::string at = link.name;
    for (std::size_t step = 0; step <= robot.joints.size(); ++step) {
      const auto joint = before.find(at);
      if (joint == before.end()) break;
      pose = joint->second->origin * joint->second->tip * pose;
      at = joint->second->parent;
    }
    out[link.name] = pose;
  }
  return out;
}

}  // namespace

Scene scene_of_robot(const SceneContext& context) {
  const Robot robot = load_robot(context.file);
  Scene scene;
  scene.name = robot.name;
  const auto poses = poses_at_zero(robot);
  std::map<std::string, int> taken;
  for (const Joint& joint : robot.joints) {
    if (joint.type == JointType::fixed) continue;
    scene.words.push_back(
        fmt::format("joint {} can move, and stands at zero", in_quotes(joint.name)));
  }
  for (const RobotShape& shape : robot_shapes(robot)) {
    using Kind = Visual::Shape;
    const Visual& of = shape.shape;
    const Eigen::Isometry3d at = context.pose * poses.at(shape.link) * of.pose;
    const double radius = of.size.x(), half = 0.5 * of.size.y();
    const Eigen::Vector3d low = at * Eigen::Vector3d(0, 0, -half),
                          high = at * Eigen::Vector3d(0, 0, half);
    const auto add = [&](Solid solid) {
      const int before = taken[shape.link]++;
      scene.objects.push_back(
          {before == 0 ? shape.link : fmt::format("{} {}", shape.link, before + 1),
           std::move(solid)});
    };
    if (of.shape == Kind::box) add(Solid::box(at.translation(), of.size, at.linear()));
    if (of.shape == Kind::sphere) add(Solid::sphere(at.translation(), radius));
    if (of.shape == Kind::capsule) add(Solid::capsule(low, high, radius));
    if (of.shape == Kind::cylinder) add(Solid::cylinder(low, high, radius));
    if (of.shape != Kind::mesh) continue;
    const MeshHulls made =
        hulls_of_mesh(load_mesh(of.mesh, context.file, context.folders), of.size, at, true);
    if (!made.problem.empty()) {
      throw Error(Error::Code::file, {context.file, 0},
                  fmt::format("link {}: the mesh {}: {}", in_quotes(shape.link), in_quotes(of.mesh),
                              made.problem),
                  "put a mesh with an inside there, as .stl, .obj or .dae");
    }
    scene.words.push_back(fmt::format("{}: {}", shape.link, made.words));
    for (const Solid& solid : made.solids) add(solid);
  }
  if (scene.objects.empty()) {
    throw Error(Error::Code::robot, {context.file, 0}, "the file has no shapes to keep clear of",
                "add <collision> to its links");
  }
  return scene;
}

}  // namespace alembert::io
