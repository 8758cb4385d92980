// Limits and couplings that compile but are likely not meant, and payloads too heavy to be true.
#include <algorithm>
#include <cmath>

#include "model/doctor_checks.hpp"
#include "model/ground_joints.hpp"
#include "model/phrase.hpp"
#include "model/validate_parts.hpp"

namespace alembert {

namespace {

using phrase::number;
using phrase::quoted;

std::string range_text(double lower, double upper) {
  return std::string("[").append(number(lower)).append(", ").append(number(upper)).append("]");
}

/// A joint that frees a base has no motor, and says so.
void check_limits(Patient& patient, const Joint& joint, const std::string& name, bool frees_base) {
  const Limits& limits = joint.limits;
  const Location where = patient.limits_place(joint);
  const auto check_zero = [&](double value, const char* kind) {
    if (value != 0.0) return;
    patient.warning(where, std::string(kind) + " limit of " + name + " is zero",
                    "write the true limit, or leave it out if there is none");
  };
  check_zero(limits.velocity, "velocity");
  check_zero(limits.acceleration, "acceleration");
  check_zero(limits.jerk, "jerk");
  if (!frees_base) check_zero(limits.torque, "effort");
  const bool bounded = std::isfinite(limits.lower) || std::isfinite(limits.upper);
  if (joint.type == JointType::continuous && bounded) {
    patient.note(where, name + " is continuous but has position limits",
                 "make it revolute if the limits are real, or remove them");
  } else if (limits.lower == limits.upper) {
    patient.warning(where,
                    "lower and upper limit of " + name + " are both " + number(limits.lower) +
                        ": it cannot move",
                    "write the true limits, or make the joint fixed");
  }
}

/// Whether the leader, within its own limits, drives the follower beyond the follower's.
void check_coupling(Patient& patient, const Joint& joint, const std::string& name) {
  const Joint& leader = *patient.robot.find_joint(joint.mimic->joint);
  const auto follow = [&](double q) { return joint.mimic->ratio * q + joint.mimic->offset; };
  const double lower = std::min(follow(leader.limits.lower), follow(leader.limits.upper));
  const double upper = std::max(follow(leader.limits.lower), follow(leader.limits.upper));
  const Limits& own = joint.limits;
  const auto beyond = [](double a, double b) { return a - b > 1e-3 * std::max(1.0, std::abs(b)); };
  const bool below_lower = std::isfinite(own.lower) && beyond(own.lower, lower);
  const bool above_upper = std::isfinite(own.upper) && beyond(upper, own.upper);
  if (!below_lower && !above_upper) return;
  patient.note(patient.limits_place(joint),
               name + " follows " + quoted(leader.name) + " over " + range_text(lower, upper) +
                   ", beyond its own limits " + range_text(own.lower, own.upper),
               "narrow the leader's limits, or widen the follower's: until then the narrower hold");
}

void check_payloads(Patient& patient) {
  double carried = 0.0;
  for (const Payload& payload : patient.robot.payloads) carried += payload.inertia.mass;
  double arm = 0.0;
  for (std::size_t i = 0; i < patient.robot.links.size(); ++i) {
    const auto& inertia = patient.robot.links[i].inertia;
    if (patient.body_of[i] > 0 && inertia) arm += inertia->mass;
  }
  if (carried <= arm || arm == 0.0) return;
  patient.warning(best_place(patient.robot, patient.robot.payloads.front().where),
                  "the payload of " + number(carried) + " kg is heavier than all moving links (" +
                      number(arm) + " kg)",
                  "write the payload's mass in kilograms");
}

}  // namespace

void check_joints(Patient& patient) {
  const GroundJoints ground(patient.robot);
  for (const Joint& joint : patient.robot.joints) {
    const std::string name = "joint " + quoted(joint.name);
    check_limits(patient, joint, name, ground.turns() && ground.carries(joint.child));
    if (joint.type == JointType::helical && joint.pitch == 0.0) {
      patient.warning(patient.place(joint), name + " is helical with a pitch of zero",
                      "write the pitch in metres per radian, or make the joint revolute");
    }
    if (joint.mimic) check_coupling(patient, joint, name);
  }
  check_payloads(patient);
}

}  // namespace alembert
