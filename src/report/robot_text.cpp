// A robot for people: its tree, coordinates, frames and payloads.
#include <fmt/format.h>

#include <cmath>

#include "alembert/report.hpp"
#include "io/pose.hpp"
#include "report/text_table.hpp"

namespace alembert {

namespace {

using report::right;
using report::significant;
using report::Table;

std::string vector_text(const Eigen::Vector3d& v) {
  return fmt::format("({}, {}, {})", significant(v[0]), significant(v[1]), significant(v[2]));
}

/// "z", "-x" or the three components.
std::string axis_text(const Joint& joint) {
  if (coordinate_suffixes(joint.type).empty()) return "";
  for (int i = 0; i < 3; ++i) {
    if (joint.axis == Eigen::Vector3d::Unit(i)) return std::string(1, "xyz"[i]);
    if (joint.axis == -Eigen::Vector3d::Unit(i)) return std::string("-") + "xyz"[i];
  }
  return vector_text(joint.axis);
}

std::string range_text(const Limits& limits, const std::string& unit_name) {
  if (!std::isfinite(limits.lower) && !std::isfinite(limits.upper)) return "unlimited";
  return fmt::format("{} … {} {}", significant(limits.lower), significant(limits.upper), unit_name);
}

std::string limit_text(double limit, const std::string& unit_name) {
  return std::isfinite(limit) ? significant(limit) + ' ' + unit_name : "-";
}

std::string mass_text(const Robot& robot, const std::string& link_name) {
  const Link* link = robot.find_link(link_name);
  return link && link->inertia ? significant(link->inertia->mass) + " kg" : "-";
}

/// One line a link, under the joint that carries it.
class Tree {
 public:
  explicit Tree(const Robot& robot) : robot_(robot) {
    table_.row({robot.base, "", "", "", mass_text(robot, robot.base)});
    add_children(robot.base, "");
  }

  std::string text() const { return table_.text(); }

 private:
  void add_children(const std::string& link, const std::string& indent) {
    std::vector<const Joint*> children;
    for (const Joint& joint : robot_.joints) {
      if (joint.parent == link) children.push_back(&joint);
    }
    for (const Joint* joint : children) {
      const bool last = joint == children.back();
      const std::string follows =
          joint->mimic ? fmt::format("{} (follows {})", to_string(joint->type), joint->mimic->joint)
                       : to_string(joint->type);
      table_.row({indent + (last ? "└─ " : "├─ ") + joint->name, follows, axis_text(*joint),
                  joint->child, mass_text(robot_, joint->child)});
      add_children(joint->child, indent + (last ? "   " : "│  "));
    }
  }

  const Robot& robot_;
  Table table_{{"joint", "type", "axis", "link", right("mass")}};
};

std::string coordinates_text(const Model& model) {
  Table table({right(""), "coordinate", "position", right("velocity"), right("acceleration"),
               right("effort")});
  int number = 0;
  for (const Coordinate& c : model.coordinates()) {
    table.row({std::to_string(++number), c.name,
               range_text(c.limits, unit(c, JointQuantity::position)),
               limit_text(c.limits.velocity, unit(c, JointQuantity::velocity)),
               limit_text(c.limits.acceleration, unit(c, JointQuantity::acceleration)),
               limit_text(c.limits.torque, unit(c, JointQuantity::torque))});
  }
  return "Coordinates, in the order of q, v, a and tau\n" + table.text();
}

std::string frames_text(const Robot& robot) {
  Table table({"frame", "link", "xyz [m]", "rpy [rad]"});
  for (const Frame& frame : robot.frames) {
    table.row({frame.name, frame.link, vector_text(frame.pose.translation()),
               vector_text(io::rpy_from_rotation(frame.pose.linear()))});
  }
  return "Frames, in the components of their links\n" + table.text();
}

std::string canonical_text(const Model& model) {
  Table table({"joint", "motion", "parent", right("beta [rad]"), "p [m]", right("alpha [rad]"),
               right("theta0 [rad]"), right("pitch [m/rad]")});
  for (const ModelJoint& joint : model.joints()) {
    table.row({joint.name, motion_name(joint.motion),
               joint.parent < 0 ? "base" : model.joint(joint.parent).name,
               significant(std::atan2(joint.sin_beta, joint.cos_beta)), vector_text(joint.p),
               significant(std::atan2(joint.sin_alpha, joint.cos_alpha)), significant(joint.theta0),
               significant(joint.pitch)});
  }
  return "Canonical frames: Rz(beta) Trans(p) Rx(alpha) Trans(0, 0, d) Rz(theta0 + q)\n" +
         table.text();
}

}  // namespace

double total_mass(const Robot& robot) {
  double mass = 0.0;
  for (const Link& link : robot.links) mass += link.inertia ? link.inertia->mass : 0.0;
  for (const Payload& payload : robot.payloads) mass += payload.inertia.mass;
  return mass;
}

const char* motion_name(JointMotion motion) {
  static constexpr const char* names[] = {"revolute", "prismatic", "helical"};
  return names[static_cast<int>(motion)];
}

std::string robot_text(const Robot& robot, const Model& model, bool canonical) {
  std::string text =
      fmt::format("{} ({}): {} coordinates, {} joints, {} links, {} kg\ngravity {} m/s^2\n\n",
                  robot.name, robot.file, model.dofs(), robot.joints.size(), robot.links.size(),
                  significant(total_mass(robot)), vector_text(model.gravity()));
  text += Tree(robot).text();
  if (model.dofs() > 0) text += '\n' + coordinates_text(model);
  if (!robot.frames.empty()) text += '\n' + frames_text(robot);
  if (!robot.payloads.empty()) {
    text += "\nPayloads\n";
    for (const Payload& payload : robot.payloads) {
      text += fmt::format("{}: {} kg\n", payload.frame, significant(payload.inertia.mass));
    }
  }
  if (canonical) text += '\n' + canonical_text(model);
  return text;
}

}  // namespace alembert
