// alembert new: a problem file for a robot, ready to run.
#include <filesystem>

#include "alembert/first_problem.hpp"
#include "alembert/io.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

namespace fs = std::filesystem;

struct NewArguments {
  std::string robot, output;
  bool force = false;
};

/// The robot as the problem's folder sees it.
std::string seen_from_folder(const std::string& robot, const std::string& problem) {
  if (problem == "-") return robot;
  const fs::path folder = fs::absolute(problem).parent_path();
  return fs::absolute(robot).lexically_normal().lexically_relative(folder.lexically_normal());
}

Exit make_new(const NewArguments& options) {
  const Robot robot = load_robot(options.robot);
  report_findings(robot);
  const std::string file = options.output.empty()
                               ? fs::path(options.robot).stem().string() + ".reach.yaml"
                               : options.output;
  refuse_to_replace(file, options.force);
  write_out(file, first_problem(robot, seen_from_folder(options.robot, file)));
  if (file != "-") fmt::print("{}: next, alembert predict {}\n", file, file);
  return Exit::done;
}

}  // namespace

void add_new(Command& command) {
  auto& options = command.does(make_new);
  command.positional("ROBOT", options.robot, "robot file: .yaml, .urdf or MJCF .xml");
  command.option("--output", "FILE.yaml", options.output,
                 "the problem's file (default: the robot's name + .reach.yaml); - is standard "
                 "output");
  command.flag("--force", options.force, "replace the file if it exists");
  command.footer(R"(EXAMPLES
  alembert new panda.urdf && alembert predict panda.reach.yaml
  alembert new arm.xml --output first.yaml

The file (docs/motion-format.md) moves every joint a little (of robots of more than 12, one limb)
from a posture that the motors can hold to another, in the shortest time (s) within the robot's
limits, smoothly: what robot files say nothing of, accelerations (rad/s^2) and jerks (rad/s^3), are
held to stated defaults. Every line has a comment; change what you like and run it again.)");
}

}  // namespace alembert::cli
