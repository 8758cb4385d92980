// What pushes on the robot during a motion: forces, things in hand, loops that are cut open.
#include <fmt/format.h>

#include "alembert/kinematics.hpp"
#include "dense.hpp"
#include "io/motion_parts.hpp"
#include "io/motion_words.hpp"
#include "io/text.hpp"
#include "io/yaml_body.hpp"

namespace alembert::io {

namespace {

using Code = Error::Code;

TimedLoad read_load(const YamlValue& entry, const MotionProblem& problem) {
  const YamlMap map = entry.map({"frame", "force", "moment", "point", "axes", "from", "to"});
  const Eigen::Vector3d zero = Eigen::Vector3d::Zero();
  TimedLoad load;
  load.load.frame = read_frame(map.at("frame", "name the link or frame it acts on"), problem.model);
  load.load.force = map.vector("force", zero);
  load.load.moment = map.vector("moment", zero);
  load.load.point = map.vector("point", zero, Quantity::length);
  if (!map.has("force") && !map.has("moment")) {
    map.at("force", "write force (N) or moment (N m), or both");
  }
  if (const YamlValue* axes = map.find("axes")) {
    if (!axes->is("world") && !axes->is("frame")) {
      axes->fail(Code::name, axes->label() + " is neither world nor frame",
                 "say whose components force and moment are in: world or frame");
    }
    load.load.axes = axes->is("world") ? Load::Axes::world : Load::Axes::frame;
  }
  load.during = read_during(map, problem.waypoints);
  return load;
}

/// Tensors that no body can have; a thousandth may be the rounding of a thin plate's.
void refuse_impossible(const Inertia& body, const YamlValue& tensor) {
  const Eigen::Vector3d moments = dense::eigenpairs(body.about_com).values;
  const double slack = 1e-3 * moments.cwiseAbs().maxCoeff();
  if (moments[0] >= -slack && moments[2] <= moments[0] + moments[1] + slack) return;
  tensor.fail(
      Code::value,
      fmt::format("{} is that of no body: principal moments {:.6g}, {:.6g} and {:.6g} kg m^2",
                  tensor.label(), moments[0], moments[1], moments[2]),
      "none may be negative or exceed the sum of the others: check that they are about the "
      "mass centre");
}

/// Unit rows along which the two origins coincide.
Eigen::MatrixX3d read_held_directions(const YamlMap& map) {
  if (!map.has("directions") && !map.has("plane")) return Eigen::Matrix3d::Identity();
  if (only_one(map, {"directions", "plane"}) == "plane") {
    const YamlValue& plane = *map.find("plane");
    static const std::vector<std::string> planes = {"xy", "yz", "xz"};
    const std::string name = plane.text();
    Eigen::MatrixX3d rows(2, 3);
    if (name == planes[0]) {
      rows << 1, 0, 0, 0, 1, 0;
    } else if (name == planes[1]) {
      rows << 0, 1, 0, 0, 0, 1;
    } else if (name == planes[2]) {
      rows << 1, 0, 0, 0, 0, 1;
    } else {
      plane.fail(
          Code::name,
          fmt::format("{} is {}, which is no plane of the world", plane.label(), in_quotes(name)),
          "write one of: " + listed(planes));
    }
    return rows;
  }
  const std::vector<YamlValue> entries = map.list("directions");
  Eigen::MatrixX3d rows(static_cast<Eigen::Index>(entries.size()), 3);
  for (std::size_t k = 0; k < entries.size(); ++k) {
    rows.row(static_cast<Eigen::Index>(k)) = read_direction(entries[k]).transpose();
  }
  return rows;
}

/// As the file says, or as the two frames stand at the start.
Eigen::Matrix3d read_weld(const YamlMap& map, const CutJoint& cut, const MotionProblem& problem) {
  if (map.has("rpy") || map.has("quaternion")) return read_rotation(map);
  if (!problem.start.q) {
    map.value().fail(Code::robot, map.value().label() + " does not say which orientation is held",
                     "write rpy or quaternion of frame_b in frame_a, or give start.q, from which "
                     "it is taken");
  }
  Kinematics kinematics(problem.model);
  kinematics.update(*problem.start.q);
  return kinematics.pose(cut.frame_a).linear().transpose() * kinematics.pose(cut.frame_b).linear();
}

}  // namespace

void read_timed_loads(const YamlMap& map, MotionProblem& problem) {
  for (const YamlValue& entry : map.one_or_several("loads")) {
    const auto number = problem.loads.size() + 1;
    problem.loads.push_back(read_load(entry.owned_by(fmt::format("load {}", number)), problem));
  }
}

void read_carried(const YamlMap& map, MotionProblem& problem) {
  for (const YamlValue& entry : map.one_or_several("carry")) {
    const auto number = problem.carried.size() + 1;
    const YamlMap body = labelled(entry, "carried body", number).map(carried_keys);
    Carried thing;
    thing.name = body.text("name", fmt::format("carried body {}", number));
    thing.frame =
        read_frame(body.at("frame", "name the link or frame that holds it"), problem.model);
    thing.inertia = read_inertia(body, true);
    require_positive(*body.find("mass"), thing.inertia.mass, "write its mass in kg");
    if (body.has("inertia")) refuse_impossible(thing.inertia, *body.find("inertia"));
    thing.during = read_during(body, problem.waypoints);
    if (body.has("solids") && !map.has("clearance") && !map.has("world")) {
      body.find("solids")->fail(Code::robot, "nothing is kept clear of anything",
                                "write `clearance` or `world`, or leave `solids` out");
    }
    problem.carried.push_back(std::move(thing));
  }
}

void read_cut_joints(const YamlMap& file, MotionProblem& problem) {
  for (const YamlValue& entry : file.one_or_several("cut_joints")) {
    const auto number = problem.cut_joints.size() + 1;
    const YamlMap map = labelled(entry, "cut joint", number)
                            .map({"name", "frame_a", "frame_b", "directions", "plane",
                                  "hold_orientation", "rpy", "quaternion"});
    const std::string fix = "name the two frames that stay together: frame_a and frame_b";
    CutJoint cut;
    cut.name = map.text("name", fmt::format("cut joint {}", number));
    cut.frame_a = read_frame(map.at("frame_a", fix), problem.model);
    cut.frame_b = read_frame(map.at("frame_b", fix), problem.model);
    if (cut.frame_a == cut.frame_b) {
      map.find("frame_b")->fail(Code::robot, map.value().label() + " joins a frame to itself", fix);
    }
    for (const CutJoint& other : problem.cut_joints) {
      if (other.name != cut.name) continue;
      entry.fail(Code::name, fmt::format("two cut joints are called {}", in_quotes(cut.name)),
                 "give each a name of its own");
    }
    cut.directions = read_held_directions(map);
    cut.hold_orientation = map.truth("hold_orientation", false);
    if (cut.hold_orientation) cut.rotation_ab = read_weld(map, cut, problem);
    problem.cut_joints.push_back(std::move(cut));
  }
}

}  // namespace alembert::io
