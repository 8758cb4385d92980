#include "identify/identified_robot.hpp"

#include <algorithm>
#include <map>

#include "identify/pseudo_inertia.hpp"

namespace alembert::identifying {

namespace {

template <typename Part>
Part* named(std::vector<Part>& parts, const std::string& name) {
  const auto at =
      std::find_if(parts.begin(), parts.end(), [&](const Part& part) { return part.name == name; });
  return at == parts.end() ? nullptr : &*at;
}

}  // namespace

Robot with_payloads_in_links(const Robot& robot, std::vector<Finding>* findings) {
  Robot out = robot;
  for (const Payload& payload : robot.payloads) {
    const Frame* frame = robot.find_frame(payload.frame);
    Link* link = named(out.links, frame ? frame->link : payload.frame);
    if (!link) continue;
    const Inertia body = frame ? transformed(frame->pose, payload.inertia) : payload.inertia;
    link->inertia = link->inertia ? combined(*link->inertia, body) : body;
    findings->push_back({Finding::Severity::note, payload.where,
                         "what '" + payload.frame + "' carries was fitted with its link",
                         "in the robot that is written both are one body"});
  }
  out.payloads.clear();
  return out;
}

Robot identified_robot(const Robot& robot, const ParameterSpace& space,
                       const std::vector<int>& free, const VectorXd& all,
                       std::vector<Finding>* findings) {
  Robot out = robot;
  std::map<std::string, std::map<ParameterKind, double>> drives;
  for (std::size_t i = 0; i < free.size();) {
    const int column = free[i];
    const std::string& name = space.columns()[column].name;
    const std::string owner = name.substr(0, name.rfind('.'));
    if (space.kind(column) == ParameterKind::inertial) {
      if (Link* link = named(out.links, owner)) link->inertia = inertia_of(all.segment<10>(column));
      i += 10;
      continue;
    }
    if (space.kind(column) != ParameterKind::direction) {
      drives[owner][space.kind(column)] = all[column];
    }
    ++i;
  }
  for (const auto& [name, found] : drives) {
    Joint* joint = named(out.joints, name);
    if (!joint) {
      findings->push_back({Finding::Severity::note,
                           {},
                           "'" + name + "' is one of several degrees of its joint",
                           "its friction is in the answer, but not in the robot"});
      continue;
    }
    for (const auto& [kind, value] : found) {
      if (kind == ParameterKind::viscous) joint->friction.viscous = value;
      if (kind == ParameterKind::coulomb) joint->friction.coulomb = value;
      if (kind == ParameterKind::rotor) {
        if (joint->rotor.gear == 0.0) joint->rotor.gear = 1.0;
        joint->rotor.inertia = value / (joint->rotor.gear * joint->rotor.gear);
      }
      if (kind == ParameterKind::stiffness) joint->spring.stiffness = value;
    }
    const auto offset = found.find(ParameterKind::offset);
    if (found.contains(ParameterKind::stiffness) && offset != found.end() &&
        joint->spring.stiffness > 0.0) {
      joint->spring.rest = -offset->second / joint->spring.stiffness;
    }
  }
  return out;
}

}  // namespace alembert::identifying
