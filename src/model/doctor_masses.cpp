// Masses that are missing, and joints whose motion no mass resists.
#include <algorithm>
#include <cmath>
#include <set>

#include "dense.hpp"
#include "model/doctor_checks.hpp"
#include "model/joint_steps.hpp"
#include "model/phrase.hpp"

namespace alembert {

namespace {

using phrase::quoted;
using MotionSpace = Eigen::Matrix<double, 6, Eigen::Dynamic>;

/// Coupled joints share their inertia, so one of them may have none.
std::set<std::string> coupled_joints(const Robot& robot) {
  std::set<std::string> names;
  for (const Joint& joint : robot.joints) {
    if (!joint.mimic) continue;
    names.insert(joint.name);
    names.insert(joint.mimic->joint);
  }
  return names;
}

int moving_bodies_behind(const Patient& patient, std::size_t body) {
  std::vector<char> behind(patient.bodies.size(), 0);
  behind[body] = 1;
  int count = -1;
  for (std::size_t b = body; b < patient.bodies.size(); ++b) {
    const int parent = patient.bodies[b].parent;
    if (parent >= 0 && behind[parent]) behind[b] = 1;
    count += behind[b];
  }
  return count;
}

void report_massless(Patient& patient, std::size_t index, bool still_computable) {
  const Body& body = patient.bodies[index];
  const Link& link = patient.robot.links[body.first_link];
  const Joint& joint = patient.robot.joints[body.joint];
  const int behind = moving_bodies_behind(patient, index);
  std::string reason = "link " + quoted(link.name) + " moves but has no mass: ";
  reason += body.written ? "its mass is written as zero" : "no inertia is written for it";
  if (behind > 0) {
    reason += ", nor has any of the " + std::to_string(behind) + " moving links behind it";
  }
  const std::string fix =
      "give it mass, mass centre and inertia (in URDF: <inertial>), or make joint " +
      quoted(joint.name) + " fixed";
  if (still_computable) {
    patient.warning(patient.place(link), reason, fix);
  } else {
    patient.error(patient.place(link), reason, fix);
  }
}

/// Angular rows first; columns are the joint's degrees at q = 0, in the joint frame.
MotionSpace motion_space(const Joint& joint) {
  const std::vector<JointStep> steps = steps_of(joint);
  MotionSpace S = MotionSpace::Zero(6, steps.size());
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const bool turns = steps[k].motion != JointMotion::prismatic;
    if (turns) S.col(k).head<3>() = steps[k].axis;
    S.col(k).tail<3>() = (turns ? steps[k].pitch : 1.0) * steps[k].axis;
  }
  return S;
}

Eigen::Matrix<double, 6, 6> spatial_inertia(const Inertia& body) {
  Eigen::Matrix3d mc;
  mc << 0.0, -body.com.z(), body.com.y(), body.com.z(), 0.0, -body.com.x(), -body.com.y(),
      body.com.x(), 0.0;
  mc *= body.mass;
  Eigen::Matrix<double, 6, 6> spatial;
  spatial << body.about_origin(), mc, mc.transpose(), body.mass * Eigen::Matrix3d::Identity();
  return spatial;
}

/// Whether some motion of the joint meets no inertia, the body being all that moves.
bool moves_freely(const Joint& joint, const Inertia& in_child_frame, double length) {
  constexpr double negligible = 1e-12;
  const MotionSpace S = motion_space(joint);
  const Inertia body = transformed(joint.tip, in_child_frame);
  // Turning is made comparable with sliding by the body's own length.
  const double turn = 1.0 / std::sqrt(body.mass * length * length);
  const double slide = 1.0 / std::sqrt(body.mass);
  Eigen::Matrix<double, 6, 1> scale;
  scale << turn, turn, turn, slide, slide, slide;
  const MotionSpace scaled = scale.asDiagonal() * S;
  const Eigen::MatrixXd felt = scaled.transpose() * spatial_inertia(body) * scaled;
  return dense::eigenpairs(felt).values[0] < negligible;
}

void check_last_joint(Patient& patient, const Body& body) {
  const Joint& joint = patient.robot.joints[body.joint];
  const double gyration = std::sqrt(body.own.about_com.cwiseAbs().maxCoeff() / body.own.mass);
  const double length = std::max({patient.extent[body.first_link], body.own.com.norm(), gyration,
                                  joint.tip.translation().norm(), 1e-3});
  if (!moves_freely(joint, body.own, length)) return;
  const Link& link = patient.robot.links[body.first_link];
  patient.error(patient.place(link),
                "link " + quoted(link.name) + " has no inertia about the axis of joint " +
                    quoted(joint.name) + ": its mass lies on the axis and its tensor is zero there",
                "write the link's true inertia tensor, or give the joint a rotor inertia");
}

void note_massless_between(Patient& patient) {
  std::vector<std::string> names;
  for (const Body& body : patient.bodies) {
    if (body.joint >= 0 && body.own.mass == 0.0 && body.subtree_mass > 0.0) {
      names.push_back(patient.robot.links[body.first_link].name);
    }
  }
  constexpr std::size_t many = 3;
  if (names.size() < many || 2 * names.size() < patient.bodies.size()) return;
  patient.note({patient.robot.file, 0},
               std::to_string(names.size()) + " of " + std::to_string(patient.bodies.size() - 1) +
                   " moving links have no mass of their own: " + phrase::list(names),
               "write their inertias, unless they only hold axes apart");
}

}  // namespace

void check_masses(Patient& patient) {
  const std::set<std::string> coupled = coupled_joints(patient.robot);
  for (std::size_t b = 1; b < patient.bodies.size(); ++b) {
    const Body& body = patient.bodies[b];
    const Joint& joint = patient.robot.joints[body.joint];
    const bool resisted = joint.rotor.inertia > 0.0 || coupled.contains(joint.name);
    if (body.subtree_mass == 0.0) {
      const bool reported_above =
          body.parent > 0 && patient.bodies[body.parent].subtree_mass == 0.0;
      if (!reported_above) report_massless(patient, b, resisted);
    } else if (body.leaf && !resisted) {
      check_last_joint(patient, body);
    }
  }
  note_massless_between(patient);
}

}  // namespace alembert
