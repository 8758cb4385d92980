// contacts: what of the robot touches the world, when and how.
#include <fmt/format.h>

#include <algorithm>

#include "alembert/standing.hpp"
#include "io/motion_parts.hpp"
#include "io/motion_words.hpp"
#include "io/text.hpp"

namespace alembert::io {

namespace {

using Code = Error::Code;

const std::vector<std::string> place_keys = {"xyz", "rpy", "quaternion", "free", "within"};

Eigen::Isometry3d read_place(const YamlMap& map, const Footing& footing) {
  Eigen::Isometry3d place = Eigen::Isometry3d::Identity();
  // Lying on the plane z = 0, above the world's origin.
  place.translation().z() = -footing.corners.front().dot(footing.normal);
  const YamlValue* value = map.find("place");
  if (value == nullptr) return place;
  const YamlMap pose = value->map(place_keys);
  place.translation() = pose.vector("xyz", place.translation(), Quantity::length);
  if (pose.has("rpy") || pose.has("quaternion")) place.linear() = read_rotation(pose);
  return place;
}

/// Axes along which a place is to be found.
std::vector<int> read_free(const YamlMap& map) {
  std::vector<int> axes;
  for (const YamlValue& axis : map.one_or_several("free")) {
    const std::string word = axis.text();
    if (word != "x" && word != "y" && word != "z") {
      axis.fail(Code::name, fmt::format("{} is {}", axis.label(), in_quotes(word)),
                "name axes of the place: x, y or z");
    }
    axes.push_back(word.front() - 'x');
  }
  return axes;
}

void read_edges(const YamlMap& map, Footing& footing) {
  const int corners = static_cast<int>(footing.corners.size());
  for (const YamlValue& entry : map.list("edges")) {
    const YamlMap edge = entry.map({"name", "corners"});
    const std::vector<YamlValue> ends =
        edge.at("corners", "write the numbers of two corners, the first is 1").list_of(2);
    footing.edges.push_back({edge.at("name", "give it a name, such as heel").text(),
                             ends[0].integer(1, corners) - 1, ends[1].integer(1, corners) - 1});
  }
}

Footing::Phase read_phase(const YamlMap& map, const Footing& footing,
                          const std::vector<Waypoint>& waypoints) {
  Footing::Phase phase;
  phase.during = read_during(map, waypoints, true);
  phase.moved = map.vector("moved", phase.moved, Quantity::length);
  phase.slides = map.vector("slides", phase.slides, Quantity::length);
  phase.free = read_free(map);
  const YamlValue* rolls = map.find("rolls");
  if (rolls == nullptr) return phase;
  const std::string name = rolls->text();
  const std::vector<std::string> names = phrase::names_of(footing.edges);
  const auto it = std::find(names.begin(), names.end(), name);
  if (it == names.end()) {
    rolls->fail(
        Code::name, fmt::format("{} is {}", rolls->label(), in_quotes(name)),
        names.empty() ? "give the contact `edges` to roll about" : did_you_mean(name, names));
  }
  phase.edge = static_cast<int>(it - names.begin());
  return phase;
}

Footing read_footing(const YamlValue& entry, std::size_t number,
                     const std::vector<Waypoint>& waypoints) {
  const YamlMap map =
      labelled(entry, "contact", number)
          .map({"name", "frame", "patch", "friction", "normal", "place", "edges", "strip", "pivots",
                "angles", "ways", "from", "to", "rolls", "moved", "slides", "free"});
  Footing footing;
  footing.frame = map.at("frame", "name the link or frame that touches").text();
  footing.name = map.text("name", footing.frame);
  footing.corners = read_points(
      map.at("patch", "write the corners of what touches, in the frame: [[x, y, z], …]"));
  footing.friction = map.at("friction", "write the coefficient of friction").number();
  footing.normal = map.vector("normal", footing.normal);
  if (!(footing.normal.norm() > 0.0) || footing.corners.empty()) {
    map.value().fail(Code::value, map.value().label() + " has no normal, or no corners",
                     "write a direction, and three corners or more");
  }
  footing.normal.normalize();
  footing.strip = map.number("strip", footing.strip, Quantity::length);
  footing.pivots = map.truth("pivots", false);
  footing.angles = map.text("angles", footing.angles);
  if (map.has("angles") && !footing.pivots) {
    map.find("angles")->fail(Code::robot, "angles are of a contact that pivots",
                             "write `pivots: true`, or leave them out");
  }
  footing.place = read_place(map, footing);
  read_edges(map, footing);
  footing.phases.clear();
  if (!map.has("ways")) footing.phases = {read_phase(map, footing, waypoints)};
  for (const YamlValue& phase : map.list("ways")) {
    footing.phases.push_back(read_phase(
        phase.map({"from", "to", "rolls", "moved", "slides", "free"}), footing, waypoints));
  }
  // A place that is to be found is found for all ways of touching it.
  const YamlValue* place = map.find("place");
  if (place == nullptr) return footing;
  const YamlMap pose = place->map(place_keys);
  footing.within = pose.number("within", footing.within, Quantity::length);
  for (Footing::Phase& phase : footing.phases) {
    if (phase.free.empty()) phase.free = read_free(pose);
  }
  return footing;
}

/// Where waypoints are, before there is a model to read what they ask for.
std::vector<Waypoint> instants_of(const YamlMap& file) {
  std::vector<Waypoint> waypoints;
  const std::vector<YamlValue> entries = file.list("waypoints");
  for (const YamlValue& entry : entries) {
    waypoints.push_back(
        read_named_instant(entry.map(waypoint_keys), waypoints.size() + 1, entries.size()));
  }
  return waypoints;
}

/// Unless the file says another weight, or none.
void add_little_jerk(const YamlMap& file, MotionProblem& problem) {
  const YamlValue* minimize = file.find("minimize");
  if (minimize == nullptr || problem.ground_coordinates == 0) return;
  const bool given = minimize->is_map() && !minimize->peek("jerk").empty();
  if (!given && problem.minimize.jerk == 0.0) problem.minimize.jerk = little_jerk(problem);
}

}  // namespace

std::vector<Footing> read_footings(const YamlMap& file) {
  std::vector<Footing> footings;
  const YamlValue& contacts = *file.find("contacts");
  const std::vector<Waypoint> waypoints = instants_of(file);
  for (const YamlValue& entry : one_or_several(contacts)) {
    footings.push_back(read_footing(entry, footings.size() + 1, waypoints));
    entry.at_this_line([&] { check_footing(footings.back()); });
    for (std::size_t k = 0; k + 1 < footings.size(); ++k) {
      if (footings[k].name != footings.back().name) continue;
      entry.fail(Code::name,
                 fmt::format("two contacts are called {}", in_quotes(footings.back().name)),
                 "give each a name of its own, or one contact several `ways`");
    }
  }
  return footings;
}

bool has_fixed_base(const YamlMap& file) {
  const YamlValue* base = file.find("base");
  return base != nullptr && base->word({"free", "fixed"}) == 1;
}

Robot robot_on_the_ground(const YamlMap& file, const Robot& robot,
                          const std::vector<Footing>& footings) {
  const bool fixed = has_fixed_base(file);
  return file.find("contacts")->at_this_line([&] {
    return fixed ? beside_places(robot, footings) : on_the_ground(robot, footings);
  });
}

void read_contacts(const YamlMap& file, const std::vector<Footing>& footings,
                   MotionProblem& problem) {
  if (has_fixed_base(file)) {
    lean(problem, footings);
  } else {
    stand(problem, footings);
  }
}

void read_balance(const YamlMap& file, MotionProblem& problem) {
  const YamlValue* balance = file.find("balance");
  if (balance == nullptr) return;
  if (problem.ground_coordinates == 0) {
    balance->fail(Code::robot, "balance is of robots that stand",
                  "leave it out, or give the robot contacts to stand on");
  }
  problem.balance = balance->map({"zmp"})
                        .at("zmp", "write how far inside its support the zero-moment point stays")
                        .number(Quantity::length);
}

void finish_contacts(const YamlMap& file, MotionProblem& problem) {
  add_little_jerk(file, problem);
  file.find("contacts")->at_this_line([&] { check_contacts(problem); });
}

}  // namespace alembert::io
