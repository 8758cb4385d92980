// Reading motion.json back.
#include "alembert/motion_record.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "io/json_text.hpp"
#include "io/text.hpp"
#include "io/text_source.hpp"

namespace alembert {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Code = Error::Code;

constexpr const char* advice = "give a motion.json as `alembert predict` writes it";

class RecordReader {
 public:
  explicit RecordReader(std::string file) : file_(std::move(file)) {}

  MotionRecord read(const json& document) {
    require_kind(document);
    MotionRecord record;
    record.file = file_;
    record.name = text(document, "name");
    record.problem_file = here(text(document, "problem"));
    record.robot = text(at(document, "robot"), "name");
    record.robot_file = here(text(at(document, "robot"), "file"));
    record.joints = strings(at(document, "joints"), "joints");
    read_solution(document, record.joints, record.solution);
    if (document.contains("samples")) {
      for (const json& entry : list(document, "samples")) {
        record.samples.push_back(sample(entry, record.joints.size()));
      }
    }
    return record;
  }

 private:
  [[noreturn]] void fail(Code code, const std::string& reason) const {
    throw Error(code, {file_, 0}, reason, advice);
  }

  void require_kind(const json& document) const {
    const json kind = document.is_object() ? document.value("alembert", json()) : json();
    if (kind == "motion_result/1") return;
    if (kind.is_string() && kind.get<std::string>().starts_with("motion_result/")) {
      throw Error(Code::unsupported, {file_, 0},
                  "the format " + io::in_quotes(kind.get<std::string>()) + " is not known here",
                  "use a newer alembert");
    }
    fail(Code::robot, "the file is not a predicted motion");
  }

  const json& at(const json& map, const std::string& key) const {
    if (!map.is_object() || !map.contains(key)) fail(Code::robot, fmt::format("no '{}'", key));
    return map.at(key);
  }
  const json& list(const json& map, const std::string& key) const {
    const json& value = at(map, key);
    if (!value.is_array()) fail(Code::robot, fmt::format("'{}' is not a list", key));
    return value;
  }
  std::string text(const json& map, const std::string& key) const {
    const json& value = at(map, key);
    if (!value.is_string()) fail(Code::robot, fmt::format("'{}' is not a text", key));
    return value.get<std::string>();
  }
  /// null stands for what was not finite.
  double number(const json& map, const std::string& key) const {
    const json& value = at(map, key);
    return value.is_null() ? infinity : io::finite_number(value, "'" + key + "'", {file_, 0});
  }
  int integer(const json& map, const std::string& key) const {
    const json& value = at(map, key);
    if (!value.is_number_integer()) fail(Code::value, fmt::format("'{}' is no whole number", key));
    return value.get<int>();
  }
  std::vector<std::string> strings(const json& value, const std::string& key) const {
    if (!value.is_array()) fail(Code::robot, fmt::format("'{}' is not a list", key));
    std::vector<std::string> all;
    for (const json& entry : value) {
      if (!entry.is_string()) fail(Code::robot, fmt::format("'{}' holds what is no name", key));
      all.push_back(entry.get<std::string>());
    }
    return all;
  }
  Eigen::VectorXd vector(const json& value, const std::string& key) const {
    if (!value.is_array()) fail(Code::robot, fmt::format("'{}' is not a list", key));
    Eigen::VectorXd x(static_cast<Eigen::Index>(value.size()));
    for (std::size_t i = 0; i < value.size(); ++i) {
      x[static_cast<Eigen::Index>(i)] = io::finite_number(value[i], "'" + key + "'", {file_, 0});
    }
    return x;
  }

  /// Paths in the file are seen from its folder.
  std::string here(const std::string& path) const {
    return (fs::path(file_).parent_path() / path).lexically_normal();
  }

  Eigen::MatrixXd columns(const json& map, const std::vector<std::string>& names) const {
    Eigen::MatrixXd points;
    for (std::size_t j = 0; j < names.size(); ++j) {
      const Eigen::VectorXd column = vector(at(map, names[j]), names[j]);
      if (j == 0) points.resize(column.size(), static_cast<Eigen::Index>(names.size()));
      if (column.size() != points.rows()) {
        fail(Code::size, "the joints have different numbers of control points");
      }
      points.col(static_cast<Eigen::Index>(j)) = column;
    }
    return points;
  }

  Trajectory trajectory(const json& spline, const std::vector<std::string>& joints) const {
    const int degree = integer(spline, "degree");
    const Eigen::VectorXd knots = vector(at(spline, "knots"), "knots");
    const Eigen::MatrixXd points = columns(at(spline, "control_points"), joints);
    Eigen::MatrixXd forces(points.rows(), 0);
    if (spline.contains("forces")) {
      forces = columns(spline.at("forces"), strings(at(spline, "force_names"), "force_names"));
    }
    try {
      return {BSpline(degree, knots, points), BSpline(degree, knots, forces)};
    } catch (const Error& e) {
      fail(e.code(), e.reason());
    }
  }

  /// A duration that was changed without the knots would be left out silently.
  void require_duration(const json& map, const Trajectory& motion) const {
    const double said = number(map, "duration"), knots = motion.duration();
    if (std::abs(said - knots) <= 1e-9 * knots) return;
    fail(Code::value, fmt::format("the duration is {} s, and the knots last {} s", said, knots));
  }

  std::vector<LimitNote> notes(const json& document, const std::string& key) const {
    std::vector<LimitNote> all;
    for (const json& entry : list(document, key)) {
      all.push_back({text(entry, "limit"), text(entry, "entry"), number(entry, "time"),
                     number(entry, "value"), number(entry, "bound"), number(entry, "violation"),
                     entry.contains("unit") ? text(entry, "unit") : ""});
    }
    return all;
  }

  MotionStatus status(const json& document) const {
    const std::string word = text(document, "status");
    for (const MotionStatus status :
         {MotionStatus::solved, MotionStatus::solved_to_lower_accuracy, MotionStatus::infeasible,
          MotionStatus::iteration_limit, MotionStatus::interrupted}) {
      if (word == status_word(status)) return status;
    }
    fail(Code::value, fmt::format("no status is called {}", io::in_quotes(word)));
  }

  void read_solution(const json& document, const std::vector<std::string>& joints,
                     Solution& solution) const {
    solution.status = status(document);
    solution.message = text(document, "message");
    solution.motion = trajectory(at(document, "spline"), joints);
    require_duration(document, solution.motion);
    require_duration(document.at("spline"), solution.motion);
    solution.objective = number(document, "objective");
    for (const auto& [name, value] : at(document, "objective_terms").items()) {
      solution.objective_terms.emplace_back(name,
                                            io::finite_number(value, "'" + name + "'", {file_, 0}));
    }
    solution.largest_violation = number(document, "largest_violation");
    solution.violations = notes(document, "violations");
    solution.active = notes(document, "active");
    const json& solver = at(document, "solver");
    solution.seconds = number(solver, "seconds");
    solution.iterations = integer(solver, "iterations");
    solution.rounds = integer(solver, "rounds");
    solution.start = integer(solver, "start");
    for (const json& step : list(document, "history")) {
      solution.history.push_back({integer(step, "round"), integer(step, "iteration"),
                                  number(step, "objective"), number(step, "violation")});
    }
  }

  MotionSample sample(const json& entry, std::size_t joints) const {
    MotionSample out;
    out.t = number(entry, "t");
    const std::pair<const char*, Eigen::VectorXd*> parts[] = {
        {"q", &out.q}, {"v", &out.v}, {"a", &out.a}, {"tau", &out.tau}};
    for (const auto& [key, x] : parts) {
      *x = vector(at(entry, key), key);
      if (static_cast<std::size_t>(x->size()) != joints) {
        fail(Code::size, fmt::format("a sample's '{}' has not one number a joint", key));
      }
    }
    if (entry.contains("force")) out.force = vector(entry.at("force"), "force");
    return out;
  }

  std::string file_;
};

}  // namespace

MotionRecord read_motion(const std::string& text, const std::string& file) {
  return RecordReader(file).read(io::parse_json(text, file));
}

MotionRecord load_motion(const std::string& path) {
  return read_motion(io::read_whole(path), io::display_name(path));
}

MotionFile load_problem_of(const MotionRecord& record) {
  MotionFile file = load_motion_problem(record.problem_file);
  if (file.problem.model.coordinate_names() != record.joints) {
    throw Error(Code::robot, {record.file, 0},
                fmt::format("the motion's joints are not those of {}", record.robot_file),
                "the robot has changed since: predict the motion again");
  }
  file.problem.spline.segments = record.solution.motion.q.segments();
  file.problem.spline.degree = record.solution.motion.q.degree();
  return file;
}

}  // namespace alembert
