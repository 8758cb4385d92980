// alembert convert: one robot format into another.
#include <filesystem>

#include "alembert/collision_shapes.hpp"
#include "alembert/doctor.hpp"
#include "alembert/flexible_link.hpp"
#include "alembert/io.hpp"
#include "alembert/named_poses.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

struct ConvertArguments {
  std::string in, out, to;
  std::vector<std::string> lock;
  bool rigid = false, force = false, json = false;
};

std::string target_format(const ConvertArguments& options) {
  if (!options.to.empty()) return options.to;
  const std::string ending = std::filesystem::path(options.out).extension();
  if (ending == ".yaml" || ending == ".yml") return "yaml";
  if (ending == ".urdf") return "urdf";
  throw UsageError(fmt::format("'{}' does not tell the format", options.out),
                   "end it in .yaml or .urdf, or add --to yaml or --to urdf");
}

/// What the reader of the robot's own format left out.
std::vector<std::string> not_read(const Robot& robot) {
  std::vector<std::string> phrases;
  for (const Finding& finding : robot.findings) {
    if (finding.reason.starts_with("<collision>")) continue;  // read apart, and kept
    phrases.push_back(
        fmt::format("not carried over: {} (line {})", finding.reason, finding.where.line));
  }
  return phrases;
}

/// As the native format has them.
std::string poses_text(const std::vector<NamedPose>& poses) {
  std::string text = poses.empty() ? "" : "poses:\n";
  for (const NamedPose& pose : poses) {
    text += fmt::format("  - name: {}\n    q: {{", Json(pose.name).dump());
    for (std::size_t i = 0; i < pose.joints.size(); ++i) {
      const auto& [name, value] = pose.joints[i];
      text += fmt::format("{}{}: {}", i > 0 ? ", " : "", Json(name).dump(), value);
    }
    text += "}\n";
  }
  return text;
}

Exit convert(const ConvertArguments& options) {
  const bool to_stdout = options.out == "-";
  const std::string format = target_format(options);
  if (to_stdout && options.json) {
    throw UsageError("--json and OUT - both claim standard output", "name a file for OUT");
  }
  refuse_to_replace(options.out, options.force);
  const Robot held = load_held(options.in, parse_locks(options.lock));
  const Robot robot = options.rigid ? rigidified(held) : held;
  validate(robot);
  report_findings(robot);

  std::vector<std::string> lost;
  const std::vector<NamedPose> poses = load_poses(held);
  const LinkShapes collisions = load_collisions(held);
  if (format == "yaml") {
    write_out(options.out, yaml_with_collisions(robot, collisions) + poses_text(poses));
  } else {
    write_out(options.out, urdf_with_collisions(robot, collisions, &lost));
    for (const NamedPose& pose : poses) lost.push_back("the pose '" + pose.name + "'");
  }
  const std::vector<std::string> unread = not_read(robot);
  if (options.json) {
    fmt::print("{}", json_text({{"robot", options.in},
                                {"output", options.out},
                                {"format", format},
                                {"lost", lost},
                                {"not_read", unread}}));
  }
  for (const std::string& phrase : lost) {
    fmt::print(stderr, "{}: warning: {} cannot hold: {}\n", options.in, format, phrase);
  }
  for (const std::string& phrase : unread)
    fmt::print(stderr, "{}: warning: {}\n", options.in, phrase);
  if (!to_stdout && !options.json) {
    fmt::print("{}: {} links, {} joints\n", options.out, robot.links.size(), robot.joints.size());
  }
  return Exit::done;
}

}  // namespace

void add_convert(Command& command) {
  auto& options = command.does(convert);
  command.positional("IN", options.in, "robot file: .yaml, .urdf or MJCF .xml");
  command.positional("OUT", options.out, "file to write: .yaml or .urdf; - is standard output");
  command.choice("--to", {"yaml", "urdf"}, options.to, "format, where OUT does not tell it");
  add_lock_option(command, options.lock);
  command.flag("--rigid", options.rigid, "links that bend become stiff ones of the same mass");
  command.flag("--force", options.force, "replace OUT if it exists");
  command.flag("--json", options.json, "answer with one JSON document");
  command.footer(R"(EXAMPLES
  alembert convert arm.urdf arm.yaml
  alembert convert arm.xml - --to urdf
  alembert convert arm.urdf held.urdf --lock finger=0.04

Units are SI in every format: m, rad, kg, kg m^2, N m. What OUT's format cannot hold is listed on
standard error. The file appears whole or not at all.

--json gives {"robot", "output", "format", "lost": [...], "not_read": [...]}: what OUT's format cannot
hold, and what was not read of IN.)");
}

}  // namespace alembert::cli
