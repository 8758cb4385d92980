// alembert retime: the fastest timing of a given path.
#include "alembert/retime.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <numbers>

#include "alembert/error.hpp"
#include "alembert/report.hpp"
#include "alembert/samples.hpp"
#include "command.hpp"
#include "later_verbs.hpp"
#include "mesh_options.hpp"
#include "motion_output.hpp"
#include "numbers.hpp"
#include "output.hpp"
#include "robot_options.hpp"
#include "terminal.hpp"
#include "text_table.hpp"

namespace alembert::cli {

namespace {

struct RetimeArguments {
  std::string path, robot, limits, output;
  std::string samples = "201", tolerance = "1e-5", segments, verify_seconds;
  std::vector<std::string> lock;
  MeshOptions meshes;
  bool no_verify = false, json = false;
};

/// The robot and what limits it; start and goal are the path's.
MotionFile asked(const RetimeArguments& options) {
  if (options.robot.empty() == options.limits.empty()) {
    throw UsageError(options.robot.empty() ? "a path alone does not say which robot moves"
                                           : "both --robot and --limits are given",
                     "give --robot FILE, or --limits PROBLEM.yaml, which names its robot");
  }
  if (!options.limits.empty()) {
    return load_motion_problem(options.limits, parse_locks(options.lock),
                               mesh_folders(options.meshes));
  }
  RobotOptions robot;
  robot.robot = options.robot;
  robot.lock = options.lock;
  LoadedRobot loaded = load(robot);
  CompileOptions compile;
  compile.locked = parse_locks(options.lock);
  return {.file = "",
          .name = "",
          .robot_file = options.robot,
          .robot = std::move(loaded.robot),
          .compile = compile,
          .problem = MotionProblem(std::move(loaded.model)),
          .options = {},
          .meshes = mesh_folders(options.meshes)};
}

std::string facts_text(const Eigen::MatrixXd& points, const PathCurve& path, const Retimed& found) {
  Table table({{""}, {""}});
  table.row({"duration", fmt::format("{:.6g} s", found.motion.duration())});
  table.row({"path", fmt::format("{} points; a curve of degree {} that passes them by at most "
                                 "{:.2g} and leaves the lines between them by {:.2g} rad or m",
                                 points.rows(), path.curve.degree(), path.point_error,
                                 path.line_distance)});
  table.row({"motion", fmt::format("{} segments; leaves the curve by at most {:.2g} rad or m",
                                   found.motion.q.segments(), found.deviation)});
  std::string jumps = fmt::format("{:.6g} s", found.bang_bang);
  if (found.ramp > 0.0) {
    jumps += fmt::format("; spread over {:.3g} s for the jerk limits", found.ramp);
  }
  table.row({"if accelerations could jump", jumps});
  table.row({"search", fmt::format("{} correction{}, {:.3g} s", found.rounds,
                                   found.rounds == 1 ? "" : "s", found.seconds)});
  table.row({"proof", fmt::format("{} pieces, {:.3g} s", found.proof.pieces, found.proof.seconds)});
  return table.text();
}

Json facts_json(const Eigen::MatrixXd& points, const PathCurve& path, const Retimed& found) {
  return {{"duration", found.motion.duration()},
          {"holds", found.holds()},
          {"path",
           {{"points", points.rows()},
            {"degree", path.curve.degree()},
            {"point_error", path.point_error},
            {"line_distance", path.line_distance}}},
          {"deviation", found.deviation},
          {"duration_with_jumps", found.bang_bang},
          {"jerk_ramp", found.ramp},
          {"corrections", found.rounds},
          {"seconds", found.seconds}};
}

/// Where a limit is passed: what most likely is the reason, and what to do.
std::string advice(const PathCurve& path, const Retimed& found) {
  constexpr double sharp = 0.35;  // rad
  if (found.holds() || path.corner_angle < sharp) return "";
  return fmt::format(
      "; the path turns by {:.0f} degrees at point {}, and nothing goes round a corner without a "
      "stop: round it with more points, or retime the parts before and after it one by one",
      path.corner_angle * 180.0 / std::numbers::pi, path.corner);
}

Exit report_block(const RetimeArguments& options, const std::string& name, const PathBlock& block) {
  const std::string words = sentence(block);
  if (options.json) {
    const Json q(std::vector<double>(block.q.begin(), block.q.end()));
    write_out("", json_text({{"name", name},
                             {"holds", false},
                             {"message", words},
                             {"blocked", {{"s", block.s}, {"q", q}}}}));
  } else {
    write_out("", fmt::format("{}: {}\n", name, coloured(false, words)));
  }
  return Exit::not_reached;
}

Exit retime_path(const RetimeArguments& options) {
  const int count = parse_integer(options.samples, "--samples", 2, 1'000'000);
  const double tolerance = parse_positive(options.tolerance, "--fit-tolerance");
  RetimeOptions how;
  if (!options.segments.empty()) {
    how.segments = parse_integer(options.segments, "--segments", 10, 100'000);
  }
  MotionFile file = asked(options);
  const Eigen::MatrixXd points = load_path(options.path, file.problem.model);
  file.name = std::filesystem::path(options.path).stem().string();
  std::string folder = options.output;
  if (folder.empty() && !options.json) folder = file.name + ".motion";
  make_folder(folder);
  PathCurve path;
  try {
    path = path_through(points, tolerance);
  } catch (const Error& bad) {
    throw Error(bad.code(), {options.path, 0}, bad.reason(), bad.fix());
  }
  const Retimed found = retime(file.problem, path.curve, how);
  if (found.blocked) return report_block(options, file.name, *found.blocked);
  file.problem = found.problem;
  MotionDocument document =
      motion_document(file, solution_of(found), sample(found.problem, found.motion, count));
  document.message = proof_sentence(found.proof) + friction_words(found.problem) +
                     unseen_words(file.unseen_links) + advice(path, found);
  if (!options.no_verify && found.holds()) {
    document.verification =
        verifications(found.problem, found.motion, found.seconds, options.verify_seconds);
  }
  std::vector<std::string> written;
  if (!folder.empty()) written = write_motion_files(folder, file, document);
  if (options.json) {
    document.samples.clear();
    Json answer = {{"name", file.name}};
    answer.update(facts_json(points, path, found));
    answer["motion"] = Json::parse(write_motion(document, "."));
    write_out("", json_text(answer));
  } else {
    write_out("", fmt::format(
                      "{}: {}\n\n{}\n{}{}\n{}\n", file.name,
                      coloured(verdict(document) == MotionVerdict::good, verdict_message(document)),
                      facts_text(points, path, found), proof_table(found.proof),
                      verification_note(document),
                      wrapped(fmt::format("written: {}", fmt::join(written, ", ")), 9)));
  }
  return verdict(document) == MotionVerdict::good ? Exit::done : Exit::not_reached;
}

}  // namespace

void add_retime(Program& program) {
  auto options = std::make_shared<RetimeArguments>();
  Command command = program.verb(later::retime);
  command.positional("PATH.csv", options->path,
                     "points of the path, one a row: columns q.NAME (rad, m) of every joint; t and "
                     "others are left alone; - for standard input");
  command.option("--robot", "FILE", options->robot, "within the limits of this robot");
  command.option("--limits", "PROBLEM.yaml", options->limits,
                 "within the limits of this problem, with its loads, what it carries, path limits "
                 "and obstacles");
  add_lock_option(command, options->lock);
  command.option(
      "--output", "DIR", options->output,
      "folder for motion.json, motion.csv, motion.svg, report.md and report.html, the page to "
      "look at (default: the path's name + .motion; with --json none)");
  command.option("--samples", "N", options->samples,
                 "instants in the files, both ends included (default 201)");
  command.option(
      "--fit-tolerance", "X", options->tolerance,
      "of more than 100 points: how far the curve may pass them, rad or m (default 1e-5)");
  command.option("--segments", "N", options->segments,
                 "of the motion's spline (default: as many as pay, 150 or more)");
  command.flag("--no-verify", options->no_verify,
               "do not integrate the torques of what was found (see `alembert verify`)");
  command.option("--verify-seconds", "S", options->verify_seconds, verify_seconds_help);
  add_mesh_options(command, options->meshes);
  command.flag("--json", options->json, "answer with one JSON document");
  command.footer(R"(EXAMPLES
  alembert retime arm.path.csv --robot arm.urdf
  alembert retime arm.path.csv --limits arm.reach.yaml --output fast --json

From rest to rest along a smooth curve through the points, as fast as torque (N m, N), power (W),
velocity, acceleration and jerk limits allow; friction of any kind, loads and payloads included. With
jerk limits accelerations begin and end at zero and are spread over the time that is told.

Limits are then proven at every instant (see `alembert certify`); the path itself is kept to the
deviation that is told. Exit 0 if every limit is proven; 3 if not, if the path cannot be followed,
and then the place and the cause are told, or if its torques do not bring it back.)");
  command.runs([options] { return retime_path(*options); });
}

}  // namespace alembert::cli
