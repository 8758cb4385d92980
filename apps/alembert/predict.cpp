// alembert predict: the best motion for a task that the motors can deliver.
#include <unistd.h>

#include <filesystem>
#include <optional>

#include "alembert/report.hpp"
#include "interrupt.hpp"
#include "io/json_text.hpp"
#include "io/text_source.hpp"
#include "mesh_options.hpp"
#include "motion_output.hpp"
#include "processes.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

namespace fs = std::filesystem;

struct PredictArguments {
  std::string problem, output, cpp, initial;
  std::string samples = "201", segments, degree, knots, starts, tolerance, max_iterations;
  std::string verify_seconds;
  std::vector<std::string> lock;
  MeshOptions meshes;
  bool no_verify = false, require_proof = false, json = false;
};

void override_spline(const PredictArguments& options, MotionFile& file) {
  using Knots = SplineOptions::Knots;
  SplineOptions& spline = file.problem.spline;
  if (!options.knots.empty()) {
    spline.knots = options.knots == "free"      ? Knots::free
                   : options.knots == "phases"  ? Knots::phases
                   : options.knots == "uniform" ? Knots::uniform
                                                : Knots::adapted;
    if (!file.degree_given) spline.degree = spline.knots == Knots::free ? 4 : 3;
  }
  parse_if_given(options.segments, "--segments", 2, 10'000, spline.segments);
  parse_if_given(options.degree, "--degree", 2, 9, spline.degree);
}

void override_solver(const PredictArguments& options, const MotionFile& file,
                     SolveOptions& solver) {
  parse_if_given(options.starts, "--starts", 1, 100'000, solver.starts);
  parse_if_given(options.tolerance, "--tolerance", solver.tolerance);
  parse_if_given(options.max_iterations, "--max-iterations", 1, 1'000'000, solver.max_iterations);
  if (options.initial.empty()) return;
  const MotionDocument earlier = load_motion(options.initial);
  if (earlier.problem.joints != file.problem.model.coordinate_names()) {
    throw Error(Error::Code::robot, {options.initial, 0},
                fmt::format("a motion of robot '{}', whose joints are not those of '{}'",
                            earlier.problem.robot.name, file.robot.name),
                "start from a motion of the same robot");
  }
  solver.initial = earlier.solution.motion;
}

/// Before the work, so that it is not done in vain.
void require_folder_of(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  if (folder.empty() || access(folder.c_str(), W_OK) == 0) return;
  throw Error(Error::Code::file, {path, 0}, "there is no such folder, or none to write into",
              "make the folder first, or name another file with --cpp");
}

/// Where an answer goes that is none: not over a solved one.
std::string folder_beside(const std::string& folder, const Solution& found) {
  if (folder.empty() || found.status == MotionStatus::solved) return folder;
  const fs::path earlier = fs::path(folder) / "motion.json";
  if (!fs::exists(earlier)) return folder;
  try {
    // Read no further than needed: this is after the search, too late for parts not built yet.
    const io::OrderedJson json = io::parse_json(io::read_whole(earlier), earlier);
    if (json.is_object() && json.contains("status") && json["status"] != "solved") return folder;
  } catch (const Error&) {
    // What cannot be read is not ours to replace by a failure either.
  }
  fs::path plain = fs::path(folder).lexically_normal();
  if (!plain.has_filename()) plain = plain.parent_path();
  const std::string beside = plain.string() + ".failed";
  make_folder(beside);
  note(folder + " holds a solved motion, which stays: this one goes to " + beside);
  return beside;
}

MotionDocument document_of(const PredictArguments& options, const MotionFile& file,
                           const Solution& found, int samples) {
  MotionDocument document =
      motion_document(file, found, sample(file.problem, found.motion, samples));
  if (!options.no_verify && found.status == MotionStatus::solved) {
    document.verification =
        verifications(file.problem, found.motion, found.seconds, options.verify_seconds);
  }
  if (found.status == MotionStatus::iteration_limit) {
    document.message += "; allow more with --max-iterations";
  }
  return document;
}

std::string write_files(const PredictArguments& options, const std::string& folder,
                        const MotionFile& file, const MotionDocument& document) {
  std::vector<std::string> written = write_motion_files(folder, file, document);
  if (!options.cpp.empty()) {
    write_out(options.cpp, write_motion_header(document));
    written.push_back(options.cpp);
  }
  return fmt::format("{}", fmt::join(written, ", "));
}

Solution solve_watched(const MotionFile& file, SolveOptions solver) {
  const GentleInterrupt interrupt;
  StatusLine line;
  solver.on_progress = [&](const MotionProgress& now) {
    if (line.due()) {
      line.draw(fmt::format("round {}, iteration {}: objective {:.6g}, violation {:.2g}", now.round,
                            now.iteration, now.objective, now.violation));
    }
    return !GentleInterrupt::asked();
  };
  if (solver.starts > 1) solver.executor = processes(solver.processes);
  try {
    return solve(file.problem, solver);
  } catch (const Error& bad) {
    if (!bad.where().file.empty()) throw;
    throw Error(bad.code(), {file.file, 0}, bad.reason(), bad.fix());
  }
}

bool stands(const PredictArguments& options, const MotionDocument& document) {
  using Method = MotionCertificate::Method;
  if (verdict(document) != MotionVerdict::good) return false;
  if (!options.require_proof) return true;
  const std::vector<std::string>& unseen = document.problem.unseen_links;
  if (document.solution.certificate.method == Method::proven && unseen.empty()) return true;
  note("--require-proof is not met" + unseen_words(unseen));
  return false;
}

/// Joint values of the problem that look like degrees; limits that they pass are the solver's to
/// tell.
void watch_places(const MotionFile& file) {
  const auto watch = [&](const std::string& place, const std::optional<Eigen::VectorXd>& q) {
    for (int j = 0; q && j < q->size(); ++j) {
      const Coordinate& joint = file.problem.model.coordinate_at(j);
      if (!joint.angular || !looks_like_degrees((*q)[j])) continue;
      fmt::print(stderr, "warning: {}: {} of {} is {:g} rad; in degrees? write {:g} deg\n",
                 file.file, place, joint.name, (*q)[j], (*q)[j]);
    }
  };
  watch("start", file.problem.start.q);
  for (const Waypoint& waypoint : file.problem.waypoints)
    watch(waypoint.name, waypoint.condition.q);
  watch("goal", file.problem.goal.q);
}

Exit predict(const PredictArguments& options) {
  const int count = parse_integer(options.samples, "--samples", 2, 1'000'000);
  MotionFile file =
      load_motion_problem(options.problem, parse_locks(options.lock), mesh_folders(options.meshes));
  report_findings(file);
  watch_places(file);
  override_spline(options, file);
  override_solver(options, file, file.options);
  const std::string folder =
      motion_folder(options.output, options.json, fs::path(file.file).stem().string());
  require_folder_of(options.cpp);
  const Solution found = solve_watched(file, file.options);
  MotionDocument document = document_of(options, file, found, count);
  const std::string written = write_files(options, folder_beside(folder, found), file, document);
  if (options.json) {
    document.samples.clear();
    write_out("", write_motion(document, "."));
    if (verdict(document) != MotionVerdict::good) {
      fmt::print(stderr, "{}: {}\n", verdict_words(document), verdict_message(document));
    }
  } else {
    write_out("", motion_text(document, coloured) + verification_note(document) + '\n' +
                      wrapped("written: " + written, 9) + '\n');
  }
  return stands(options, document) ? Exit::done : Exit::not_reached;
}

}  // namespace

void add_predict(Command& command) {
  auto& options = command.does(predict);
  command.positional("PROBLEM", options.problem,
                     "problem file, YAML `alembert: motion/1` (docs/motion-format.md)");
  command.option(
      "--output", "DIR", options.output,
      "folder for motion.json, motion.csv, motion.svg, report.md and report.html, the page to "
      "look at (default: the problem's name + .motion; with --json none)");
  command.option("--cpp", "FILE.hpp", options.cpp, "also write the motion as C++ arrays");
  command.option("--samples", "N", options.samples,
                 "instants in the files, both ends included (default 201)");
  add_lock_option(command, options.lock);
  command.option("--segments", "N", options.segments, "spline segments, instead of the file's");
  command.option("--degree", "N", options.degree, "spline degree, 2 to 9");
  command.choice("--knots", {"uniform", "adapted", "phases", "free"}, options.knots,
                 "equal segments; free instants of waypoints; every segment its own length (degree "
                 "4 unless the file or --degree says one)");
  command.option("--starts", "N", options.starts,
                 "solve from N guesses, in parallel, and keep the best");
  command.option("--tolerance", "X", options.tolerance,
                 "largest residual of closed loops (m) and joints without a motor (N m) between "
                 "nodes (default 1e-4); limits hold");
  command.option("--max-iterations", "N", options.max_iterations, "of one solve (default 500)");
  command.option("--initial", "MOTION.json", options.initial,
                 "start from this motion instead of from a guess");
  command.flag("--require-proof", options.require_proof,
               "exit 3 unless every limit is proven to hold at every instant, of all links: also "
               "where `missing: ignore` leaves some out");
  command.flag("--no-verify", options.no_verify,
               "do not integrate the torques of what was found (see `alembert verify`)");
  command.option("--verify-seconds", "S", options.verify_seconds, verify_seconds_help);
  add_mesh_options(command, options.meshes);
  command.flag("--json", options.json, "answer with one JSON document: motion.json, no samples");
  command.footer(R"(EXAMPLES
  alembert predict arm.reach.yaml
  alembert predict arm.reach.yaml --segments 40 --output reach --cpp reach.hpp
  alembert predict arm.reach.yaml --initial reach/motion.json --json

A problem names a robot, a start and a goal, and what to minimize: time (s), effort (N^2 m^2 s),
energy (J), jerk, torque rate or path length (m), within limits on position (rad, m), velocity,
acceleration, jerk, torque (N m, N) and power (W), in space and around obstacles.

Limits hold at every instant, not only at nodes: the answer is proven by interval arithmetic, or
says that it is not (see `alembert certify`). Ctrl-C stops and writes the best point so far; a second
one ends at once. Exit 0 if solved; 3 if not, or if forward simulation does not reproduce it, and
then the cause is named and what was found is written all the same, beside a solved motion if the
folder holds one (DIR.failed).

motion.csv has columns t (s), q, v, a, tau of every joint: `alembert id --trajectory` reads it.)");
}

}  // namespace alembert::cli
