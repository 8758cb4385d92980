// alembert sensitivity: how the best objective changes with numbers of the problem.
#include "alembert/sensitivity.hpp"

#include <cmath>
#include <filesystem>

#include "alembert/motion.hpp"
#include "alembert/report.hpp"
#include "alembert/sweep.hpp"
#include "io/text.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

namespace fs = std::filesystem;

struct SensitivityArguments {
  std::string problem, step = "1e-4";
  std::vector<std::string> of;
  bool check = false, json = false;
};

/// One number of the problem, and problems with a little less and more of it.
struct Number {
  std::string path, unit;
  double value = 0.0;
  ChangedProblem changed;
};

/// "goal.q[0]", "robot:joints[elbow].link.mass" or "world:obstacles[post].xyz[0]", as sweeps write
/// it.
std::string target_text(const std::string& path) {
  std::string rest = path, of = "problem";
  for (const char* const place : {"problem", "robot", "world"}) {
    if (!path.starts_with(std::string(place) + ":")) continue;
    of = place;
    rest = path.substr(of.size() + 1);
  }
  return "{" + of + ": " + io::with_doubled('\'', rest) + "}";
}

Sweep sweep_of(const std::string& problem, const std::string& path, const std::string& values) {
  const fs::path file = fs::path(problem).parent_path() / "--of";
  const std::string text =
      fmt::format("alembert: sweep/1\nproblem: \"{}\"\ngrid: [{{name: number, set: {}, {}}}]\n",
                  fs::path(problem).filename().string(), target_text(path), values);
  try {
    return Sweep::read(text, file.string());
  } catch (const Error& bad) {
    if (bad.where().file != file) throw;
    throw Error(bad.code(), {problem, 0}, "--of: " + bad.reason(), bad.fix());
  }
}

/// A number that is 0 is changed by `step` itself, others by that share of them.
Number number_at(const std::string& problem, const std::string& path, double step) {
  const auto [value, unit] = sweep_of(problem, path, "values: [1], times: true").given(0);
  const std::string word = unit.empty() ? "" : unit.substr(unit.find_first_not_of(' '));
  const Sweep sweep =
      value != 0.0 ? sweep_of(problem, path,
                              fmt::format("values: [{}, {}], times: true", 1.0 - step, 1.0 + step))
                   : sweep_of(problem, path,
                              fmt::format("values: [{}, {}]{}", -step, step,
                                          word.empty() ? "" : ", unit: \"" + word + "\""));
  return {path,
          word,
          value,
          {sweep.motion_file(0).problem, sweep.motion_file(1).problem,
           value != 0.0 ? step * std::abs(value) : step}};
}

std::string table_of(const std::string& name, const std::vector<Number>& numbers,
                     const Sensitivity& found) {
  std::vector<Table::Column> columns = {
      "number",          right("value"), "", right("objective by it"), right("by 1 % more"),
      right("by limits")};
  const bool checked = found.differences.size() > 0;
  if (checked) columns.push_back(right("by differences"));
  Table table(columns);
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const auto at = static_cast<Eigen::Index>(k);
    const double slope = found.slopes[at];
    std::vector<std::string> row = {
        numbers[k].path,
        significant(numbers[k].value),
        numbers[k].unit,
        significant(slope),
        fmt::format("{:+.3g} %", slope * numbers[k].value / found.objective),
        significant(found.by_limit[at])};
    if (checked) row.push_back(significant(found.differences[at]));
    table.row(row);
  }
  return fmt::format("{}: objective {}, {} iterations on its knots\n\n{}", name,
                     significant(found.objective), found.iterations, table.text());
}

Json json_of(const std::vector<Number>& numbers, const Sensitivity& found) {
  Json list = Json::array();
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const auto at = static_cast<Eigen::Index>(k);
    Json one = {{"path", numbers[k].path},
                {"value", numbers[k].value},
                {"unit", numbers[k].unit},
                {"slope", found.slopes[at]},
                {"by_limits", found.by_limit[at]}};
    if (found.differences.size() > 0) one["by_differences"] = found.differences[at];
    list.push_back(std::move(one));
  }
  return {{"objective", found.objective}, {"iterations", found.iterations}, {"numbers", list}};
}

Exit tell_sensitivity(const SensitivityArguments& options) {
  if (options.of.empty()) {
    throw UsageError("--of is missing", "name a number of the problem: --of 'goal.q[0]'");
  }
  const double step = parse_positive(options.step, "--step");
  std::vector<Number> numbers;
  for (const std::string& path : options.of) {
    numbers.push_back(number_at(options.problem, path, step));
  }
  const MotionFile file = load_motion_problem(options.problem);
  const Solution best = solve(file.problem, file.options);
  if (best.status != MotionStatus::solved) {
    fmt::print(stderr, "{}: {}\n", file.name, message(best));
    return Exit::not_reached;
  }
  std::vector<ChangedProblem> changed;
  for (const Number& number : numbers) changed.push_back(number.changed);
  const Sensitivity found =
      sensitivity(file.problem, best.motion, changed,
                  {.threads = file.options.threads, .by_differences = options.check});
  if (!found.found) {
    fmt::print(stderr, "{}: its best motion could not be made sharp enough to tell\n", file.name);
    return Exit::not_reached;
  }
  return answer_with(options.json ? json_text(json_of(numbers, found))
                                  : table_of(file.name, numbers, found));
}

}  // namespace

void add_sensitivity(Command& command) {
  auto& options = command.does(tell_sensitivity);
  command.positional("PROBLEM", options.problem, "problem file: motion/1 .yaml");
  command.repeatable(
      "--of", "PATH", options.of,
      "number of the problem, as sweeps name it: 'goal.q[0]', 'duration'; "
      "'robot:joints[elbow].link.mass' of its robot, 'world:obstacles[post].xyz[0]'");
  command.option(
      "--step", "SHARE", options.step,
      "the number is changed by this share of it to look at what changes (default 1e-4)");
  command.flag("--check", options.check,
               "the same by differences: motions for a little less and more are searched for");
  command.flag("--json", options.json, "answer with one JSON document");
  command.footer(R"(EXAMPLES
  alembert sensitivity arm.reach.yaml --of 'goal.q[0]' --of 'carry[0].mass'
  alembert sensitivity arm.reach.yaml --of 'robot:joints[elbow].limits.effort' --check

The objective of the best motion by each number, in the objective's and the number's own units, by
the envelope theorem: exact to first order, on the knots of the motion that was found. `by limits`
is the part that comes of what limits and conditions ask; the rest is what the same motion would
cost. Where a limit that is not active becomes so at once, slopes to both sides differ, and this is
one between them.

--json gives {"objective", "numbers": [{"path", "value", "unit", "slope", "by_limits"}]}. Exit 3 if
the problem is not solved.)");
}

}  // namespace alembert::cli
