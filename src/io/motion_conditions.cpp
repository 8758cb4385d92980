#include <fmt/format.h>

#include <numeric>

#include "alembert/ground_coordinates.hpp"
#include "io/motion_parts.hpp"
#include "io/motion_words.hpp"
#include "io/text.hpp"

namespace alembert::io {

namespace {

using Code = Error::Code;

FrameTarget read_target(const YamlValue& value, const Model& model) {
  const YamlMap map = value.map({"frame", "xyz", "rpy", "quaternion"});
  FrameTarget target;
  target.frame = read_frame(map.at("frame", "name the link or frame that is to be there"), model);
  if (const YamlValue* xyz = map.find("xyz")) target.position = xyz->vector(Quantity::length);
  if (map.has("rpy") || map.has("quaternion")) target.orientation = read_rotation(map);
  if (!target.position && !target.orientation) {
    value.fail(Code::robot, value.label() + " says neither where nor which way",
               "write xyz (m, world), rpy or quaternion [w, x, y, z], or both");
  }
  return target;
}

/// q, pose, v and a; `rest` asks for v = 0.
Condition read_condition(const YamlMap& map, const Model& model, const std::vector<int>& ground) {
  Condition condition;
  if (const YamlValue* q = map.find("q")) condition.q = read_coordinates(*q, model, true, ground);
  if (const YamlValue* pose = map.find("pose")) {
    for (const YamlValue& one : one_or_several(*pose)) {
      condition.also.push_back(read_target(one, model));
    }
    if (condition.also.empty()) {
      pose->fail(Code::value, pose->label() + " is an empty list", "write one pose, or several");
    }
    condition.pose = condition.also.front();
    condition.also.erase(condition.also.begin());
  }
  if (const YamlValue* v = map.find("v")) condition.v = read_coordinates(*v, model, false, ground);
  if (const YamlValue* a = map.find("a")) condition.a = read_coordinates(*a, model, false, ground);
  return condition;
}

void refuse_twice(const YamlMap& map, const char* given, const char* key) {
  if (!map.has(given) || !map.truth(key, false)) return;
  map.find(key)->fail(Code::robot,
                      fmt::format("{} has both '{}' and '{}'", map.value().label(), given, key),
                      "keep one of them");
}

/// `known`: what contacts say already.
Condition read_end(const YamlMap& file, const std::string& key, const Model& model, bool repeats,
                   const Condition& known, const std::vector<int>& ground) {
  const bool needed = !repeats && !known.pose;
  const YamlValue* value = file.find(key);
  if (value == nullptr) {
    if (needed) {
      file.at(key, fmt::format("write `{}: {{q: […]}}` or `{}: {{pose: {{frame: …, xyz: […]}}}}`",
                               key, key));
    }
    return known;
  }
  const YamlMap map = value->map({"q", "pose", "v", "a", "any_velocity", "any_acceleration"});
  Condition condition = read_condition(map, model, ground);
  condition.any_velocity = map.truth("any_velocity", false);
  condition.any_acceleration = map.truth("any_acceleration", false);
  refuse_twice(map, "v", "any_velocity");
  refuse_twice(map, "a", "any_acceleration");
  if (needed && !condition.q && !condition.pose) {
    value->fail(Code::robot, value->label() + " says no place",
                "write q (one value a joint) or pose: {frame, xyz, rpy}");
  }
  if (!condition.q && !condition.pose) condition.pose = known.pose;
  return condition;
}

Waypoint read_waypoint(const YamlValue& entry, const Model& model, std::size_t number,
                       std::size_t count, const std::vector<int>& ground) {
  const YamlMap map = labelled(entry, "waypoint", number).map(waypoint_keys);
  Waypoint waypoint = read_named_instant(map, number, count);
  waypoint.condition = read_condition(map, model, ground);
  refuse_twice(map, "v", "rest");
  if (map.truth("rest", false)) waypoint.condition.v = Eigen::VectorXd::Zero(model.dofs());
  return waypoint;
}

}  // namespace

Waypoint read_named_instant(const YamlMap& map, std::size_t number, std::size_t count) {
  Waypoint waypoint;
  waypoint.name = map.text("name", std::to_string(number));
  waypoint.at = map.number("at", static_cast<double>(number) / static_cast<double>(count + 1));
  return waypoint;
}

void read_conditions(const YamlMap& map, MotionProblem& problem) {
  const Model& model = problem.model;
  const bool repeats = map.has("periodic") || map.has("symmetric");
  const std::vector<int> ground = coordinates_of_ground(problem, model.dofs());
  problem.start = read_end(map, "start", model, repeats, problem.start, ground);
  problem.goal = read_end(map, "goal", model, repeats, problem.goal, ground);
  const std::vector<YamlValue> entries = map.list("waypoints");
  double last = 0.0;
  for (const YamlValue& entry : entries) {
    Waypoint next =
        read_waypoint(entry, model, problem.waypoints.size() + 1, entries.size(), ground);
    if (!(next.at > last && next.at < 1.0)) {
      entry.fail(Code::value,
                 fmt::format("waypoint {} is at {} of the motion, after one at {}",
                             in_quotes(next.name), number_text(next.at), number_text(last)),
                 "put waypoints between 0 and 1, in order");
    }
    if (next.name == "start" || next.name == "goal") {
      entry.fail(Code::name,
                 fmt::format("a waypoint is called {}, which spans of time take for the end of the "
                             "motion",
                             in_quotes(next.name)),
                 "give it another name");
    }
    for (const Waypoint& other : problem.waypoints) {
      if (other.name != next.name) continue;
      entry.fail(Code::name, fmt::format("two waypoints are called {}", in_quotes(next.name)),
                 "give each a name of its own");
    }
    last = next.at;
    problem.waypoints.push_back(std::move(next));
  }
}

void read_repetition(const YamlMap& file, MotionProblem& problem) {
  const Model& model = problem.model;
  if (!file.has("periodic") && !file.has("symmetric")) return;
  const std::string key = only_one(file, {"periodic", "symmetric"});
  const YamlValue& value = *file.find(key);
  if (key == "periodic" && !value.is_map() && !value.truth()) return;
  Repetition repetition;
  repetition.image.resize(model.dofs());
  std::iota(repetition.image.begin(), repetition.image.end(), 0);
  repetition.sign = Eigen::VectorXd::Ones(model.dofs());
  if (value.is_map() || key == "symmetric") {
    const YamlMap map =
        key == "periodic" ? value.map({"except"}) : value.map({"pairs", "signs", "except"});
    for (const YamlValue& pair : map.list("pairs")) {
      const std::vector<YamlValue> names = pair.list_of(2);
      const int a = read_coordinate(names[0], model), b = read_coordinate(names[1], model);
      repetition.image[a] = b;
      repetition.image[b] = a;
    }
    if (const YamlValue* signs = map.find("signs")) {
      for_each_coordinate(*signs, model, [&](const YamlValue& sign, int j) {
        repetition.sign[j] = sign.number();
        if (std::abs(repetition.sign[j]) == 1.0) return;
        sign.fail(Code::value, sign.label() + " is neither 1 nor -1", "write 1 or -1");
      });
    }
    for (const YamlValue& name : map.list("except")) {
      repetition.image[read_coordinate(name, model)] = -1;
    }
  }
  // Where a robot stands is not repeated, but how it moves.
  for (const int j : coordinates_of_ground(problem, model.dofs())) repetition.image[j] = -1;
  problem.repetition = std::move(repetition);
}

}  // namespace alembert::io
