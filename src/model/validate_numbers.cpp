#include <cmath>

#include "model/joint_steps.hpp"
#include "model/phrase.hpp"
#include "model/validate_parts.hpp"
#include "require.hpp"

namespace alembert {

namespace {

using phrase::number;
using phrase::quoted;

constexpr double rotation_tolerance = 1e-6;
constexpr double symmetry_tolerance = 1e-9;
constexpr double unit_tolerance = 1e-6;

void require_finite(bool finite, const Location& where, const std::string& thing) {
  require(finite, where, thing + " is not a finite number",
          "write a number: NaN and infinity cannot be computed with");
}

void require_not_negative(double value, const Location& where, const std::string& thing) {
  require_finite(std::isfinite(value), where, thing);
  require(value >= 0.0, where, thing + " is negative (" + number(value) + ")",
          "write zero or more");
}

void validate_pose(const Eigen::Isometry3d& pose, const Location& where, const std::string& thing) {
  require_finite(pose.matrix().allFinite(), where, thing);
  const Eigen::Matrix3d R = pose.linear();
  const double error = (R * R.transpose() - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff();
  require(!(error > rotation_tolerance || R.determinant() < 0.0), where,
          thing +
              " is not a rotation: its axes are not at right angles, of unit length "
              "and right-handed",
          "give an orthonormal, right-handed rotation matrix");
}

void validate_inertia(const Inertia& inertia, const Location& where, const std::string& owner) {
  require_not_negative(inertia.mass, where, "mass of " + owner);
  require_finite(inertia.com.allFinite(), where, "mass centre of " + owner);
  require_finite(inertia.about_com.allFinite(), where, "inertia tensor of " + owner);
  const double largest = inertia.about_com.cwiseAbs().maxCoeff();
  const double skew = (inertia.about_com - inertia.about_com.transpose()).cwiseAbs().maxCoeff();
  require(skew <= symmetry_tolerance * largest, where,
          "inertia tensor of " + owner + " is not symmetric",
          "make ixy = iyx, ixz = izx and iyz = izy");
}

void validate_direction(const Eigen::Vector3d& axis, const Location& where,
                        const std::string& thing) {
  require_finite(axis.allFinite(), where, thing);
  require(axis.norm() >= unit_tolerance, where, thing + " is zero",
          "give the direction of motion, for example 0 0 1");
  require(std::abs(axis.norm() - 1.0) <= unit_tolerance, where,
          thing + " has length " + number(axis.norm()) + " instead of 1", "normalise the axis");
}

bool uses_axis(JointType type) {
  return type != JointType::fixed && type != JointType::spherical && type != JointType::floating;
}

void validate_motion(const Joint& joint, const Location& where, const std::string& name) {
  validate_pose(joint.origin, where, "origin of " + name);
  validate_pose(joint.tip, where, "tip of " + name);
  if (uses_axis(joint.type)) validate_direction(joint.axis, where, "axis of " + name);
  if (joint.type == JointType::universal) {
    validate_direction(joint.axis2, where, "second axis of " + name);
    require(joint.axis.cross(joint.axis2).norm() >= unit_tolerance, where,
            "the two axes of universal " + name + " are parallel",
            "turn the second axis, usually to a right angle, or make the joint revolute");
  }
  require_finite(std::isfinite(joint.pitch), where, "pitch of " + name);
  require(joint.pitch == 0.0 || joint.type == JointType::helical, where,
          name + " has a pitch but is " + to_string(joint.type),
          "make the joint helical or remove the pitch");
}

void validate_limits(const Limits& limits, const Location& where, const std::string& name) {
  const auto bound = [&](double value, bool is_bound_at_all, const char* kind) {
    require(!std::isnan(value) && is_bound_at_all, where,
            std::string(kind) + " limit of " + name + " is not a number",
            "write a number, or leave the limit out where there is none");
  };
  bound(limits.lower, limits.lower != infinity, "lower");
  bound(limits.upper, limits.upper != -infinity, "upper");
  require(limits.lower <= limits.upper, where,
          "lower limit of " + name + " (" + number(limits.lower) + ") is above its upper limit (" +
              number(limits.upper) + ")",
          "swap the two limits");
  const auto rate = [&](double value, const char* kind) {
    bound(value, true, kind);
    require(value >= 0.0, where,
            std::string(kind) + " limit of " + name + " is negative (" + number(value) + ")",
            "write its size without the sign: it holds in both directions");
  };
  rate(limits.velocity, "velocity");
  rate(limits.acceleration, "acceleration");
  rate(limits.jerk, "jerk");
  rate(limits.torque, "effort");
  rate(limits.torque_upper, "effort");
  rate(-limits.torque_lower, "effort");
}

void validate_drive(const Joint& joint, const Location& where, const std::string& name) {
  require_not_negative(joint.friction.viscous, where, "viscous friction of " + name);
  require_not_negative(joint.friction.coulomb, where, "coulomb friction of " + name);
  require_not_negative(joint.rotor.inertia, where, "rotor inertia of " + name);
  require_finite(std::isfinite(joint.rotor.gear), where, "gear ratio of " + name);
  require(joint.rotor.gear != 0.0, where, "gear ratio of " + name + " is zero",
          "write the rotor's turns per turn of the joint: 1 for a direct drive");
  require_not_negative(joint.spring.stiffness, where, "spring stiffness of " + name);
  require_finite(std::isfinite(joint.spring.rest), where, "spring rest position of " + name);
}

void validate_mimic_numbers(const Mimic& mimic, const Location& where, const std::string& name) {
  require_finite(std::isfinite(mimic.ratio), where, "mimic ratio of " + name);
  require_finite(std::isfinite(mimic.offset), where, "mimic offset of " + name);
  require(mimic.ratio != 0.0, where, "mimic ratio of " + name + " is zero, so it would never move",
          "write the true ratio, or make the joint fixed");
}

/// The first property that only a joint of one degree can have, or nullptr.
const char* one_degree_property(const Joint& joint) {
  if (is_limited(joint.limits)) return "limits";
  if (joint.friction.viscous != 0.0 || joint.friction.coulomb != 0.0) return "friction";
  if (joint.rotor.inertia != 0.0 || joint.rotor.gear != 1.0) return "a rotor";
  if (joint.spring.stiffness != 0.0 || joint.spring.rest != 0.0) return "a spring";
  if (joint.mimic) return "a mimic";
  return nullptr;
}

void validate_degrees(const Joint& joint, const Location& where, const std::string& name) {
  const std::size_t degrees = coordinate_suffixes(joint.type).size();
  const char* property = one_degree_property(joint);
  if (degrees == 1 || property == nullptr) return;
  throw Error(Error::Code::value, where,
              name + " is " + to_string(joint.type) + " but has " + property +
                  (degrees == 0 ? ", which would have no effect" : ", which fits one degree only"),
              degrees == 0 ? std::string("remove it, or give the joint a type that moves")
                           : "remove it, or write the joint as " + std::to_string(degrees) +
                                 " joints of one degree with massless links between");
}

void validate_joint(const Robot& robot, const Joint& joint) {
  const Location where = best_place(robot, joint.where);
  const std::string name = "joint " + quoted(joint.name);
  validate_motion(joint, where, name);
  validate_limits(joint.limits, best_place(robot, joint.limits.where, joint.where), name);
  validate_drive(joint, where, name);
  if (joint.mimic) {
    validate_mimic_numbers(*joint.mimic, best_place(robot, joint.mimic->where, where), name);
  }
  validate_degrees(joint, where, name);
}

}  // namespace

void validate_numbers(const Robot& robot) {
  const Location file = best_place(robot, {});
  require_finite(robot.gravity.allFinite(), file, "gravity");
  validate_pose(robot.base_pose, file, "pose of the base");
  for (const Link& link : robot.links) {
    if (!link.inertia) continue;
    validate_inertia(*link.inertia, best_place(robot, link.inertia_where, link.where),
                     "link " + quoted(link.name));
  }
  for (const Joint& joint : robot.joints) validate_joint(robot, joint);
  for (const Frame& frame : robot.frames) {
    validate_pose(frame.pose, best_place(robot, frame.where),
                  "pose of frame " + quoted(frame.name));
  }
  for (const Payload& payload : robot.payloads) {
    validate_inertia(payload.inertia, best_place(robot, payload.where),
                     "the payload on " + quoted(payload.frame));
  }
}

}  // namespace alembert
