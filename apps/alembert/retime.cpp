// alembert retime: the fastest timing of a given path.
#include "alembert/retime.hpp"

#include <filesystem>

#include "alembert/report.hpp"
#include "alembert/samples.hpp"
#include "io/text_source.hpp"
#include "motion_argument.hpp"
#include "motion_output.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

struct RetimeArguments {
  std::string path, robot, limits, output;
  std::string samples = "201", tolerance = "1e-5", segments, verify_seconds;
  std::string path_tolerance, start_speed, end_speed, duration;
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
  return load_limits(options.limits, options.robot, options.lock, options.meshes);
}

/// What is to be followed: points, and a curve through them, or a curve.
struct GivenPath {
  std::optional<Eigen::MatrixXd> points;
  PathCurve through;  ///< of a curve: itself
  double tolerance = 0.0;

  /// At most, of the motion from what was given.
  double deviation(const Retimed& found) const { return through.line_distance + found.deviation; }
};

/// {"degree", "knots", "control_points": {joint: [...]}}, or a motion that has it as its "spline".
BSpline spline_of(const std::string& file, const Model& model) {
  const auto fail = [&](const std::string& reason) -> Error {
    return {
        Error::Code::syntax,
        {file, 0},
        reason,
        "give {\"degree\", \"knots\", \"control_points\": {joint: [...]}}, as in the \"spline\" of "
        "a motion.json"};
  };
  try {
    Json all = Json::parse(io::read_whole(file));
    const Json& spline = all.contains("spline") ? all.at("spline") : all;
    const auto knots = spline.at("knots").get<std::vector<double>>();
    const Json& columns = spline.at("control_points");
    Eigen::MatrixXd points;
    for (int j = 0; j < model.dofs(); ++j) {
      const std::string& name = model.coordinate_at(j).name;
      if (!columns.contains(name)) throw fail("no control points of " + name);
      const auto column = columns.at(name).get<std::vector<double>>();
      if (j == 0) points.resize(static_cast<Eigen::Index>(column.size()), model.dofs());
      if (static_cast<Eigen::Index>(column.size()) != points.rows()) {
        throw fail("other numbers of control points for " + name);
      }
      points.col(j) = Eigen::Map<const Eigen::VectorXd>(column.data(), points.rows());
    }
    return BSpline(
        spline.at("degree").get<int>(),
        Eigen::Map<const Eigen::VectorXd>(knots.data(), static_cast<Eigen::Index>(knots.size())),
        points);
  } catch (const Json::exception& e) {
    const std::string words = e.what();  // "[json.exception…] what is wrong"
    const auto end = words.find("] ");
    throw fail("this is no spline: " + (end == std::string::npos ? words : words.substr(end + 2)));
  }
}

GivenPath given_path(const RetimeArguments& options, const MotionProblem& problem) {
  GivenPath out;
  const bool curve = std::filesystem::path(options.path).extension() == ".json";
  out.tolerance = options.path_tolerance.empty()
                      ? (curve ? RetimeOptions{}.path_tolerance : PathOptions{}.line_tolerance)
                      : parse_positive(options.path_tolerance, "--path-tolerance");
  try {
    if (curve) {
      out.through.curve = spline_of(options.path, problem.model);
      return out;
    }
    out.points = load_path(options.path, problem.model);
    out.through = path_through(
        *out.points, {.point_tolerance = parse_positive(options.tolerance, "--fit-tolerance"),
                      .line_tolerance = 0.9 * out.tolerance,
                      .lower = problem.limits.lower,
                      .upper = problem.limits.upper});
  } catch (const Error& bad) {
    if (bad.where().file == options.path) throw;
    throw Error(bad.code(), {options.path, 0}, bad.reason(), bad.fix());
  }
  return out;
}

RetimeOptions how(const RetimeArguments& options, const GivenPath& path) {
  RetimeOptions out;
  parse_if_given(options.segments, "--segments", 10, 100'000, out.segments);
  out.path_tolerance = path.points ? path.through.tolerance_left(path.tolerance) : path.tolerance;
  parse_if_given(options.start_speed, "--start-speed", out.start_speed);
  parse_if_given(options.end_speed, "--end-speed", out.end_speed);
  parse_if_given(options.duration, "--duration", out.duration);
  return out;
}

std::string path_text(const GivenPath& path) {
  const PathCurve& through = path.through;
  if (!path.points) {
    return fmt::format("a curve of degree {} and {} segments", through.curve.degree(),
                       through.curve.segments());
  }
  std::string text = fmt::format(
      "{} points; a curve of degree {} that passes them by at most {:.2g} and leaves the lines "
      "between them by at most {:.2g} rad or m",
      path.points->rows(), through.curve.degree(), through.point_error, through.line_distance);
  if (through.repeated > 0) {
    text += fmt::format("; {} of them {} the one before and {} left out", through.repeated,
                        through.repeated == 1 ? "is" : "are", through.repeated == 1 ? "is" : "are");
  }
  return text;
}

std::string facts_text(const GivenPath& path, const Retimed& found) {
  Table table({"", ""});
  table.row({"duration", fmt::format("{:.6g} s", found.motion.duration())});
  table.row({"path", path_text(path)});
  table.row({"motion",
             fmt::format("{} segments; leaves {} by at most {:.2g} rad or m, {:.2g} allowed: {}",
                         found.motion.q.segments(), path.points ? "the lines" : "the curve",
                         path.deviation(found), path.tolerance,
                         found.keeps_path ? "proven at every instant" : "not kept")});
  table.row({"if accelerations could jump", fmt::format("{:.6g} s", found.bang_bang)});
  table.row({"search", fmt::format("{} correction{}, {:.3g} s", found.rounds,
                                   found.rounds == 1 ? "" : "s", found.seconds)});
  table.row({"proof", fmt::format("{} pieces, {:.3g} s", found.proof.pieces, found.proof.seconds)});
  return table.text();
}

Json facts_json(const GivenPath& path, const Retimed& found) {
  Json curve = {{"degree", path.through.curve.degree()}};
  if (path.points) {
    curve = {{"points", path.points->rows()},
             {"repeated", path.through.repeated},
             {"degree", path.through.curve.degree()},
             {"point_error", path.through.point_error},
             {"line_distance", path.through.line_distance}};
  }
  return {{"duration", found.motion.duration()},
          {"holds", found.holds()},
          {"path", curve},
          {"deviation", path.deviation(found)},
          {"path_tolerance", path.tolerance},
          {"path_kept", found.keeps_path},
          {"duration_with_jumps", found.bang_bang},
          {"corrections", found.rounds},
          {"seconds", found.seconds}};
}

/// Where the path is not kept.
std::string path_words(const GivenPath& path, const Retimed& found) {
  if (found.keeps_path) return "";
  return fmt::format(
      "; the path is left by up to {:.2g} rad or m, {:.2g} allowed, at {:.4g} of the way",
      path.deviation(found), path.tolerance, found.farthest);
}

/// Where a limit is passed: what most likely is the reason, and what to do.
std::string advice(const PathCurve& path, const Retimed& found) {
  constexpr double sharp = 0.35;  // rad
  if (found.holds() || path.corner_angle < sharp) return "";
  return fmt::format(
      "; the path turns by {:.0f} degrees at point {}, and nothing goes round a corner without a "
      "stop: round it with more points, or retime the parts before and after it one by one",
      degrees(path.corner_angle), path.corner);
}

Exit report_block(const RetimeArguments& options, const std::string& name, const std::string& words,
                  const Json& where) {
  write_out(
      "",
      options.json
          ? json_text({{"name", name}, {"holds", false}, {"message", words}, {"blocked", where}})
          : fmt::format("{}: {}\n", name, coloured(false, words)));
  return Exit::not_reached;
}

Exit report_block(const RetimeArguments& options, const std::string& name, const PathBlock& block) {
  Json where = {{"s", block.s}, {"q", json_vector(block.q)}};
  if (block.duration > 0.0) where["least_duration"] = block.duration;
  if (block.speed > 0.0) where["speed"] = block.speed;
  return report_block(options, name, sentence(block), where);
}

/// The curve itself is too far from the lines: nothing is timed.
Exit report_curve(const RetimeArguments& options, const std::string& name, const GivenPath& path) {
  const std::string words = fmt::format(
      "no curve keeps to the points: after point {} it leaves the line by up to {:.2g} rad or m, "
      "{:.2g} allowed",
      path.through.farthest_line, path.through.line_distance, path.tolerance);
  return report_block(options, name, words, {{"after_point", path.through.farthest_line}});
}

Exit retime_path(const RetimeArguments& options) {
  const int count = parse_integer(options.samples, "--samples", 2, 1'000'000);
  MotionFile file = asked(options);
  file.name = std::filesystem::path(options.path).stem().string();
  const GivenPath path = given_path(options, file.problem);
  if (path.through.line_distance >= path.tolerance) return report_curve(options, file.name, path);
  const std::string folder = motion_folder(options.output, options.json, file.name);
  const Retimed found = retime(file.problem, path.through.curve, how(options, path));
  if (found.blocked) return report_block(options, file.name, *found.blocked);
  file.problem = found.problem;
  MotionDocument document =
      motion_document(file, solution_of(found), sample(found.problem, found.motion, count));
  document.message = proof_sentence(found.proof) + friction_words(found.problem) +
                     unseen_words(file.unseen_links) + path_words(path, found) +
                     advice(path.through, found);
  if (!options.no_verify && found.holds()) {
    document.verification =
        verifications(found.problem, found.motion, found.seconds, options.verify_seconds);
  }
  const std::vector<std::string> written = write_motion_files(folder, file, document);
  if (options.json) {
    document.samples.clear();
    Json answer = {{"name", file.name}};
    answer.update(facts_json(path, found));
    answer["motion"] = Json::parse(write_motion(document, "."));
    write_out("", json_text(answer));
  } else {
    write_out(
        "",
        fmt::format("{}: {}\n\n{}\n{}{}\n{}\n", file.name,
                    coloured(verdict(document) == MotionVerdict::good, verdict_message(document)),
                    facts_text(path, found), proof_table(found.proof), verification_note(document),
                    wrapped(fmt::format("written: {}", fmt::join(written, ", ")), 9)));
  }
  return verdict(document) == MotionVerdict::good ? Exit::done : Exit::not_reached;
}

}  // namespace

void add_retime(Command& command) {
  auto& options = command.does(retime_path);
  command.positional("PATH.csv", options.path,
                     "points of the path, one a row: columns q.NAME (rad, m) of every joint; t and "
                     "others are left alone; - for standard input; or a curve, PATH.json: degree, "
                     "knots and control_points by joint, as in the spline of a motion.json");
  command.option("--robot", "FILE", options.robot, "within the limits of this robot");
  command.option("--limits", "PROBLEM.yaml", options.limits,
                 "within the limits of this problem, with its loads, what it carries, path limits "
                 "and obstacles");
  add_lock_option(command, options.lock);
  command.option(
      "--output", "DIR", options.output,
      "folder for motion.json, motion.csv, motion.svg, report.md and report.html, the page to "
      "look at (default: the path's name + .motion; with --json none)");
  command.option("--samples", "N", options.samples,
                 "instants in the files, both ends included (default 201)");
  command.option("--path-tolerance", "X", options.path_tolerance,
                 "how far the motion may leave the lines between the points, rad or m (default "
                 "0.1; of a curve: leave it, default 1e-3); proven at every instant");
  command.option("--fit-tolerance", "X", options.tolerance,
                 "points nearer than a quarter of it to a line between others are left out, rad or "
                 "m (default 1e-5)");
  command.option("--start-speed", "V", options.start_speed,
                 "along the path at its beginning, rad/s or m/s (default 0)");
  command.option("--end-speed", "V", options.end_speed, "and at its end (default 0)");
  command.option("--duration", "S", options.duration,
                 "take so long, s, from rest to rest (default: as fast as limits allow)");
  command.option("--segments", "N", options.segments,
                 "of the motion's spline (default: as many as pay, 150 or more)");
  command.flag("--no-verify", options.no_verify,
               "do not integrate the torques of what was found (see `alembert verify`)");
  command.option("--verify-seconds", "S", options.verify_seconds, verify_seconds_help);
  add_mesh_options(command, options.meshes);
  command.flag("--json", options.json, "answer with one JSON document");
  command.footer(R"(EXAMPLES
  alembert retime arm.path.csv --robot arm.urdf
  alembert retime arm.path.csv --limits arm.reach.yaml --output fast --json

Along a smooth curve through the points, as fast as torque (N m, N), power (W), velocity,
acceleration and jerk limits allow, from rest to rest unless speeds are given; friction of any kind,
loads and payloads included. With jerk limits accelerations along the path begin and end at zero.

The path is the lines between the points, in order. The curve goes through the points, rises where
they rise and falls where they fall, and cuts corners off only where every joint would have to stop;
points that are the one before them are left out.

Limits, and the distance from the path, are proven at every instant (see `alembert certify`). Exit 0
if all of them hold; 3 if not, if the path cannot be followed (or not in that time, or not at these
speeds), and then the place and the cause are told, or if forward simulation does not reproduce it.)");
}

}  // namespace alembert::cli
