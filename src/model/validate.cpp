// validate(): can the robot be compiled at all? Names first, since every later message uses them.
#include <cstddef>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "alembert/doctor.hpp"
#include "alembert/flexible_link.hpp"
#include "model/phrase.hpp"
#include "model/robot_size.hpp"
#include "model/validate_parts.hpp"
#include "require.hpp"

namespace alembert {

namespace {

using phrase::quoted;
using Places = std::unordered_map<std::string, Location>;

std::string on_line(const Location& where) {
  return where.line > 0 ? " (first on line " + std::to_string(where.line) + ")" : "";
}

/// Adds `name` to `taken`; throws if it is empty or there already.
void claim(const Robot& robot, Places& taken, const std::string& kind, const std::string& name,
           const Location& where) {
  const Location place = best_place(robot, where);
  if (name.empty()) {
    throw Error(Error::Code::name, place, "a " + kind + " has no name",
                "give every " + kind + " a name of its own");
  }
  const auto [it, is_new] = taken.emplace(name, where);
  if (!is_new) {
    throw Error(Error::Code::name, place,
                "two " + kind + "s are called " + quoted(name) + on_line(it->second),
                "rename one of them");
  }
}

void validate_link_and_frame_names(const Robot& robot) {
  Places links;
  for (const Link& link : robot.links) claim(robot, links, "link", link.name, link.where);
  Places frames;
  for (const Frame& frame : robot.frames) {
    claim(robot, frames, "frame", frame.name, frame.where);
    if (const auto link = links.find(frame.name); link != links.end()) {
      throw Error(Error::Code::name, best_place(robot, frame.where),
                  "frame " + quoted(frame.name) + " has the name of a link" + on_line(link->second),
                  "rename the frame: poses and loads are asked for by either name");
    }
  }
}

void validate_joint_names(const Robot& robot) {
  Places joints;
  for (const Joint& joint : robot.joints) claim(robot, joints, "joint", joint.name, joint.where);
  std::unordered_map<std::string, const Joint*> coordinates;
  for (const Joint& joint : robot.joints) {
    for (const std::string& suffix : coordinate_suffixes(joint.type)) {
      const std::string coordinate = joint.name + suffix;
      const auto [it, is_new] = coordinates.emplace(coordinate, &joint);
      if (!is_new) {
        throw Error(Error::Code::name, best_place(robot, joint.where),
                    "joints " + quoted(it->second->name) + " and " + quoted(joint.name) +
                        " would both have a coordinate " + quoted(coordinate),
                    "rename one of the joints");
      }
    }
  }
}

void validate_presence(const Robot& robot) {
  require(!robot.links.empty(), best_place(robot, {}), "robot has no links",
          "describe at least a base link, a moving link and a joint between them",
          Error::Code::robot);
  const Location first = best_place(robot, robot.links.front().where);
  require(!robot.joints.empty(), first, "robot has no joints",
          "add a joint that moves: there is nothing to compute without one", Error::Code::robot);
  require_few_joints(robot.joints.size(), first);
  for (const Joint& joint : robot.joints) {
    if (joint.type != JointType::fixed) return;
  }
  throw Error(Error::Code::robot, best_place(robot, robot.joints.front().where),
              "robot has only fixed joints",
              "make at least one joint revolute, prismatic or another type that moves");
}

void validate_self_clearance(const Robot& robot, const std::unordered_set<std::string>& known,
                             const std::vector<std::string>& places) {
  std::vector<std::string> names;
  for (const SelfClearance::Capsule& capsule : robot.self_clearance.capsules) {
    const Location where = best_place(robot, capsule.where);
    if (!known.contains(capsule.frame)) {
      throw Error(Error::Code::name, where,
                  "the capsule " + quoted(capsule.name) + " is on " + quoted(capsule.frame) +
                      ", which is neither a link nor a frame",
                  phrase::did_you_mean(capsule.frame, places));
    }
    require(capsule.radius > 0.0 && capsule.from.allFinite() && capsule.to.allFinite(), where,
            "the capsule " + quoted(capsule.name) + " has no ends and positive radius",
            "give it finite ends, and a radius in m");
    require(std::find(names.begin(), names.end(), capsule.name) == names.end(), where,
            "two capsules are called " + quoted(capsule.name), "give each a name of its own",
            Error::Code::name);
    names.push_back(capsule.name);
  }
  for (const auto& [one, other] : robot.self_clearance.pairs) {
    for (const std::string& name : {one, other}) {
      if (std::find(names.begin(), names.end(), name) != names.end() && one != other) continue;
      const Location list =
          names.empty() ? Location{} : robot.self_clearance.capsules.front().where;
      throw Error(Error::Code::name, best_place(robot, list),
                  "its clearance pairs " + quoted(one) + " with " + quoted(other) +
                      ", and these are not two capsules of it",
                  phrase::did_you_mean(name, names));
    }
  }
}

void validate_attachments(const Robot& robot) {
  std::vector<std::string> places = phrase::names_of(robot.links);
  std::unordered_set<std::string> known(places.begin(), places.end());
  for (const Frame& frame : robot.frames) {
    if (known.contains(frame.link)) continue;
    throw Error(Error::Code::name, best_place(robot, frame.where),
                "frame " + quoted(frame.name) + " is on link " + quoted(frame.link) +
                    ", which does not exist",
                phrase::did_you_mean(frame.link, places));
  }
  for (const Frame& frame : robot.frames) {
    places.push_back(frame.name);
    known.insert(frame.name);
  }
  for (const Payload& payload : robot.payloads) {
    if (known.contains(payload.frame)) continue;
    throw Error(
        Error::Code::name, best_place(robot, payload.where),
        "a payload is on " + quoted(payload.frame) + ", which is neither a link nor a frame",
        phrase::did_you_mean(payload.frame, places));
  }
  validate_self_clearance(robot, known, places);
}

}  // namespace

void require_few_joints(std::size_t joints, const Location& where) {
  if (joints <= most_joints) return;
  throw Error(Error::Code::size, where,
              "robot has more than " + std::to_string(most_joints) + " joints",
              "split it: matrices of a robot grow with the square of its joints");
}

Location best_place(const Robot& robot, const Location& first, const Location& second) {
  if (first.line > 0) return first;
  if (second.line > 0) return second;
  return first.file.empty() ? Location{robot.file, 0} : first;
}

void validate(const Robot& robot) {
  validate_presence(robot);
  validate_joint_names(robot);
  validate_link_and_frame_names(robot);
  validate_numbers(robot);
  validate_tree(robot);
  validate_mimics(robot);
  validate_attachments(robot);
  for (const Link& link : robot.links) {
    if (link.flexible) validate_flexible(robot, link);
  }
}

}  // namespace alembert
