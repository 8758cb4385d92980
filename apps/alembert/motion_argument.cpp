#include "motion_argument.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "alembert/motion_record.hpp"
#include "io/text_source.hpp"
#include "robot_options.hpp"
#include "terminal.hpp"

namespace alembert::cli {

namespace {

namespace fs = std::filesystem;

void note_status(const Solution& solution) {
  if (solution.status == MotionStatus::solved) return;
  note(fmt::format("the motion is {}: {}", to_string(solution.status), solution.message));
}

GivenMotion solve_problem(const std::string& path) {
  MotionFile file = load_motion_problem(path);
  report_findings(file.robot);
  const Solution found = solve(file.problem, file.options);
  note_status(found);
  // Loads and bodies in hand begin and end on the motion's own grid.
  file.problem.spline.segments = found.motion.q.segments();
  const std::string name = file.name;
  return {std::move(file), found.motion, name, "", ""};
}

}  // namespace

const char* const motion_argument_help =
    "motion.json or its folder, as `alembert predict` writes them; - for standard input; or a "
    "problem's .yaml, which is solved first";

GivenMotion load_given_motion(const std::string& argument) {
  const fs::path given = argument;
  if (given.extension() == ".yaml" || given.extension() == ".yml") return solve_problem(argument);
  const std::string path = fs::is_directory(given) ? (given / "motion.json").string() : argument;
  std::string text = io::read_whole(path);
  const MotionRecord record = read_motion(text, io::display_name(path));
  note_status(record.solution);
  MotionFile file = load_problem_of(record);
  report_findings(file.robot);
  return {std::move(file), record.solution.motion, record.name, path == "-" ? "" : path,
          std::move(text)};
}

}  // namespace alembert::cli
