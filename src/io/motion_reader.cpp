// Motion problems, `alembert: motion/1`. docs/motion-format.md is their description.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "alembert/arm.hpp"
#include "alembert/io.hpp"
#include "alembert/motion_file.hpp"
#include "io/document_words.hpp"
#include "io/motion_on_robot.hpp"
#include "io/motion_parts.hpp"
#include "io/motion_words.hpp"
#include "io/person_reader.hpp"
#include "io/text.hpp"
#include "io/text_source.hpp"
#include "io/yaml_archive.hpp"

namespace alembert {

namespace {

namespace fs = std::filesystem;
using namespace io;
using Code = Error::Code;

std::string advice_for_robot(const std::string& path) {
  return fmt::format("write a problem for it first: alembert new {}", path);
}

void require_motion(const YamlValue& root) {
  const bool robot = root.peek("alembert").starts_with("robot/");
  require_kind(root, "motion", "problem", "motion problem",
               robot ? advice_for_robot(root.where().file) : "");
}

/// A robot's file of another kind, which YAML's own words would not help.
void refuse_robots(const std::string& path) {
  const std::string ending = lower_case(fs::path(path).extension().string());
  if (ending != ".urdf" && ending != ".xml" && ending != ".mjcf") return;
  throw Error(Code::robot, {path, 0}, "the file is a robot, not a motion problem",
              advice_for_robot(path));
}

DurationRange read_duration(const YamlValue& value) {
  DurationRange range;
  if (!value.is_map()) {
    range.shortest = range.longest = value.positive(Quantity::plain, "write seconds");
    return range;
  }
  const YamlMap map = value.map({"min", "max", "guess"});
  range.shortest = map.number("min", 0.0);
  if (const YamlValue* longest = map.find("max")) range.longest = longest->number_or_infinity();
  if (const YamlValue* guess = map.find("guess")) range.guess = guess->number();
  for (const char* key : {"min", "max", "guess"}) {
    const YamlValue* given = map.find(key);
    if (given) require_positive(*given, given->number_or_infinity(), "write seconds");
  }
  return range;
}

double read_weight(const YamlValue& value) {
  const double weight = value.number();
  if (weight < 0.0) {
    value.fail(Code::value, value.label() + " is negative", "write a weight of 0 or more");
  }
  return weight;
}

/// Joints that are not named are neutral at the value of their range nearest to zero.
void read_neutral(const YamlValue& value, const Model& model, Objective& objective) {
  objective.neutral.resize(model.dofs());
  for (int j = 0; j < model.dofs(); ++j) {
    const Limits& limits = model.coordinate_at(j).limits;
    objective.neutral[j] = std::clamp(0.0, limits.lower, limits.upper);
  }
  for_each_coordinate(value, model, [&](const YamlValue& entry, int j) {
    const Coordinate& coordinate = model.coordinate_at(j);
    objective.neutral[j] = entry.number(position_quantity(coordinate));
  });
}

/// A word that documents have for it, too; nothing where the key is absent.
template <typename Enum>
void read_word(const YamlMap& map, const char* key, Enum& value) {
  const Spellings words = words_of(value);
  if (const YamlValue* given = map.find(key)) {
    value = static_cast<Enum>(given->word({words.begin(), words.end()}));
  }
}

/// Only what is named is minimized; one word alone has weight 1.
Objective read_objective(const YamlValue& value, const Model& model) {
  static const std::vector<std::string> words = {"time",   "effort", "exertion",    "discomfort",
                                                 "energy", "jerk",   "torque_rate", "path_length"};
  Objective objective;
  objective.time = 0.0;
  double* const weights[] = {&objective.time,        &objective.effort,     &objective.exertion,
                             &objective.discomfort,  &objective.energy,     &objective.jerk,
                             &objective.torque_rate, &objective.path_length};
  if (!value.is_map()) {
    if (value.is("path_length")) {
      value.fail(Code::robot, "path_length needs a frame",
                 "write minimize: {path_length: {frame: tool, weight: 1}}");
    }
    *weights[value.word(words)] = 1.0;
    return objective;
  }
  const YamlMap map = value.map(words);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (!map.has(word)) continue;
    const YamlValue& entry = *map.find(word);
    if (word == "path_length") {
      const YamlMap path = entry.map({"frame", "weight"});
      objective.path_frame =
          read_frame(path.at("frame", "name the frame whose path counts"), model);
      objective.path_length = path.has("weight") ? read_weight(*path.find("weight")) : 1.0;
    } else if (word == "discomfort" && entry.is_map()) {
      const YamlMap from = entry.map({"weight", "neutral"});
      objective.discomfort = from.has("weight") ? read_weight(*from.find("weight")) : 1.0;
      if (const YamlValue* neutral = from.find("neutral")) read_neutral(*neutral, model, objective);
    } else {
      *weights[i] = read_weight(entry);
    }
  }
  return objective;
}

const std::vector<std::string> spline_keys = {"degree", "segments", "knots", "least_phase"};

SplineOptions read_spline(const YamlValue& value) {
  const YamlMap map = value.map(spline_keys);
  YamlReader reader(map);
  SplineOptions spline;
  read_word(map, "knots", spline.knots);
  // A limit that jumps needs a jump in the acceleration's slope, which free knots can place.
  if (spline.knots == SplineOptions::Knots::free) spline.degree = 4;
  reader("degree", spline.degree, 2, 9);
  reader("segments", spline.segments, 2, 10'000);
  if (const YamlValue* least = map.find("least_phase")) {
    spline.least_phase = least->number();
    if (!(spline.least_phase > 0.0 && spline.least_phase < 1.0)) {
      least->fail(Code::value, fmt::format("{} is {}", least->label(), spline.least_phase),
                  "give a share above 0 and below 1; `knots: uniform` keeps instants as they are");
    }
  }
  return spline;
}

SolveOptions read_solver(const YamlValue& value) {
  const YamlMap map = value.map({"method", "tolerance", "max_iterations", "max_rounds", "starts",
                                 "seed", "processes", "max_seconds"});
  YamlReader reader(map);
  SolveOptions options;
  read_word(map, "method", options.method);
  constexpr int many = 1'000'000;
  if (const YamlValue* tolerance = map.find("tolerance")) {
    options.tolerance =
        tolerance->positive(Quantity::plain, "write a share of the limits, such as 1e-4");
  }
  reader("max_seconds", options.max_seconds);
  reader("max_iterations", options.max_iterations, 1, many);
  reader("max_rounds", options.max_rounds, 0, many);
  reader("starts", options.starts, 1, many);
  reader("processes", options.processes, 0, many);
  int seed = static_cast<int>(options.seed);
  reader("seed", seed, 0, many);
  options.seed = static_cast<unsigned>(seed);
  return options;
}

const std::vector<std::string> motion_keys = {
    "alembert", "name",     "robot",  "frames",    "gravity",   "floating_base", "ideal",
    "locked",   "start",    "goal",   "waypoints", "duration",  "minimize",      "limits",
    "spline",   "loads",    "carry",  "path",      "clearance", "cut_joints",    "contacts",
    "base",     "balance",  "bodies", "strengths", "periodic",  "symmetric",     "solver",
    "smooth",   "friction", "world"};

/// The rest of the file, once there is a robot that pushes `bodies` and stands on `footings`.
void read_problem(const YamlMap& map, const std::vector<PushedBody>& bodies,
                  const std::vector<Footing>& footings, MotionFile& file) {
  MotionProblem& problem = file.problem;
  if (!bodies.empty()) push(problem, bodies);
  if (!footings.empty()) read_contacts(map, footings, problem);
  if (map.has("base") && !map.has("contacts")) {
    map.find("base")->fail(Code::robot, "'base' says what contacts do, and there are none",
                           "write `floating_base: true` for a base that floats, or leave it out");
  }
  read_conditions(map, problem);
  read_repetition(map, problem);
  if (const YamlValue* duration = map.find("duration")) problem.duration = read_duration(*duration);
  if (const YamlValue* minimize = map.find("minimize")) {
    problem.minimize = read_objective(*minimize, problem.model);
  }
  if (const YamlValue* limits = map.find("limits")) read_motion_limits(*limits, problem);
  if (const YamlValue* spline = map.find("spline")) {
    problem.spline = read_spline(*spline);
    file.degree_given = spline->map(spline_keys).has("degree");
  }
  read_timed_loads(map, problem);
  read_carried(map, problem);
  read_path_limits(map, problem);
  read_clearance(map, file);
  read_cut_joints(map, problem);
  read_smooth(map, problem);
  read_word(map, "friction", problem.friction);
  if (const YamlValue* solver = map.find("solver")) file.options = read_solver(*solver);
  if (map.has("balance")) read_balance(map, problem);
  if (map.has("strengths")) read_strengths(*map.find("strengths"), problem);
  if (map.has("contacts")) finish_contacts(map, problem);
}

/// Places on the robot that only this problem speaks of: the middle of a box in hand, a grip.
std::vector<Frame> read_robot_frames(const YamlValue& value, const Robot& robot) {
  std::vector<Frame> frames;
  std::vector<std::string> names = phrase::names_of(robot.links);
  for (const Frame& frame : robot.frames) names.push_back(frame.name);
  for (const YamlValue& entry : one_or_several(value)) {
    const YamlMap map = entry.map({"name", "on", "xyz", "rpy", "quaternion"});
    Frame frame;
    frame.where = entry.where();
    frame.name = map.at("name", "write {name: box, on: hand, xyz: […]}").text();
    if (std::find(names.begin(), names.end(), frame.name) != names.end()) {
      entry.fail(Code::name, "the robot has a link or frame " + in_quotes(frame.name) + " already",
                 "give this one another name");
    }
    const YamlValue& on = map.at("on", "name the link or frame that it moves with");
    frame.link = on.text();
    frame.pose = read_pose(map);
    if (const Frame* other = robot.find_frame(frame.link)) {
      frame.pose = other->pose * frame.pose;
      frame.link = other->link;
    } else if (robot.find_link(frame.link) == nullptr) {
      on.fail(Code::name, fmt::format("{} is {}", on.label(), in_quotes(frame.link)),
              did_you_mean(frame.link, names));
    }
    names.push_back(frame.name);
    frames.push_back(std::move(frame));
  }
  return frames;
}

/// The keys of a problem whose robot is there already.
std::vector<std::string> keys_without_robot() {
  std::vector<std::string> keys;
  for (const std::string& key : motion_keys) {
    const bool of_robot = key == "robot" || key == "frames" || key == "gravity" ||
                          key == "floating_base" || key == "ideal" || key == "locked";
    if (!of_robot) keys.push_back(key);
  }
  return keys;
}

/// Compiled ideal, or of a robot whose joints have no drives, which is the same.
bool has_no_drives(const Model& model) {
  return std::all_of(model.joints().begin(), model.joints().end(), [](const ModelJoint& joint) {
    return joint.viscous == 0.0 && joint.coulomb == 0.0 && joint.rotor_inertia == 0.0 &&
           joint.stiffness == 0.0;
  });
}

/// {joint: value}, rad or m; compile() says which joints there are.
std::vector<LockedJoint> read_locked(const YamlValue& value, const Robot& robot) {
  const YamlMap map = value.map(phrase::names_of(robot.joints));
  std::vector<LockedJoint> locked;
  for (const Joint& joint : robot.joints) {
    const YamlValue* held = map.find(joint.name);
    const Quantity kind = joint.type == JointType::prismatic ? Quantity::length : Quantity::angle;
    if (held) locked.push_back({joint.name, held->number(kind)});
  }
  return locked;
}

/// compile_arm(), with the line of `locked` where its joints are at fault.
Model compile_for(const YamlMap& map, const Robot& robot, const CompileOptions& options) {
  if (options.locked.empty()) return compile_arm(robot, options);
  CompileOptions unlocked = options;
  unlocked.locked.clear();
  const Model whole = compile_arm(robot, unlocked);
  return map.find("locked")->at_this_line(
      [&] { return with_locked_joints(whole, options.locked); });
}

MotionFile read_file(const std::string& text, const std::string& name,
                     const std::vector<LockedJoint>& also_locked, const MeshFolders& meshes,
                     const RobotLoader& load = load_robot) {
  const YamlValue root = YamlValue::parse(text, name, "motion");
  require_motion(root);
  const YamlMap map = root.map(motion_keys);
  const std::string robot_path =
      map.at("robot", "name the robot's file, seen from this file's folder").text();
  const std::string robot_file = (fs::path(name).parent_path() / robot_path).lexically_normal();
  if (!fs::exists(robot_file)) {
    map.find("robot")->fail(Code::file, "there is no robot file " + in_quotes(robot_file),
                            "write its path as seen from the folder of this file");
  }
  CompileOptions compile_options;
  if (const YamlValue* gravity = map.find("gravity")) compile_options.gravity = gravity->vector();
  compile_options.floating_base = map.truth("floating_base", false);
  compile_options.ideal = map.truth("ideal", false);
  Robot robot = load(robot_file);
  std::vector<PushedBody> bodies;
  if (map.has("bodies")) {
    bodies = read_bodies(map);
    robot = robot_with_bodies(map, robot, bodies);
  }
  std::vector<Frame> own_frames;
  if (const YamlValue* frames = map.find("frames")) own_frames = read_robot_frames(*frames, robot);
  robot.frames.insert(robot.frames.end(), own_frames.begin(), own_frames.end());
  std::vector<Footing> footings;
  if (const YamlValue* contacts = map.find("contacts")) {
    if (compile_options.floating_base) {
      contacts->fail(Code::robot, "a robot with contacts has a base that is free already",
                     "leave floating_base out");
    }
    footings = read_footings(map);
    robot = robot_on_the_ground(map, robot, footings);
  }
  if (const YamlValue* locked = map.find("locked")) {
    compile_options.locked = read_locked(*locked, robot);
  }
  Model model = compile_for(map, robot, compile_options);
  if (!also_locked.empty()) {
    model = with_locked_joints(model, also_locked);
    compile_options.locked = model.locked();
  }
  MotionFile file{name,
                  map.text("name", fs::path(name).stem()),
                  robot_file,
                  std::move(robot),
                  compile_options,
                  MotionProblem(std::move(model)),
                  {}};
  file.meshes = meshes;
  file.own_frames = std::move(own_frames);
  read_problem(map, bodies, footings, file);
  return file;
}

}  // namespace

MotionFile read_motion_problem(const std::string& text, const std::string& file,
                               const std::vector<LockedJoint>& locked, const MeshFolders& meshes) {
  return read_file(text, file, locked, meshes);
}

MotionFile read_motion_problem(const std::string& text, const std::string& name, Robot robot,
                               const Model& model, const MeshFolders& meshes) {
  const YamlValue root = YamlValue::parse(text, name, "motion");
  require_motion(root);
  const YamlMap map = root.map(keys_without_robot());
  CompileOptions options{.gravity = model.gravity(), .locked = model.locked()};
  const std::string robot_file = robot.file;
  const std::string called = map.text("name", robot.name);
  std::vector<PushedBody> bodies;
  std::vector<Footing> footings;
  if (map.has("bodies")) {
    bodies = read_bodies(map);
    robot = robot_with_bodies(map, robot, bodies);
  }
  if (map.has("contacts")) {
    footings = read_footings(map);
    robot = robot_on_the_ground(map, robot, footings);
  }
  if (map.has("bodies") || map.has("contacts")) options.ideal = has_no_drives(model);
  Model moved = footings.empty() && bodies.empty() ? model : compile_arm(robot, options);
  MotionFile file{
      "", called, robot_file, std::move(robot), options, MotionProblem(std::move(moved)), {}};
  file.meshes = meshes;
  read_problem(map, bodies, footings, file);
  return file;
}

MotionFile io::read_motion_problem_on(const std::string& text, const std::string& file,
                                      const RobotLoader& load) {
  return read_file(text, file, {}, {}, load);
}

MotionFile load_motion_problem(const std::string& path, const std::vector<LockedJoint>& locked,
                               const MeshFolders& meshes) {
  if (fs::is_directory(path)) {
    throw Error(Code::file, {path, 0}, "this is a directory, not a motion problem",
                "name a .yaml file in it");
  }
  const std::string text = read_whole(path);
  refuse_robots(path);
  return read_motion_problem(text, display_name(path), locked, meshes);
}

}  // namespace alembert
