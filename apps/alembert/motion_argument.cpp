#include "motion_argument.hpp"

#include <filesystem>

#include "alembert/report.hpp"
#include "error_output.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

namespace fs = std::filesystem;

void note_status(const MotionDocument& document) {
  const MotionStatus status = document.solution.status;
  if (status == MotionStatus::solved) return;
  note(fmt::format("the motion is {}: {}", to_string(status), document.message));
}

GivenMotion solve_problem(const std::string& path, const MeshFolders& meshes) {
  MotionFile file = load_motion_problem(path, {}, meshes);
  report_findings(file);
  const Solution found = solve(file.problem, file.options);
  MotionDocument document = motion_document(file, found, {});
  note_status(document);
  // Loads and bodies in hand begin and end on the motion's own grid.
  file.problem.spline.segments = found.motion.q.segments();
  return {std::move(file), std::move(document), ""};
}

}  // namespace

const char* const motion_argument_help =
    "motion.json or its folder, as `alembert predict` writes them; - for standard input; or a "
    "problem's .yaml, which is solved first";

GivenMotion load_given_motion(const std::string& argument, const MeshOptions& meshes) {
  const MeshFolders folders = mesh_folders(meshes);
  const fs::path given = argument;
  for (const char* ending : {".yaml", ".yml", ".urdf", ".xml", ".mjcf"}) {  // robots are refused
    if (given.extension() == ending) return solve_problem(argument, folders);
  }
  const std::string path = fs::is_directory(given) ? (given / "motion.json").string() : argument;
  MotionDocument document = load_motion(path);
  note_status(document);
  MotionFile file = problem_of(document);
  file.meshes = folders;
  report_findings(file);
  if (!robot_unchanged(document)) {
    note(fmt::format("{} has changed since the motion was predicted", file.robot_file));
  }
  complete(document, file);
  return {std::move(file), std::move(document), path == "-" ? "" : path};
}

MotionFile load_limits(const std::string& limits, const std::string& robot,
                       const std::vector<std::string>& lock, const MeshOptions& meshes) {
  if (!limits.empty()) return load_motion_problem(limits, parse_locks(lock), mesh_folders(meshes));
  LoadedRobot loaded = load({.robot = robot, .lock = lock});
  return {.file = "",
          .name = "",
          .robot_file = robot,
          .robot = std::move(loaded.robot),
          .compile = {.locked = loaded.model.locked()},
          .problem = MotionProblem(std::move(loaded.model)),
          .options = {},
          .meshes = mesh_folders(meshes)};
}

bool may_go_on(const GivenMotion& given, bool anyway, const std::string& done) {
  const MotionStatus status = given.document.solution.status;
  if (anyway || status == MotionStatus::solved) return true;
  tell_error(
      "not_solved", {},
      fmt::format("the motion was not solved ({}), and nothing was {}", to_string(status), done),
      "change the problem, or go on with --anyway");
  return false;
}

}  // namespace alembert::cli
