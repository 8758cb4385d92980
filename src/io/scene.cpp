#include "alembert/scene.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "alembert/error.hpp"
#include "io/motion_parts.hpp"
#include "io/scene_parts.hpp"
#include "io/text.hpp"
#include "io/text_source.hpp"
#include "io/yaml_body.hpp"

namespace alembert {

namespace {

namespace fs = std::filesystem;
using namespace io;
using Code = Error::Code;

Scene load_scene_at(const SceneContext& context) {
  const std::string ending = lower_case(fs::path(context.file).extension().string());
  if (ending == ".urdf" || ending == ".xml" || ending == ".mjcf") return scene_of_robot(context);
  const std::string text = read_whole(context.file);
  const YamlValue root = YamlValue::parse(text, context.file, "scene");
  const std::string kind = root.peek("alembert");
  if (kind.empty() && text.find("collision_objects") != std::string::npos) {
    return read_moveit_scene(text, context);
  }
  if (kind != "scene/1") {
    root.fail(Code::robot,
              kind.empty() ? "the file does not say that it is a scene"
                           : fmt::format("the file is a {}, not a scene", in_quotes(kind)),
              "start a scene's file with the line `alembert: scene/1`");
  }
  Scene scene;
  scene.name = fs::path(context.file).stem().string();
  read_scene_map(root.map(scene_keys), context, scene);
  return scene;
}

/// Solids of the arm that a name is of: their own, or that of what carries them.
std::vector<int> solids_called(const std::string& name, const MotionProblem& problem) {
  std::vector<int> out;
  for (std::size_t i = 0; i < problem.clearance.arm.size(); ++i) {
    const ArmSolid& solid = problem.clearance.arm[i];
    if (solid.name == name || problem.model.frame(solid.frame).name == name) {
      out.push_back(static_cast<int>(i));
    }
  }
  return out;
}

/// Objects of a name, or its parts: "cloud 17" is of "cloud".
std::vector<int> objects_called(const std::string& name, const Clearance& clearance) {
  std::vector<int> out;
  for (std::size_t k = 0; k < clearance.obstacles.size(); ++k) {
    const std::string& own = clearance.obstacles[k].name;
    const bool part = own.starts_with(name + " ") &&
                      own.find_first_not_of("0123456789", name.size() + 1) == std::string::npos;
    if (own == name || part) out.push_back(static_cast<int>(k));
  }
  return out;
}

}  // namespace

Scene load_scene(const std::string& path, const MeshFolders& folders) {
  return load_scene_at({path, folders});
}

namespace io {

void read_world(const YamlValue& value, MotionFile& file) {
  SceneContext context{file.file, file.meshes};
  Scene scene;
  if (value.is_map() && !value.peek("file").empty()) {
    const YamlMap map = value.map({"file", "xyz", "rpy", "quaternion"});
    context.pose = read_pose(map);
    context.file = (fs::path(file.file).parent_path() / map.find("file")->text()).string();
    scene = load_scene_at(context);
  } else if (value.is_map()) {
    read_scene_map(value.map({"name", "objects", "allowed"}), context, scene);
  } else {
    context.file = (fs::path(file.file).parent_path() / value.text()).string();
    scene = load_scene_at(context);
  }
  file.robot_shapes.insert(file.robot_shapes.end(), scene.words.begin(), scene.words.end());
  value.at_this_line([&] { add_scene(scene, file.problem); });
}

void add_scene(const Scene& scene, MotionProblem& problem) {
  Clearance& clearance = problem.clearance;
  clearance.obstacles.insert(clearance.obstacles.end(), scene.objects.begin(), scene.objects.end());
  for (const auto& [arm, object] : scene.allowed) {
    const std::vector<int> solids = solids_called(arm, problem),
                           objects = objects_called(object, clearance);
    if (solids.empty() || objects.empty()) {
      throw Error(
          Code::name,
          fmt::format(
              "{} may touch {}, and no {} is called so", in_quotes(arm), in_quotes(object),
              solids.empty() ? "solid of the arm, nor a frame that carries one," : "object"),
          "write `allowed: [[link, object]]`");
    }
    for (const int i : solids) {
      for (const int k : objects) clearance.allowed.emplace_back(i, k);
    }
  }
}

}  // namespace io
}  // namespace alembert
