#include "alembert/units.hpp"

#include "alembert/limit_note.hpp"

namespace alembert {

const char* unit(bool angular, JointQuantity quantity) {
  switch (quantity) {
    case JointQuantity::position:
      return angular ? "rad" : "m";
    case JointQuantity::velocity:
      return angular ? "rad/s" : "m/s";
    case JointQuantity::acceleration:
      return angular ? "rad/s^2" : "m/s^2";
    case JointQuantity::jerk:
      return angular ? "rad/s^3" : "m/s^3";
    case JointQuantity::torque:
      return angular ? "N m" : "N";
    case JointQuantity::power:
      return "W";
  }
  return "";
}

const char* unit(const LimitSubject& subject) {
  switch (subject.kind) {
    case LimitKind::position:
      return unit(subject.angular, JointQuantity::position);
    case LimitKind::velocity:
      return unit(subject.angular, JointQuantity::velocity);
    case LimitKind::acceleration:
      return unit(subject.angular, JointQuantity::acceleration);
    case LimitKind::jerk:
      return unit(subject.angular, JointQuantity::jerk);
    case LimitKind::torque:
    case LimitKind::holding_torque:
      return unit(subject.angular, JointQuantity::torque);
    case LimitKind::power:
      return unit(subject.angular, JointQuantity::power);
    case LimitKind::duration:
      return "s";
    case LimitKind::clearance:
    case LimitKind::path_position:
    case LimitKind::pose_position:
      return "m";
    case LimitKind::path_angle:
      return "rad";
    case LimitKind::contact:
      return "N";
    case LimitKind::balance:
      return "N m";
    case LimitKind::sliding:
      return "m/s";
    case LimitKind::closure:
    case LimitKind::pose_orientation:
      return "";
  }
  return "";
}

}  // namespace alembert
