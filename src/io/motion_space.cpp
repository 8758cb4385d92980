// Where the robot may be on the way: limits on a frame's path, and distances to keep.
#include <fmt/format.h>

#include <numbers>

#include "io/motion_parts.hpp"
#include "io/motion_words.hpp"
#include "io/robot_shapes.hpp"
#include "io/text.hpp"
#include "io/yaml_body.hpp"

namespace alembert::io {

namespace {

using Code = Error::Code;

const std::vector<std::string> solid_keys = {"name", "sphere", "capsule", "cylinder",
                                             "box",  "xyz",    "rpy",     "quaternion"};

constexpr const char* point_advice = "write [x, y, z] in m, world components";

Eigen::Vector3d read_corner(const YamlValue& value) {
  const std::vector<YamlValue> c = value.list_of(3);
  return {c[0].number_or_infinity(Quantity::length), c[1].number_or_infinity(Quantity::length),
          c[2].number_or_infinity(Quantity::length)};
}

PositionLimit read_box_limit(const YamlValue& value) {
  const YamlMap map = value.map({"lower", "upper"});
  PositionLimit limit;
  limit.directions = Eigen::Matrix3d::Identity();
  limit.lower =
      read_corner(map.at("lower", std::string(point_advice) + "; -.inf where it is open"));
  limit.upper = read_corner(map.at("upper", std::string(point_advice) + "; .inf where it is open"));
  if (!(limit.lower.array() <= limit.upper.array()).all()) {
    value.fail(Code::value, value.label() + " has a lower corner above its upper one",
               "give the corner of smallest x, y, z as lower");
  }
  return limit;
}

LineLimit read_line_limit(const YamlValue& value) {
  const YamlMap map = value.map({"from", "to", "tolerance"});
  LineLimit limit;
  limit.from = map.at("from", point_advice).vector(Quantity::length);
  limit.to = map.at("to", point_advice).vector(Quantity::length);
  if (const YamlValue* given = map.find("tolerance")) {
    limit.tolerance = given->positive(Quantity::length);
  }
  if (limit.from == limit.to) {
    value.fail(Code::value, value.label() + " begins where it ends", "give two different points");
  }
  return limit;
}

/// On the normal's side of a plane or, with `within`, in it.
PositionLimit read_plane_limit(const YamlValue& value) {
  const YamlMap map = value.map({"point", "normal", "within"});
  PositionLimit limit;
  const Eigen::Vector3d point = map.at("point", point_advice).vector(Quantity::length);
  const Eigen::Vector3d normal =
      read_direction(map.at("normal", "write the side that is allowed, such as z or [0, 0, 1]"));
  limit.directions = normal.transpose();
  limit.lower = limit.upper = Eigen::VectorXd::Constant(1, normal.dot(point));
  if (const YamlValue* within = map.find("within")) {
    const double distance = within->positive(Quantity::length);
    limit.lower.array() -= distance;
    limit.upper.array() += distance;
  } else {
    limit.upper.setConstant(infinity);
  }
  return limit;
}

AxisLimit read_axis_limit(const YamlValue& value) {
  const YamlMap map = value.map({"axis", "direction", "within"});
  AxisLimit limit;
  if (const YamlValue* axis = map.find("axis")) limit.axis = read_direction(*axis);
  if (const YamlValue* direction = map.find("direction")) {
    limit.direction = read_direction(*direction);
  }
  if (const YamlValue* within = map.find("within")) {
    limit.angle = within->number(Quantity::rotation);
    if (!(limit.angle > 0.0 && limit.angle <= std::numbers::pi)) {
      within->fail(Code::value, within->label() + " is not between 0 and a half turn",
                   "write an angle such as 10 deg");
    }
  }
  return limit;
}

int read_solid_name(const YamlValue& value, const std::vector<ArmSolid>& arm) {
  return static_cast<int>(value.word(phrase::names_of(arm), ", which is no solid of the arm"));
}

void read_arm(const YamlValue& list, MotionProblem& problem) {
  Clearance& clearance = problem.clearance;
  for (const YamlValue& entry : list.list()) {
    const auto number = clearance.arm.size() + 1;
    const YamlMap solid = labelled(entry, "arm solid", number)
                              .map({"name", "frame", "sphere", "capsule", "cylinder", "box", "xyz",
                                    "rpy", "quaternion"});
    const YamlValue& frame = solid.at("frame", "name the link or frame it moves with");
    clearance.arm.push_back(
        {solid.text("name", frame.text()), read_frame(frame, problem.model), read_solid(solid)});
  }
}

void read_obstacles(const YamlValue& list, Clearance& clearance) {
  for (const YamlValue& entry : list.list()) {
    const auto number = clearance.obstacles.size() + 1;
    const YamlMap solid = labelled(entry, "obstacle", number).map(solid_keys);
    clearance.obstacles.push_back(
        {solid.text("name", fmt::format("obstacle {}", number)), read_solid(solid)});
  }
}

/// `missing: ignore`: shapes that cannot be read are left out, and every answer says so.
bool ignores_missing(const YamlMap& map, bool from_robot) {
  const YamlValue* missing = map.find("missing");
  if (missing == nullptr) return false;
  if (!from_robot) {
    missing->fail(Code::robot, "solids that are listed are all there", "leave `missing` out");
  }
  return missing->word({"error", "ignore"}) == 1;
}

/// Which links, which files and why, the first few of them.
std::string missing_words(const std::vector<MissingShape>& missing) {
  constexpr std::size_t most = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, missing.size()); ++i) {
    text += fmt::format("{}link {}: {} ({})", i > 0 ? "; " : "", in_quotes(missing[i].link),
                        in_quotes(missing[i].file), missing[i].problem);
  }
  if (missing.size() > most) text += fmt::format("; and {} more", missing.size() - most);
  return text;
}

/// `meshes: hulls`.
MeshesAs read_meshes_as(const YamlMap& map, bool from_robot) {
  const YamlValue* meshes = map.find("meshes");
  if (meshes == nullptr) return MeshesAs::capsules;
  if (!from_robot) {
    meshes->fail(Code::robot, "solids that are listed are no meshes", "leave `meshes` out");
  }
  return static_cast<MeshesAs>(meshes->word({"capsules", "hulls"}));
}

void take_robot_solids(const YamlValue& arm, bool ignores, MeshesAs as, MotionFile& file) {
  RobotSolids made = solids_of(file.robot, file.problem.model, file.meshes, as);
  if (!made.missing.empty() && (!ignores || made.solids.empty())) {
    arm.fail(Code::file, "shapes of the robot cannot be looked at: " + missing_words(made.missing),
             ignores ? "put the files there or save them as .stl: no other shape is left to keep "
                       "clear; or list the solids of the arm: {frame, capsule}"
                     : "put the files there or save them as .stl; or leave these links out of all "
                       "clearances with `missing: ignore`, and every answer will say so");
  }
  if (made.solids.empty()) {
    arm.fail(Code::robot, "the robot's file has no collision shapes that can be used",
             "add <collision> to its links, or list the solids of the arm: {frame, capsule}");
  }
  file.unseen_links = made.unseen_links();
  file.robot_shapes = std::move(made.words);
  file.problem.clearance.arm = std::move(made.solids);
}

/// What carried bodies are shaped like moves with what holds them.
void read_carried_solids(const YamlMap& entries, MotionProblem& problem) {
  std::size_t number = 0;
  for (const YamlValue& entry : entries.one_or_several("carry")) {
    const Carried& thing = problem.carried[number++];
    const YamlMap body = entry.map(carried_keys);
    const YamlValue* solids = body.find("solids");
    if (solids == nullptr) continue;
    if (thing.during != During{}) {
      solids->fail(Code::unsupported, solids->label() + " of a body that comes and goes",
                   "carry it all the way, or leave `solids` out: nothing keeps it clear then");
    }
    std::size_t count = 0;
    for (const YamlValue& solid : one_or_several(*solids)) {
      const YamlMap map = labelled(solid, "solid of " + thing.name, ++count).map(solid_keys);
      const std::string name = count == 1 ? thing.name : fmt::format("{} {}", thing.name, count);
      problem.clearance.arm.push_back({map.text("name", name), thing.frame, read_solid(map)});
    }
  }
}

/// Pairs that the file lists.
void read_self_pairs(const YamlValue& self, Clearance& clearance) {
  for (const YamlValue& pair : self.list()) {
    const std::vector<YamlValue> names = pair.list_of(2);
    const int one = read_solid_name(names[0], clearance.arm);
    const int other = read_solid_name(names[1], clearance.arm);
    if (one == other) {
      pair.fail(Error::Code::name, pair.label() + " pairs a solid with itself",
                "name two different solids of the arm");
    }
    clearance.self_pairs.emplace_back(one, other);
  }
}

}  // namespace

void read_path_limits(const YamlMap& file, MotionProblem& problem) {
  std::size_t number = 0;
  for (const YamlValue& entry : file.one_or_several("path")) {
    const YamlMap map =
        labelled(entry, "path limit", ++number)
            .map({"name", "frame", "box", "line", "plane", "upright", "from", "to"});
    const FrameId frame =
        read_frame(map.at("frame", "name the link or frame that is limited"), problem.model);
    const std::string kind = only_one(map, {"box", "line", "plane", "upright"});
    const std::string name = map.text("name", kind);
    const During during = read_during(map, problem.waypoints);
    const YamlValue& value = *map.find(kind);
    const auto add = [&](auto limit, auto& limits) {
      limit.name = name;
      limit.frame = frame;
      limit.during = during;
      limits.push_back(std::move(limit));
    };
    if (kind == "upright") add(read_axis_limit(value), problem.axes);
    if (kind == "line") add(read_line_limit(value), problem.lines);
    if (kind == "box") add(read_box_limit(value), problem.positions);
    if (kind == "plane") add(read_plane_limit(value), problem.positions);
  }
}

void read_clearance(const YamlMap& entries, MotionFile& file) {
  const YamlValue *value = entries.find("clearance"), *world = entries.find("world");
  if (value == nullptr && world == nullptr) {
    if (file.robot.self_clearance.pairs.empty()) return;
    return pair_robot_solids(file.robot, file.problem, file.robot_shapes);
  }
  if (value != nullptr && world == nullptr && value->is("none")) return;
  Clearance& clearance = file.problem.clearance;
  bool from_robot = true, pairs_given = false;
  if (value != nullptr) {
    const YamlMap map = value->map({"margin", "arm", "missing", "meshes", "obstacles", "self"});
    clearance.margin = map.number("margin", 0.0, Quantity::length);
    const YamlValue& arm =
        map.at("arm", "list the solids of the arm: {frame, capsule}, or write from-robot");
    from_robot = !arm.is_list() && arm.text() == "from-robot";
    const bool ignores = ignores_missing(map, from_robot);
    const MeshesAs as = read_meshes_as(map, from_robot);
    if (from_robot) {
      take_robot_solids(arm, ignores, as, file);
    } else {
      read_arm(arm, file.problem);
    }
    if (const YamlValue* obstacles = map.find("obstacles")) read_obstacles(*obstacles, clearance);
    pairs_given = map.has("self");
    if (pairs_given) read_self_pairs(*map.find("self"), clearance);
  } else {
    take_robot_solids(*world, false, MeshesAs::capsules, file);
  }
  read_carried_solids(entries, file.problem);
  if (world != nullptr) read_world(*world, file);
  if (from_robot && !pairs_given) pair_robot_solids(file.robot, file.problem, file.robot_shapes);
}

}  // namespace alembert::io
