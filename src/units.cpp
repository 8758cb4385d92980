#include "alembert/units.hpp"

#include "alembert/limit_note.hpp"

namespace alembert {

const char* unit(bool angular, JointQuantity quantity) {
  static constexpr const char* units[][2] = {{"m", "rad"},         {"m/s", "rad/s"},
                                             {"m/s^2", "rad/s^2"}, {"m/s^3", "rad/s^3"},
                                             {"N", "N m"},         {"W", "W"}};
  return units[static_cast<int>(quantity)][angular ? 1 : 0];
}

const char* unit(const LimitSubject& subject) {
  switch (subject.kind) {
    case LimitKind::position:
    case LimitKind::joint_sum:
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
