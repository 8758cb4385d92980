#include "robot_options.hpp"

#include "alembert/doctor.hpp"
#include "alembert/io.hpp"
#include "alembert/locked_robot.hpp"
#include "code_names.hpp"
#include "verb.hpp"

namespace alembert::cli {

void add_robot_options(Command& command, RobotOptions& options) {
  command.positional("ROBOT", options.robot, "robot file: .yaml, .urdf or MJCF .xml");
  command.option("--gravity", "x,y,z", options.gravity,
                 "acceleration of gravity in the world, m/s^2 (default: the robot's own, or "
                 "0,0,-9.81)");
  command.flag("--ideal", options.ideal, "leave out friction, rotor inertia and springs");
  command.choice("--base", {"fixed", "floating"}, options.base,
                 "floating: six coordinates base.x base.y base.z (m) base.rz base.ry base.rx (rad) "
                 "come first");
  add_lock_option(command, options.lock);
}

void add_lock_option(Command& command, std::vector<std::string>& lock) {
  command.repeatable("--lock", "NAME=VALUE", lock,
                     "hold a joint at a value, rad or m: it is no coordinate any more, nor are "
                     "those that follow it");
}

void report_findings(const Robot& robot) {
  std::vector<Finding> errors;
  std::size_t warnings = 0;
  for (Finding& finding : examine(robot)) {
    if (finding.severity == Finding::Severity::error) errors.push_back(std::move(finding));
    if (finding.severity == Finding::Severity::warning) ++warnings;
  }
  const auto tell = [&](std::size_t count, const char* noun) {
    fmt::print(stderr, "{}: alembert check {}\n", alembert::counted(count, noun), robot.file);
  };
  if (errors.size() == 1) {
    // The verb goes on, so what `check` calls an error is a warning here.
    errors.front().severity = Finding::Severity::warning;
    fmt::print(stderr, "{}\n", for_eyes(errors.front().text(), 2));
  } else if (!errors.empty()) {
    tell(errors.size(), "error");
  } else if (warnings > 0 && is_terminal(on_stderr)) {
    tell(warnings, "warning");
  }
}

void report_findings(const MotionFile& file) {
  Robot robot = file.robot;
  for (const GroundContact& contact : file.problem.contacts) {
    for (const GroundContact::Found& found : contact.found) {
      if (contact.carries) continue;
      // A coordinate that only says where a place is moves nothing, on purpose.
      const std::string& name = file.problem.model.coordinate_at(found.coordinate).name;
      std::erase_if(robot.joints, [&](const Joint& joint) { return joint.name == name; });
      std::erase_if(robot.links, [&](const Link& link) { return link.name == name; });
    }
  }
  report_findings(robot);
}

namespace {

LockedJoint parse_lock(const std::string& text) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string::npos || equals == 0) {
    throw UsageError(fmt::format("--lock {} is not of the form NAME=VALUE", text),
                     "write a joint's name and where it is held, such as --lock finger=0.04");
  }
  const std::string name = text.substr(0, equals);
  const std::string number = text.substr(equals + 1);
  const double value = parse_quantity(number, "--lock " + name, Measure::angle);
  if (looks_like_degrees(value)) {
    fmt::print(stderr, "warning: --lock {}: is {} in degrees? write {}deg\n", text, number, number);
  }
  return {name, value};
}

}  // namespace

std::vector<LockedJoint> parse_locks(const std::vector<std::string>& texts) {
  std::vector<LockedJoint> locked;
  for (const std::string& text : texts) locked.push_back(parse_lock(text));
  return locked;
}

std::optional<Eigen::Vector3d> parse_gravity(const std::string& text) {
  if (text.empty()) return std::nullopt;
  return parse_numbers(text, "--gravity", 3, "x,y,z");
}

Robot load_held(const std::string& file, const std::vector<LockedJoint>& locked) {
  Robot robot = load_robot(file);
  return locked.empty() ? robot : with_locked_joints(robot, locked);
}

LoadedRobot load(const RobotOptions& options) {
  const CompileOptions compile_options{.ideal = options.ideal,
                                       .floating_base = options.base == "floating",
                                       .gravity = parse_gravity(options.gravity),
                                       .locked = parse_locks(options.lock)};
  Robot robot = load_robot(options.robot);
  Model model = compile(robot, compile_options);
  report_findings(robot);
  return {std::move(robot), std::move(model)};
}

}  // namespace alembert::cli
