// alembert export: a motion as controllers take it.
#include <algorithm>
#include <cmath>

#include "alembert/constant_rate.hpp"
#include "alembert/joint_trajectory.hpp"
#include "alembert/report.hpp"
#include "alembert/units.hpp"
#include "motion_argument.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

struct ExportArguments {
  std::string motion, to = "csv", rate = "1000", output, limits;
  MeshOptions meshes;
  bool anyway = false, json = false;
};

std::string text_of(const ExportArguments& options, const MotionDocument& document) {
  if (options.to == "ros-yaml") return joint_trajectory_yaml(document);
  if (options.to == "ros-json") return joint_trajectory_json(document);
  return write_motion_csv(document);
}

/// What the set points are held against: the motion's own limits, or those of another problem.
MotionProblem held_against(const ExportArguments& options, const GivenMotion& given) {
  MotionProblem problem = given.file.problem;
  if (options.limits.empty()) return problem;
  const MotionFile other = load_motion_problem(options.limits, {}, mesh_folders(options.meshes));
  if (other.problem.model.coordinate_names() != problem.model.coordinate_names()) {
    throw Error(Error::Code::robot, {options.limits, 0},
                "its robot's joints are not those of the motion", "give limits of the same robot");
  }
  problem.limits = other.problem.limits;
  return problem;
}

Json note_json(const LimitNote& note) {
  return {{"joint", note.of.name},
          {"limit", limit_name(note.of)},
          {"time", note.time},
          {"value", note.value},
          {"bound", io::number_json(note.bound)},
          {"unit", unit(note.of)},
          {"within", !(note.violation > 0.0)}};
}

std::string differences_text(const std::vector<LimitNote>& notes) {
  Table table({"differences", "of", right("at s"), right("largest"), right("limit"), "", ""});
  for (const LimitNote& note : notes) {
    const bool limited = std::isfinite(note.bound), passed = note.violation > 0.0;
    table.row({limit_name(note.of), note.of.name, fmt::format("{:.4f}", note.time),
               fmt::format("{:.6g}", std::abs(note.value)),
               limited ? fmt::format("{:.6g}", note.bound) : "-", unit(note.of),
               passed    ? "PASSED"
               : limited ? "kept"
                         : "no limit"});
  }
  return table.text();
}

Exit export_motion(const ExportArguments& options) {
  const double rate = parse_positive(options.rate, "--rate");
  GivenMotion given = load_given_motion(options.motion, options.meshes);
  if (!may_go_on(given, options.anyway, "exported")) return Exit::not_reached;
  const Task task(given.file.problem, given.motion());
  given.document.samples = at_constant_rate(task, given.motion(), rate);
  const std::vector<LimitNote> notes =
      differences(given.document.samples, rate, held_against(options, given));
  const bool kept = std::none_of(notes.begin(), notes.end(),
                                 [](const LimitNote& note) { return note.violation > 0.0; });
  const bool to_stdout = options.output.empty() || options.output == "-";
  if (to_stdout && options.json) {
    throw UsageError("--json and the set points both claim standard output",
                     "name a file with --output");
  }
  write_out(options.output, text_of(options, given.document));
  const std::size_t count = given.document.samples.size();
  if (options.json) {
    write_out("", json_text({{"name", given.name()},
                             {"output", options.output},
                             {"format", options.to},
                             {"rate", rate},
                             {"points", count},
                             {"within", kept},
                             {"differences", json_list(notes, note_json)}}));
  } else if (to_stdout) {
    for (const LimitNote& note : notes) {
      if (note.violation > 0.0) fmt::print(stderr, "warning: set points: {}\n", sentence(note));
    }
  } else {
    write_out("", fmt::format("{}: {} set points, {:g} Hz\n\n{}", options.output, count, rate,
                              differences_text(notes)));
  }
  return kept ? Exit::done : Exit::not_reached;
}

}  // namespace

void add_export(Command& command) {
  auto& options = command.does(export_motion);
  command.positional("MOTION", options.motion, motion_argument_help);
  command.choice("--to", {"csv", "ros-yaml", "ros-json"}, options.to,
                 "(default csv) ros: a message trajectory_msgs/JointTrajectory of ROS 2");
  command.option("--rate", "HZ", options.rate, "set points in a second (default 1000)");
  command.option("--output", "FILE", options.output, "default: standard output");
  command.option("--limits", "PROBLEM.yaml", options.limits,
                 "hold the set points against this problem's limits instead of the motion's");
  command.flag("--anyway", options.anyway, "export a motion that was not solved, too");
  add_mesh_options(command, options.meshes);
  command.flag("--json", options.json, "answer with one JSON document; needs --output");
  command.footer(R"(EXAMPLES
  alembert export arm.reach.motion --output arm.csv
  alembert export arm.reach.motion --rate 100 --to ros-yaml --output arm.trajectory.yaml

Controllers refuse set points whose differences pass their limits: the first (rad/s, m/s), second
(rad/s^2) and third (rad/s^3), with the arm standing still before and after. They are computed of
the set points as written and held against the velocity, acceleration and jerk limits. The last
point is at the end or, where the end is between two periods, the goal held until the next.

CSV has columns t (s), q, v, a, tau (N m, N) of every joint, and `phase` where there are waypoints.
Exit 3 where a difference passes its limit; the file is written all the same.)");
}

}  // namespace alembert::cli
