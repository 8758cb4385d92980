// Motions as tables.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "alembert/ground_coordinates.hpp"
#include "alembert/motion_document.hpp"
#include "io/csv.hpp"

namespace alembert {

namespace {

constexpr const char* wrench_components[] = {"fx", "fy", "fz", "mx", "my", "mz"};

void add_cut_names(const MotionRequest& problem, std::vector<std::string>& names) {
  const auto add = [&](const CutJoint& cut, const Eigen::Vector3d& direction, const char* kind,
                       Eigen::Index k) {
    static constexpr const char* axes[] = {"x", "y", "z"};
    std::string axis = std::to_string(k + 1);
    for (int i = 0; i < 3; ++i) {
      if (direction == Eigen::Vector3d::Unit(i)) axis = axes[i];
    }
    names.push_back(fmt::format("{}.{}{}", cut.name, kind, axis));
  };
  for (const CutJoint& cut : problem.cut_joints) {
    for (Eigen::Index k = 0; k < cut.directions.rows(); ++k) {
      add(cut, cut.directions.row(k), "f", k);
    }
    for (int k = 0; cut.hold_orientation && k < 3; ++k) add(cut, Eigen::Vector3d::Unit(k), "m", k);
  }
}

template <typename Wanted>
std::vector<std::string> names_of(const MotionRequest& problem, Wanted wanted) {
  std::vector<std::string> names;
  add_cut_names(problem, names);
  for (const GroundContact& contact : problem.contacts) {
    if (contact.carries || !wanted(contact)) continue;
    for (const int k : contact.components) {
      // Of one that slides the rest follows from these: pushed_components().
      if (contact.slides != 0.0 && (k < 2 || k > 4)) continue;
      std::string name = fmt::format("{}.{}", contact.name, wrench_components[k]);
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  return names;
}

std::string contact_header(const std::vector<std::string>& contacts) {
  std::string text;
  for (const std::string& name : contacts) {
    for (const char* component : wrench_components) {
      text += "," + io::csv_cell(fmt::format("{}.{}", name, component));
    }
    for (const char* axis : io::pressure_columns) text += "," + io::csv_cell(name + axis);
  }
  return text;
}

/// Nothing pushes where it does not touch; where nothing presses, it presses nowhere.
std::string contact_cells(const std::vector<std::string>& contacts, const GroundReaction& ground) {
  std::string text;
  for (const std::string& name : contacts) {
    const ContactForce* now = ground.find(name);
    const ContactForce none;
    for (const double x : (now ? now : &none)->force) text += fmt::format(",{}", x);
    for (const double x : (now ? now : &none)->moment) text += fmt::format(",{}", x);
    for (int k = 0; k < 3; ++k) {
      text += now && now->pressure ? fmt::format(",{}", (*now->pressure)[k]) : ",";
    }
  }
  return text;
}

}  // namespace

std::vector<std::string> contact_names(const MotionRequest& problem) {
  std::vector<std::string> names;
  for (const GroundContact& contact : problem.contacts) {
    const bool named = std::find(names.begin(), names.end(), contact.name) != names.end();
    if (contact.during.from < contact.during.to && !named) names.push_back(contact.name);
  }
  for (const PushedBody& body : problem.bodies) names.push_back(body.name);
  return names;
}

std::vector<std::string> force_names(const MotionRequest& problem) {
  return names_of(problem, [](const GroundContact&) { return true; });
}

std::vector<std::string> force_names(const MotionRequest& problem, int segment, int segments) {
  const auto knot = [&](double fraction) { return std::lround(fraction * segments); };
  return names_of(problem, [&](const GroundContact& contact) {
    return knot(contact.during.from) <= segment && segment < knot(contact.during.to);
  });
}

std::string phase_at(const MotionDocument& document, double time) {
  if (document.waypoints.empty()) return "";
  for (const WaypointInstant& waypoint : document.waypoints) {
    if (time < waypoint.time) return "to " + waypoint.name;
  }
  return "to goal";
}

std::string write_motion_csv(const MotionDocument& document) {
  const std::vector<std::string>& joints = document.problem.joints;
  const std::vector<int> motors =
      own_coordinates(document.problem, static_cast<int>(joints.size()));
  std::string text = io::csv_header({"q", "v", "a"}, joints);
  for (const int j : motors) text.insert(text.size() - 1, "," + io::csv_cell("tau." + joints[j]));
  const std::vector<std::string> contacts = contact_names(document.problem);
  text.insert(text.size() - 1, contact_header(contacts));
  const bool phases = !document.waypoints.empty();
  if (phases) text.insert(text.size() - 1, fmt::format(",{}", io::phase_column));
  for (const MotionSample& sample : document.samples) {
    text += fmt::format("{}", sample.t);
    for (const Eigen::VectorXd* x : {&sample.q, &sample.v, &sample.a}) {
      for (const double value : *x) text += fmt::format(",{}", value);
    }
    for (const int j : motors) text += fmt::format(",{}", sample.tau[j]);
    text += contact_cells(contacts, sample.ground);
    if (phases) text += ',' + io::csv_cell(phase_at(document, sample.t));
    text += '\n';
  }
  return text;
}

}  // namespace alembert
