// alembert info: what a robot is made of.
#include <cmath>

#include "alembert/named_poses.hpp"
#include "alembert/report.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

struct InfoArguments {
  RobotOptions robot;
  bool canonical = false, json = false;
};

/// Only what is limited: JSON has no infinity.
Json limits_json(const Limits& limits) {
  Json object = Json::object();
  const auto add = [&](const char* name, double value) {
    if (std::isfinite(value)) object[name] = value;
  };
  add("lower", limits.lower);
  add("upper", limits.upper);
  add("velocity", limits.velocity);
  add("acceleration", limits.acceleration);
  add("jerk", limits.jerk);
  add("effort", limits.torque);
  return object;
}

Json joint_json(const Joint& joint) {
  Json object = {{"name", joint.name},
                 {"type", to_string(joint.type)},
                 {"parent", joint.parent},
                 {"child", joint.child}};
  if (joint.type != JointType::fixed) object["axis"] = json_vector(joint.axis);
  object["limits"] = limits_json(joint.limits);
  if (joint.mimic) {
    object["mimic"] = {{"joint", joint.mimic->joint},
                       {"ratio", joint.mimic->ratio},
                       {"offset", joint.mimic->offset}};
  }
  return object;
}

Json link_json(const Link& link) {
  Json object = {{"name", link.name}};
  if (link.inertia) {
    object["mass"] = link.inertia->mass;
    object["com"] = json_vector(link.inertia->com);
    object["inertia"] = json_matrix(link.inertia->about_com);
  }
  return object;
}

Json canonical_json(const ModelJoint& joint) {
  return {{"name", joint.name},        {"motion", motion_name(joint.motion)},
          {"parent", joint.parent},    {"beta", std::atan2(joint.sin_beta, joint.cos_beta)},
          {"p", json_vector(joint.p)}, {"alpha", std::atan2(joint.sin_alpha, joint.cos_alpha)},
          {"theta0", joint.theta0},    {"pitch", joint.pitch}};
}

Json info_json(const LoadedRobot& loaded, bool canonical) {
  const auto& [robot, model] = loaded;
  Json document = {{"robot", robot.name},       {"file", robot.file},
                   {"base", robot.base},        {"gravity", json_vector(model.gravity())},
                   {"mass", total_mass(robot)}, {"dofs", model.dofs()}};
  document["coordinates"] = json_list(model.coordinates(), [](const Coordinate& coordinate) {
    return Json{{"name", coordinate.name},
                {"unit", unit(coordinate, "q")},
                {"wraps", coordinate.wraps},
                {"limits", limits_json(coordinate.limits)}};
  });
  document["joints"] = json_list(robot.joints, joint_json);
  document["links"] = json_list(robot.links, link_json);
  document["frames"] = json_list(robot.frames, [](const Frame& frame) {
    return Json{
        {"name", frame.name}, {"link", frame.link}, {"pose", json_matrix(frame.pose.matrix())}};
  });
  for (const NamedPose& pose : load_poses(robot)) {
    for (const auto& [name, value] : pose.joints) document["poses"][pose.name][name] = value;
  }
  if (canonical) document["canonical"] = json_list(model.joints(), canonical_json);
  return document;
}

/// Poses for `--q NAME`, where the file has any.
std::string poses_line(const Robot& robot) {
  std::vector<std::string> names;
  for (const NamedPose& pose : load_poses(robot)) names.push_back(pose.name);
  return names.empty() ? "" : fmt::format("\nPoses: {}\n", fmt::join(names, ", "));
}

Exit info(const InfoArguments& options) {
  const LoadedRobot loaded = load(options.robot);
  return answer_with(options.json ? json_text(info_json(loaded, options.canonical))
                                  : robot_text(loaded.robot, loaded.model, options.canonical) +
                                        poses_line(loaded.robot));
}

}  // namespace

void add_info(Command& command) {
  auto& options = command.does(info);
  add_robot_options(command, options.robot);
  command.flag("--canonical", options.canonical,
               "also each joint in canonical frames: alpha, beta, theta0 (rad) and p (m)");
  command.flag("--json", options.json, "answer with one JSON document");
  command.footer(R"(EXAMPLES
  alembert info arm.urdf
  alembert info arm.urdf --canonical --json

Shows the order of the coordinates: that of q, v, a and tau everywhere else. Lengths in m, angles in
rad, masses in kg, efforts in N m (N for joints that slide). In JSON a limit that is not there is
unlimited.)");
}

}  // namespace alembert::cli
