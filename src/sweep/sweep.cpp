// Sweeps, `alembert: sweep/1`. docs/sweeps.md is their description.
#include "alembert/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "alembert/collision_shapes.hpp"
#include "alembert/io.hpp"
#include "alembert/problem_document.hpp"
#include "io/motion_on_robot.hpp"
#include "io/text.hpp"
#include "io/text_source.hpp"
#include "sweep/axes.hpp"
#include "sweep/sample_points.hpp"
#include "sweep/template.hpp"

namespace alembert {

namespace {

namespace fs = std::filesystem;
using io::in_quotes;
using io::YamlMap;
using io::YamlValue;
using sweep::Axes;
using sweep::Parameter;
using sweep::Place;
using sweep::Setting;
using sweep::Template;
using Code = Error::Code;

/// "goal.pose.xyz[0]", {robot: joints[elbow].link.mass} or {world: obstacles[post].xyz[0]}.
struct Target {
  std::string path;
  bool of_robot = false;
};

Target read_target(const YamlValue& value) {
  if (!value.is_map()) return {value.text()};
  const YamlMap map = value.map({"problem", "robot", "world"});
  if (const YamlValue* path = map.find("robot")) return {path->text(), true};
  if (const YamlValue* path = map.find("world")) return {"clearance." + path->text()};
  return {map.at("problem", "name a path into the problem, the robot or the world").text()};
}

/// The robot in the native format, whose paths people name.
std::string native_text(const std::string& path) {
  const std::string ending = io::lower_case(fs::path(path).extension().string());
  if (ending == ".yaml" || ending == ".yml") return io::read_whole(path);
  const Robot robot = load_robot(path);
  return yaml_with_collisions(robot, load_collisions(robot));
}

}  // namespace

struct Sweep::Data {
  std::string file, name, problem_file, robot_file, motion, hash, fixed;
  Template problem, robot;
  Place robot_place;
  Robot fixed_robot;  ///< where no parameter is the robot's
  Axes axes;
  std::vector<std::string> names;
  double max_seconds = infinity;
  int neighbours = 1;

  void read_problem(const YamlMap& map);
  void read_settings();
  void read_rest(const YamlMap& map, const SweepOptions& options);
  Robot robot_of(const std::string& text) const {
    return text.empty() ? fixed_robot : read_yaml(text, robot_file);
  }
};

void Sweep::Data::read_problem(const YamlMap& map) {
  const YamlValue& named =
      map.at("problem", "name the problem's file, seen from this file's folder");
  problem_file = (fs::path(file).parent_path() / named.text()).lexically_normal();
  if (!fs::is_regular_file(problem_file)) {
    named.fail(Code::file, "there is no problem file " + in_quotes(problem_file),
               "write its path as seen from the folder of this file");
  }
  const MotionFile base = load_motion_problem(problem_file);
  problem.file = problem_file;
  problem.text = io::read_whole(problem_file);
  robot_file = base.robot_file;
  robot.file = robot_file;
  robot_place = sweep::find_place(problem.text, problem_file, "robot", named);
}

void Sweep::Data::read_settings() {
  const std::vector<Parameter>& parameters = axes.parameters();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    names.push_back(parameters[i].name);
    for (const YamlValue& asked : parameters[i].set) {
      const Target target = read_target(asked);
      Template& into = target.of_robot ? robot : problem;
      if (target.of_robot && robot.text.empty()) robot.text = native_text(robot_file);
      if (target.path.find("collisions") != std::string::npos ||
          target.path.find("visuals") != std::string::npos) {
        asked.fail(Code::unsupported, "shapes of the robot's file cannot be varied",
                   "name shapes in the problem's `clearance`");
      }
      const Place place = sweep::find_place(into.text, into.file, target.path, asked);
      const sweep::Measured was = sweep::measured_at(place, target.path, asked);
      into.add({place, i, was.number, was.unit}, target.path, asked);
    }
  }
  if (robot.settings.empty()) robot.text.clear();
}

void Sweep::Data::read_rest(const YamlMap& map, const SweepOptions& options) {
  max_seconds = options.max_seconds;
  if (const YamlValue* seconds = map.find("max_seconds")) {
    max_seconds = std::min(max_seconds, seconds->positive(io::Quantity::plain, "write seconds"));
  }
  if (const YamlValue* near = map.find("neighbours")) neighbours = near->integer(1, 100'000);
  motion = map.text("motion", "");
  std::string motion_text = motion;
  if (!motion.empty() && motion != "base") {
    motion = (fs::path(file).parent_path() / motion).lexically_normal();
    if (!fs::is_regular_file(motion)) {
      map.find("motion")->fail(Code::file, "there is no motion " + in_quotes(motion),
                               "write `base`, or the path of a motion.json");
    }
    motion_text = io::read_whole(motion);
  }
  if (!motion.empty() && neighbours > 1) {
    map.find("neighbours")
        ->fail(Code::value, "nothing is searched for where a motion is given",
               "leave `neighbours` or `motion` out");
  }
  fixed = fmt::format("alembert {}\nmax_seconds {}\nneighbours {}\nmotion {}\nrobot {}\n",
                      version(), max_seconds, neighbours, content_hash(motion_text),
                      content_hash(io::read_whole(robot_file)));
  if (motion == "base") fixed += content_hash(problem.text);
}

Sweep Sweep::read(const std::string& text, const std::string& file, const SweepOptions& options) {
  auto data = std::make_shared<Data>();
  data->file = file;
  const YamlValue root = YamlValue::parse(text, file, "sweep");
  io::require_kind(root, "sweep", "sweep", "sweep");
  const YamlMap map = root.map({"alembert", "name", "problem", "grid", "samples", "table",
                                "max_seconds", "neighbours", "motion"});
  data->name = map.text("name", fs::path(file).stem());
  data->read_problem(map);
  data->axes = Axes::read(map, fs::path(file).parent_path());
  data->read_settings();
  data->read_rest(map, options);
  if (data->robot.text.empty()) data->fixed_robot = load_robot(data->robot_file);
  std::string settings;
  for (const Template* of : {&data->problem, &data->robot}) {
    for (const Setting& s : of->settings) {
      settings += fmt::format("{} {} {}\n", s.place.begin, s.place.length, s.parameter);
    }
  }
  data->hash = content_hash(data->fixed + settings + data->axes.fingerprint() + data->problem.text +
                            data->robot.text);
  Sweep made(std::move(data));
  made.motion_file(0);
  made.motion_file(made.size() - 1);
  return made;
}

Sweep Sweep::load(const std::string& path, const SweepOptions& options) {
  if (fs::is_directory(path)) {
    throw Error(Code::file, {path, 0}, "this is a directory, not a sweep", "name a .yaml file");
  }
  return read(io::read_whole(path), path, options);
}

const std::string& Sweep::file() const { return data_->file; }
const std::string& Sweep::name() const { return data_->name; }
const std::string& Sweep::problem_file() const { return data_->problem_file; }
std::uint64_t Sweep::size() const { return data_->axes.size(); }
const std::vector<std::string>& Sweep::parameters() const { return data_->names; }
double Sweep::max_seconds() const { return data_->max_seconds; }
int Sweep::neighbours() const { return data_->neighbours; }
const std::string& Sweep::motion() const { return data_->motion; }
const std::string& Sweep::hash() const { return data_->hash; }
const char* Sweep::version() { return ALEMBERT_VERSION; }

std::uint64_t Sweep::blocks() const {
  const auto block = static_cast<std::uint64_t>(neighbours());
  return (size() + block - 1) / block;
}

std::uint64_t Sweep::block(std::uint64_t k) const {
  constexpr std::uint64_t any_order = 1;
  return sweep::permuted(k, blocks(), any_order) * static_cast<std::uint64_t>(neighbours());
}

std::vector<double> Sweep::values(std::uint64_t index) const {
  if (index >= size()) {
    throw Error(Code::value, fmt::format("the sweep has no problem {}", index),
                fmt::format("there are 0 to {}", size() - 1));
  }
  return data_->axes.values(index);
}

std::pair<double, std::string> Sweep::given(std::size_t parameter) const {
  for (const Template* of : {&data_->problem, &data_->robot}) {
    for (const Setting& s : of->settings) {
      if (s.parameter == parameter) return {s.base, s.unit};
    }
  }
  throw Error(Code::value, fmt::format("the sweep has no parameter {}", parameter),
              fmt::format("there are 0 to {}", parameters().size() - 1));
}

SweepProblem Sweep::problem(std::uint64_t index) const {
  const std::vector<double> now = values(index);
  SweepProblem out;
  out.text = data_->problem.filled(data_->axes.parameters(), now);
  if (!data_->robot.text.empty()) {
    out.robot_text = data_->robot.filled(data_->axes.parameters(), now);
  }
  out.robot_file = data_->robot_file;
  out.robot_place = data_->problem.text.substr(data_->robot_place.begin, data_->robot_place.length);
  out.robot_begin =
      data_->problem.place_filled(data_->robot_place.begin, data_->axes.parameters(), now);
  // Searches that begin from a neighbour have a place among them, too.
  const std::string place = neighbours() > 1 ? fmt::format("\nproblem {}", index) : "";
  out.key = content_hash(data_->fixed + out.text + '\n' + out.robot_text + place).substr(8);
  return out;
}

MotionFile Sweep::motion_file(std::uint64_t index) const {
  const SweepProblem made = problem(index);
  return io::read_motion_problem_on(made.text, data_->problem_file, [&](const std::string&) {
    return data_->robot_of(made.robot_text);
  });
}

MotionFile Sweep::base() const { return load_motion_problem(data_->problem_file); }

}  // namespace alembert
