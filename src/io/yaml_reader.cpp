// The native robot format, `alembert: robot/1`. docs/robot-format.md is its description. A person
// (person_reader.hpp) is its measures alone.
#include <fmt/format.h>

#include <optional>
#include <utility>

#include "alembert/io.hpp"
#include "io/person_reader.hpp"
#include "io/shape_readers.hpp"
#include "io/text.hpp"
#include "io/yaml.hpp"
#include "io/yaml_body.hpp"
#include "io/yaml_flexible.hpp"
#include "io/yaml_joint.hpp"

namespace alembert {

namespace {

using namespace io;
using Code = Error::Code;

void require_kind(const YamlValue& root) {
  const std::string kind = root.peek("alembert");
  if (kind == "robot/1") return;
  const std::string fix = "start a robot file with the line `alembert: robot/1`";
  if (kind.empty()) root.fail(Code::robot, "the file does not say that it is a robot", fix);
  if (kind.starts_with("robot/")) {
    root.fail(Code::unsupported, "the robot format " + in_quotes(kind) + " is not known here",
              "write `alembert: robot/1`, or use a newer alembert");
  }
  root.fail(Code::robot, "the file is a " + in_quotes(kind) + ", not a robot",
            kind == "motion/1"
                ? "it is a problem, to be solved: alembert predict " + root.where().file
                : fix);
}

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

class RobotReader {
 public:
  /// `shapes` is the key that links' shapes are read from.
  explicit RobotReader(const char* shapes = "visuals") : shapes_(shapes) {}
  Robot read(const std::string& text, const std::string& file);

 private:
  void read_base(const YamlMap& map);
  void read_joint(const YamlValue& entry);
  void read_link(const YamlMap& map, Joint& joint);
  void read_frame(const YamlValue& entry);
  void read_payload(const YamlValue& entry);
  void read_self_clearance(const YamlValue& value);

  void resolve_parents();
  std::string named_link(const YamlValue& value, const std::vector<std::string>& names) const;
  std::string named_link(const YamlValue& value) const { return named_link(value, known_names()); }
  std::vector<std::string> known_names() const;

  const char* shapes_;
  Robot robot_;
  Convention convention_ = Convention::frames;
  /// What was written as the parent of each joint, if anything was.
  std::vector<std::optional<YamlValue>> parents_;
};

Robot RobotReader::read(const std::string& text, const std::string& file) {
  const YamlValue root = YamlValue::parse(text, file);
  if (root.peek("alembert") == person_kind) return read_person(root);
  require_kind(root);
  const YamlMap map = root.map(robot_keys());
  robot_.file = file;
  robot_.name = map.at("name", "write `name: my_arm`").text();
  robot_.gravity = map.vector("gravity", robot_.gravity);
  convention_ = read_convention(map);
  read_base(map);
  const YamlValue& joints = map.at("joints", "list the joints, base first, each after `- `");
  for (const YamlValue& entry : joints.list()) read_joint(entry);
  resolve_parents();
  if (const YamlValue* frames = map.find("frames")) {
    for (const YamlValue& entry : frames->list()) read_frame(entry);
  }
  if (const YamlValue* payload = map.find("payload")) {
    const bool several = payload->is_list();
    for (const YamlValue& entry : several ? payload->list() : std::vector{*payload}) {
      read_payload(entry);
    }
  }
  if (const YamlValue* clearance = map.find("clearance")) read_self_clearance(*clearance);
  return std::move(robot_);
}

void RobotReader::read_base(const YamlMap& map) {
  Link link;
  link.name = "base";
  link.where = map.value().where();
  if (const YamlValue* value = map.find("base")) {
    const YamlMap base = value->map({"name", "xyz", "rpy", "quaternion", "link"});
    link.name = base.text("name", link.name);
    link.where = value->where();
    robot_.base_pose = read_pose(base);
    if (const YamlValue* body = base.find("link")) read_body(body->map(body_keys()), link, shapes_);
  }
  robot_.base = link.name;
  robot_.links.push_back(std::move(link));
}

void RobotReader::read_joint(const YamlValue& entry) {
  const YamlMap map = labelled(entry, "joint", robot_.joints.size() + 1).map(joint_keys());
  Joint joint;
  joint.name = map.at("name", "write `name:` first").text();
  joint.where = entry.where();
  read_motion(map, convention_, joint);
  read_link(map, joint);
  const YamlValue* parent = map.find("parent");
  parents_.push_back(parent != nullptr ? std::optional(*parent) : std::nullopt);
  robot_.joints.push_back(std::move(joint));
}

void RobotReader::read_link(const YamlMap& map, Joint& joint) {
  Link link;
  link.name = joint.name;
  link.where = joint.where;
  if (const YamlValue* value = map.find("link")) {
    std::vector<std::string> keys = body_keys();
    keys.insert(keys.begin(), {"name", "flexible"});
    const YamlMap body = value->map(keys);
    link.name = body.text("name", link.name);
    link.where = value->where();
    read_body(body, link, shapes_);
    if (const YamlValue* flexible = body.find("flexible")) link.flexible = read_flexible(*flexible);
  }
  joint.child = link.name;
  robot_.links.push_back(std::move(link));
}

std::vector<std::string> RobotReader::known_names() const {
  std::vector<std::string> names;
  for (const Link& link : robot_.links) names.push_back(link.name);
  for (const Joint& joint : robot_.joints) {
    if (robot_.find_link(joint.name) == nullptr) names.push_back(joint.name);
  }
  return names;
}

/// A name means the link so called, or the link that the joint so called moves. Where these are
/// two links, the user has to say which: {link: NAME} or {joint: NAME}.
std::string RobotReader::named_link(const YamlValue& value,
                                    const std::vector<std::string>& names) const {
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
    value.fail(Code::name,
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

void RobotReader::resolve_parents() {
  std::string previous = robot_.base;
  for (std::size_t i = 0; i < robot_.joints.size(); ++i) {
    Joint& joint = robot_.joints[i];
    joint.parent = parents_[i] ? named_link(*parents_[i]) : previous;
    previous = joint.child;
  }
}

void RobotReader::read_frame(const YamlValue& entry) {
  const YamlMap map = labelled(entry, "frame", robot_.frames.size() + 1)
                          .map({"name", "link", "xyz", "rpy", "quaternion"});
  Frame frame;
  frame.name = map.at("name", "write {name: tool, link: …, xyz: […], rpy: […]}").text();
  frame.where = entry.where();
  frame.link = named_link(map.at("link", "name the link (or joint) that carries the frame"));
  frame.pose = read_pose(map);
  robot_.frames.push_back(std::move(frame));
}

void RobotReader::read_payload(const YamlValue& entry) {
  const YamlMap map = labelled(entry, "payload", robot_.payloads.size() + 1)
                          .map({"frame", "mass", "com", "inertia"});
  Payload payload;
  payload.where = entry.where();
  const YamlValue& place = map.at("frame", "name the frame or link that carries the payload");
  payload.frame = place.is_map() ? named_link(place) : place.text();
  if (robot_.find_frame(payload.frame) == nullptr) {
    std::vector<std::string> names = known_names();
    for (const Frame& frame : robot_.frames) names.push_back(frame.name);
    payload.frame = named_link(place, names);
  }
  payload.inertia = read_inertia(map, true);
  robot_.payloads.push_back(std::move(payload));
}

/// As problems say it (motion_space.cpp), of capsules.
void RobotReader::read_self_clearance(const YamlValue& value) {
  const YamlMap map = value.map({"arm", "self"});
  for (const YamlValue& entry :
       map.at("arm", "list capsules: {name, frame, capsule: {from, to, radius}}").list()) {
    const std::size_t number = robot_.self_clearance.capsules.size() + 1;
    const YamlMap part = labelled(entry, "capsule", number).map({"name", "frame", "capsule"});
    const std::string fix = "write capsule: {from: [x, y, z], to: [x, y, z], radius: 5 cm}";
    const YamlMap capsule = part.at("capsule", fix).map({"from", "to", "radius"});
    const YamlValue& frame = part.at("frame", "name the link or frame it moves with");
    robot_.self_clearance.capsules.push_back(
        {.name = part.text("name", frame.text()),
         .frame = frame.text(),
         .from = capsule.at("from", fix).vector(Quantity::length),
         .to = capsule.at("to", fix).vector(Quantity::length),
         .radius = capsule.at("radius", fix).number(Quantity::length),
         .where = entry.where()});
  }
  for (const YamlValue& pair : map.at("self", "list pairs of capsules: [[a, b], …]").list()) {
    const std::vector<YamlValue> names = pair.list_of(2);
    robot_.self_clearance.pairs.push_back({names[0].text(), names[1].text()});
  }
}

Robot read_shaped(const std::string& text, const std::string& file, const char* shapes) {
  return RobotReader(shapes).read(text, file);
}

}  // namespace

Robot read_yaml(const std::string& text, const std::string& file) {
  return read_shaped(text, file, "visuals");
}

Robot io::read_yaml_collisions(const std::string& text, const std::string& file) {
  return read_shaped(text, file, "collisions");
}

}  // namespace alembert
