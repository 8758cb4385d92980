// The native robot format, `alembert: robot/1`, for reading and writing. docs/robot-format.md is
// its description. A person (person_reader.hpp) is its measures alone.
#include <fmt/format.h>

#include <optional>
#include <utility>

#include "alembert/io.hpp"
#include "io/format_readers.hpp"
#include "io/person_reader.hpp"
#include "io/pose.hpp"
#include "io/robot_parts.hpp"
#include "io/text.hpp"
#include "io/yaml_body.hpp"

namespace alembert {

namespace {

using namespace io;
using Code = Error::Code;

Convention read_convention(const YamlMap& map) {
  static const std::vector<std::string> names = {"dh-standard", "dh-modified", "frames"};
  const YamlValue& value = map.at(
      "convention",
      "write `convention: dh-standard` if row i is Rz(theta) Tz(d) Tx(a) Rx(alpha) and joint i "
      "moves about z of frame i-1 (Denavit-Hartenberg, Paul, Spong); `convention: dh-modified` if "
      "row i is Rx(alpha) Tx(a) Rz(theta) Tz(d) and joint i moves about z of frame i (Craig); "
      "`convention: frames` if every joint has an origin and an axis instead");
  const std::string name = value.text();
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (name == names[i]) return static_cast<Convention>(i);
  }
  value.fail(Code::robot, "the convention " + in_quotes(name) + " is not known",
             did_you_mean(name, names));
}

/// The whole of a robot's file.
class RobotFields {
 public:
  RobotFields(YamlArchive& archive, Robot& robot, LinkShapes& collisions)
      : a_(archive), robot_(robot), collisions_(collisions) {}

  void describe() {
    std::string kind = "robot/1", convention = "frames";
    a_("alembert", kind);
    a_.needed("name", robot_.name, "write `name: my_arm`");
    if (const YamlMap* map = a_.entries()) convention_ = read_convention(*map);
    a_("convention", convention);
    a_.usual("gravity", robot_.gravity, Robot().gravity);
    describe_base();
    previous_ = robot_.base;
    if (const YamlMap* map = a_.entries()) {
      map->at("joints", "list the joints, base first, each after `- `");
    }
    a_.list("joints", robot_.joints, {.kind = "joint", .on_lines = true},
            [&](Joint& joint) { describe_joint(joint); });
    if (a_.entries() != nullptr) resolve_parents();
    a_.list("frames", robot_.frames, {.kind = "frame"},
            [&](Frame& frame) { describe_frame(frame); });
    a_.list("payload", robot_.payloads, {.kind = "payload", .or_one = true},
            [&](Payload& payload) { describe_payload(payload); });
    a_.block("clearance", !robot_.self_clearance.capsules.empty(),
             [&] { describe_clearance(robot_.self_clearance); });
  }

 private:
  void describe_base() {
    Link base = begun("base", robot_.base);
    std::vector<Visual> collisions = collisions_of(base);
    const bool has_body = base.inertia || !base.visuals.empty() || !collisions.empty();
    a_.block("base", base.name != "base" || has_body || !is_identity(robot_.base_pose), [&] {
      a_.where(base.where);
      a_("name", base.name);
      a_.pose(robot_.base_pose);
      a_.block("link", has_body, [&] { body_fields(a_, base, collisions); });
    });
    if (a_.writing()) return;
    robot_.base = base.name;
    take(std::move(base), std::move(collisions));
  }

  void describe_joint(Joint& joint) {
    a_.needed("name", joint.name, "write `name:` first");
    a_.where(joint.where);
    type_field(a_, joint.type);
    describe_parent(joint);
    placement_fields(a_, convention_, joint);
    drive_fields(a_, joint);
    describe_link(joint);
  }

  /// Read once all links are known, since a file may speak of them before it describes them.
  void describe_parent(Joint& joint) {
    if (const YamlMap* map = a_.entries()) {
      parents_.push_back(map->has("parent") ? std::optional(*map->find("parent")) : std::nullopt);
      return;
    }
    if (a_.asks_for_keys() || joint.parent != previous_) write_link_name("parent", joint.parent);
    previous_ = joint.child;
  }

  void describe_link(Joint& joint) {
    Link link = begun(joint.name, joint.child);
    std::vector<Visual> collisions = collisions_of(link);
    const bool said = link.name != joint.name || link.inertia || link.flexible ||
                      !link.visuals.empty() || !collisions.empty();
    a_.block("link", said, [&] {
      a_.where(link.where);
      a_.usual("name", link.name, joint.name);
      a_.block("flexible", link.flexible != nullptr, [&] { flexible_fields(a_, link.flexible); });
      body_fields(a_, link, collisions);
    });
    if (a_.entries() == nullptr) return;
    joint.child = link.name;
    take(std::move(link), std::move(collisions));
  }

  void describe_frame(Frame& frame) {
    a_.needed("name", frame.name, "write {name: tool, link: …, xyz: […], rpy: […]}");
    a_.where(frame.where);
    if (const YamlMap* map = a_.entries()) {
      frame.link = named_link(map->at("link", "name the link (or joint) that carries the frame"));
    } else {
      write_link_name("link", frame.link);
    }
    a_.pose(frame.pose);
  }

  void describe_payload(Payload& payload) {
    a_.where(payload.where);
    if (const YamlMap* map = a_.entries()) {
      const YamlValue& place = map->at("frame", "name the frame or link that carries the payload");
      payload.frame = place.is_map() ? named_link(place) : place.text();
      if (robot_.find_frame(payload.frame) == nullptr) {
        std::vector<std::string> names = known_names();
        for (const Frame& frame : robot_.frames) names.push_back(frame.name);
        payload.frame = named_link(place, names);
      }
    } else if (robot_.find_frame(payload.frame) != nullptr) {
      a_("frame", payload.frame);
    } else {
      write_link_name("frame", payload.frame);
    }
    inertia_fields(a_, payload.inertia, true);
  }

  /// As problems say it (motion_space.cpp), of capsules.
  void describe_clearance(SelfClearance& clearance) {
    if (const YamlMap* map = a_.entries()) {
      map->at("arm", "list capsules: {name, frame, capsule: {from, to, radius}}");
    }
    a_.list("arm", clearance.capsules, {.kind = "capsule"}, [&](SelfClearance::Capsule& capsule) {
      const std::string fix = "write capsule: {from: [x, y, z], to: [x, y, z], radius: 5 cm}";
      a_.where(capsule.where);
      a_("name", capsule.name);
      a_.needed("frame", capsule.frame, "name the link or frame it moves with");
      if (a_.entries() != nullptr && a_.given("name") == nullptr) capsule.name = capsule.frame;
      if (const YamlMap* map = a_.entries()) map->at("capsule", fix);
      a_.part("capsule", true, [&] {
        a_.needed("from", capsule.from, fix, Quantity::length);
        a_.needed("to", capsule.to, fix, Quantity::length);
        a_.needed("radius", capsule.radius, fix, Quantity::length);
      });
    });
    std::vector<std::array<std::string, 2>> pairs;
    for (const auto& [one, other] : clearance.pairs) pairs.push_back({one, other});
    a_.needed("self", pairs, "list pairs of capsules: [[a, b], …]");
    clearance.pairs.clear();
    for (const auto& [one, other] : pairs) clearance.pairs.push_back({one, other});
  }

  /// The link to describe: while writing the one of that name, else a new one.
  Link begun(const std::string& usual, const std::string& name) const {
    if (a_.writing()) return *robot_.find_link(name);
    Link link;
    link.name = usual;
    a_.where(link.where);
    return link;
  }

  std::vector<Visual> collisions_of(const Link& link) const {
    const auto found = a_.writing() ? collisions_.find(link.name) : collisions_.end();
    return found == collisions_.end() ? std::vector<Visual>() : found->second;
  }

  void take(Link link, std::vector<Visual> collisions) {
    collisions_[link.name] = std::move(collisions);
    robot_.links.push_back(std::move(link));
  }

  void resolve_parents() {
    std::string previous = robot_.base;
    for (std::size_t i = 0; i < robot_.joints.size(); ++i) {
      Joint& joint = robot_.joints[i];
      joint.parent = parents_[i] ? named_link(*parents_[i]) : previous;
      previous = joint.child;
    }
  }

  /// A name means the link so called, or the link that the joint so called moves. Where these are
  /// two links, the user has to say which: {link: NAME} or {joint: NAME}.
  std::string named_link(const YamlValue& value, const std::vector<std::string>& names) const {
    std::string name;
    const Link* link = nullptr;
    const Joint* joint = nullptr;
    if (value.is_map()) {
      const YamlMap map = value.map({"link", "joint"});
      const bool by_joint = map.find("joint") != nullptr;
      if (by_joint == (map.find("link") != nullptr)) {
        value.fail(Code::robot, value.label() + " names not exactly one thing",
                   "write {link: NAME} or {joint: NAME}");
      }
      name = map.find(by_joint ? "joint" : "link")->text();
      if (by_joint) joint = robot_.find_joint(name);
      if (!by_joint) link = robot_.find_link(name);
    } else {
      name = value.text();
      link = robot_.find_link(name);
      joint = robot_.find_joint(name);
    }
    if (link != nullptr && joint != nullptr && joint->child != name) {
      value.fail(
          Code::name,
          fmt::format("{} is {}, which names a link and also a joint that moves another link",
                      value.label(), in_quotes(name)),
          fmt::format("write {{link: {0}}} or {{joint: {0}}}", name));
    }
    if (link == nullptr && joint == nullptr) {
      value.fail(Code::name,
                 fmt::format("{} is {}, which does not exist", value.label(), in_quotes(name)),
                 did_you_mean(name, names));
    }
    return joint != nullptr ? joint->child : name;
  }

  std::string named_link(const YamlValue& value) const { return named_link(value, known_names()); }
  std::vector<std::string> known_names() const {
    std::vector<std::string> names = phrase::names_of(robot_.links);
    for (const Joint& joint : robot_.joints) {
      if (robot_.find_link(joint.name) == nullptr) names.push_back(joint.name);
    }
    return names;
  }

  /// A link that shares its name with a joint that moves another link is named as a link.
  void write_link_name(const char* key, std::string& name) {
    const Joint* namesake = robot_.find_joint(name);
    if (namesake == nullptr || namesake->child == name) return a_(key, name);
    a_.part(key, true, [&] { a_("link", name); });
  }

  YamlArchive& a_;
  Robot& robot_;
  LinkShapes& collisions_;
  Convention convention_ = Convention::frames;
  /// What was written as the parent of each joint, if anything was.
  std::vector<std::optional<YamlValue>> parents_;
  std::string previous_;  ///< while writing: the link that joints have as parent unless they say so
};

Robot read_with_collisions(const std::string& text, const std::string& file,
                           LinkShapes& collisions) {
  const YamlValue root = YamlValue::parse(text, file);
  const std::string kind = root.peek("alembert");
  if (kind == person_kind) return read_person(root);
  require_kind(root, "robot", "robot", "robot",
               kind == "motion/1" ? "it is a problem, to be solved: alembert predict " + file : "");
  const YamlMap map = root.map(robot_keys());
  Robot robot;
  robot.file = file;
  YamlReader reader(map);
  describe_robot(reader, robot, collisions);
  return robot;
}

}  // namespace

void io::describe_robot(YamlArchive& archive, Robot& robot, LinkShapes& collisions) {
  RobotFields(archive, robot, collisions).describe();
}

Robot read_yaml(const std::string& text, const std::string& file) {
  LinkShapes collisions;
  return read_with_collisions(text, file, collisions);
}

Robot io::read_yaml_collisions(const std::string& text, const std::string& file) {
  LinkShapes collisions;
  Robot robot = read_with_collisions(text, file, collisions);
  for (Link& link : robot.links) link.visuals = collisions[link.name];
  return robot;
}

}  // namespace alembert
