// Numbers that look as if they were not in metres, kilograms, kg m^2 and radians.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "model/doctor_checks.hpp"
#include "model/phrase.hpp"
#include "model/validate_parts.hpp"

namespace alembert {

namespace {

using phrase::number;
using phrase::quoted;

// Mass over reach squared hardly varies among arms: some 25 kg/m^2 for an industrial arm, 5 for a
// hobby arm, 2 for the arm of the Space Shuttle, 0.2 for the lightest booms. Written in
// centimetres, even a heavy arm falls to 0.02.
constexpr double usual_density = 20.0;
constexpr double lightest_density = 0.1;
constexpr double reach_beyond_doubt = 4.0;  ///< m: shorter arms are in metres, however light

constexpr double densest_packing = 5000.0;  ///< kg/m^3 of reach cubed
constexpr double strongest_gravity = 100.0;
constexpr double fastest_joint = 100.0;  ///< rad/s
constexpr double two_turns = 4.0 * std::numbers::pi;

struct Reach {
  double length = 0.0;  ///< along the longest path of offsets behind the first moving joint
  const Joint* longest = nullptr;  ///< the joint with the longest single offset
  double longest_offset = 0.0;
};

/// The mount of the robot in its world is left out: it may stand anywhere.
Reach reach_of(const Patient& patient) {
  const Robot& robot = patient.robot;
  Reach reach;
  std::vector<double> distance(robot.links.size(), 0.0);
  for (const int link : patient.tree.order) {
    const int j = patient.tree.joint_above[link];
    if (j < 0) continue;
    const Joint& joint = robot.joints[j];
    const bool is_mount = patient.body_of[patient.tree.parent[link]] == 0;
    double offset = patient.body_of[link] == 0 ? 0.0 : joint.tip.translation().norm();
    if (!is_mount) offset += joint.origin.translation().norm();
    distance[link] = distance[patient.tree.parent[link]] + offset;
    if (offset > reach.longest_offset) {
      reach.longest_offset = offset;
      reach.longest = &joint;
    }
    const auto& inertia = robot.links[link].inertia;
    const double com = inertia && patient.body_of[link] > 0 ? inertia->com.norm() : 0.0;
    reach.length = std::max(reach.length, distance[link] + com);
  }
  return reach;
}

/// How far from an arm's usual density, were lengths in units of `metres`.
double strangeness(double mass, double length, double metres) {
  return std::abs(std::log(mass / std::pow(length * metres, 2) / usual_density));
}

void check_lengths(Patient& patient, const Reach& reach, double mass) {
  if (mass <= 0.0 || reach.length <= reach_beyond_doubt ||
      mass >= lightest_density * reach.length * reach.length) {
    return;
  }
  const bool millimetres =
      strangeness(mass, reach.length, 1e-3) < strangeness(mass, reach.length, 1e-2);
  const Location where =
      reach.longest != nullptr ? patient.place(*reach.longest) : best_place(patient.robot, {});
  patient.error(
      where,
      "the arm would be " + number(reach.length) + " m long with a moving mass of only " +
          number(mass) + " kg: lengths look like " + (millimetres ? "millimetres" : "centimetres"),
      std::string("write lengths in metres: divide them by ") + (millimetres ? "1000" : "100"));
}

double median_com_distance(const Robot& robot) {
  std::vector<double> distances;
  for (const Link& link : robot.links) {
    if (link.inertia && link.inertia->mass > 0.0) distances.push_back(link.inertia->com.norm());
  }
  if (distances.empty()) return 0.0;
  const auto middle = distances.begin() + distances.size() / 2;
  std::nth_element(distances.begin(), middle, distances.end());
  return *middle;
}

void check_mass_centres(Patient& patient, const Reach& reach) {
  constexpr double far = 5.0;
  constexpr double always_near = 0.5;
  const double usual =
      std::max({always_near, reach.longest_offset, median_com_distance(patient.robot)});
  for (const Link& link : patient.robot.links) {
    if (!link.inertia || link.inertia->com.norm() <= far * usual) continue;
    patient.error(patient.place(link),
                  "mass centre of link " + quoted(link.name) + " lies " +
                      number(link.inertia->com.norm()) +
                      " m from the link's origin, far outside the robot: it looks like millimetres",
                  "write the mass centre in metres, in the link's own frame");
  }
}

void check_gyration(Patient& patient) {
  constexpr double far = 5.0;
  constexpr double always_near = 0.3;
  constexpr double too_small = 1e-4;
  constexpr double heavy = 0.1;
  for (std::size_t i = 0; i < patient.robot.links.size(); ++i) {
    const Link& link = patient.robot.links[i];
    if (!link.inertia || link.inertia->mass <= 0.0) continue;
    const double largest = link.inertia->about_com.diagonal().maxCoeff();
    if (largest <= 0.0 || has_no_tensor(*link.inertia)) continue;
    const double radius = std::sqrt(largest / link.inertia->mass);
    const std::string what = "inertia of link " + quoted(link.name);
    if (radius > far * std::max(patient.extent[i], always_near)) {
      patient.error(patient.place(link),
                    what + " is that of " + number(link.inertia->mass) + " kg spread " +
                        number(radius) + " m wide: it looks like kg mm^2 or kg cm^2",
                    "write the tensor in kg m^2: divide kg mm^2 by 1e6, kg cm^2 by 1e4");
    } else if (radius < too_small && link.inertia->mass > heavy) {
      patient.warning(patient.place(link),
                      what + " is that of " + number(link.inertia->mass) + " kg within " +
                          number(radius * 1000.0) + " mm: it is too small for a real part",
                      "check the unit of the tensor: kg m^2 is meant");
    }
  }
}

void check_total_mass(Patient& patient, const Reach& reach, double mass) {
  constexpr double small_device = 0.2;
  if (reach.length < small_device || mass <= densest_packing * std::pow(reach.length, 3)) return;
  const Link* heaviest = nullptr;
  for (const Link& link : patient.robot.links) {
    if (link.inertia && (!heaviest || link.inertia->mass > heaviest->inertia->mass)) {
      heaviest = &link;
    }
  }
  patient.warning(heaviest ? patient.place(*heaviest) : best_place(patient.robot, {}),
                  "an arm " + number(reach.length) + " m long would weigh " + number(mass) +
                      " kg: masses look like grams",
                  "write masses in kilograms");
}

bool turns(const Joint& joint) {
  return joint.type == JointType::revolute || joint.type == JointType::continuous;
}

void check_angle(Patient& patient, const Location& where, double angle, const std::string& what) {
  if (!std::isfinite(angle) || std::abs(angle) <= two_turns) return;
  const std::string reason = what + " is " + number(angle);
  if (angle == std::round(angle)) {
    patient.error(where, reason + " rad: it looks like degrees",
                  "write radians: " + number(angle) + " degrees are " +
                      number(angle * std::numbers::pi / 180.0) + " rad");
  } else {
    patient.warning(where,
                    reason + " rad, " + number(std::abs(angle) / (2.0 * std::numbers::pi)) +
                        " turns: it may be in degrees",
                    "write radians, or make the joint continuous if it turns without end");
  }
}

void check_angles(Patient& patient) {
  for (const Joint& joint : patient.robot.joints) {
    if (!turns(joint)) continue;
    const std::string name = "joint " + quoted(joint.name);
    const Location limits = patient.limits_place(joint);
    check_angle(patient, limits, joint.limits.lower, "lower limit of " + name);
    check_angle(patient, limits, joint.limits.upper, "upper limit of " + name);
    check_angle(patient, patient.place(joint), joint.spring.rest, "spring rest of " + name);
    if (std::isfinite(joint.limits.velocity) && joint.limits.velocity > fastest_joint) {
      patient.warning(limits,
                      "velocity limit of " + name + " is " + number(joint.limits.velocity) +
                          " rad/s: it looks like degrees per second",
                      "write radians per second");
    }
  }
}

void check_gravity(Patient& patient) {
  const double g = patient.robot.gravity.norm();
  if (g <= strongest_gravity) return;
  patient.error(best_place(patient.robot, {}),
                "gravity is " + number(g) + " m/s^2: it looks like mm/s^2 or cm/s^2",
                "write gravity in m/s^2: 9.81 on Earth");
}

}  // namespace

void check_units(Patient& patient) {
  const Reach reach = reach_of(patient);
  const auto& base = patient.bodies.front();
  const double moving_mass = base.subtree_mass - base.own.mass;
  check_lengths(patient, reach, moving_mass);
  check_mass_centres(patient, reach);
  check_gyration(patient);
  check_total_mass(patient, reach, moving_mass);
  check_angles(patient);
  check_gravity(patient);
}

}  // namespace alembert
