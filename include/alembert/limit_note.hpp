// A limit that a motion meets: which one, where, by how much. Numbers and names only: words are
// made of them by alembert/report.hpp.
#pragma once

#include <string>

namespace alembert {

/// What is limited.
enum class LimitKind {
  acceleration,      ///< of a joint, as velocity, position, jerk, torque and power are
  balance,           ///< of what stands: how far the zero-moment point is inside its support
  clearance,         ///< between two solids
  closure,           ///< of a cut joint, or of a body on the ground: an equation
  contact,           ///< what the world exerts, in the cone of what a patch can
  duration,          ///< of the whole motion
  holding_torque,    ///< of a joint, to stay where rest is asked for
  jerk,              ///< of a joint
  joint_sum,         ///< of several joints together
  path_angle,        ///< of a frame's axis, along the way
  path_position,     ///< of a frame, along the way
  pose_orientation,  ///< of a frame at one instant, as cosines between axes
  pose_position,     ///< of a frame at one instant
  position,          ///< of a joint
  power,             ///< of a joint
  sliding,           ///< speed of a body that slides on the ground: it does not turn back
  torque,            ///< of a joint
  velocity,          ///< of a joint
};

/// Where in the motion it is asked for.
enum class LimitPlace {
  throughout,  ///< at every instant
  start,       ///< t = 0
  goal,        ///< the end
  waypoint,    ///< the instant of a waypoint, which `waypoint` names
  repetition,  ///< the end repeats the start
  way [[deprecated("say throughout")]] = throughout,  ///< its name in 0.2
};

/// One number that is limited.
struct LimitSubject {
  LimitKind kind = LimitKind::torque;         ///< what is limited
  LimitPlace place = LimitPlace::throughout;  ///< when it is asked for
  std::string waypoint = {};                  ///< its name, where that is the place
  std::string name = {};   ///< of the joint, frame, path limit, solid or cut joint
  std::string other = {};  ///< of the second solid
  int row = -1;            ///< which direction, cosine or equation of it; -1: there is one
  int axis = -1;           ///< of a direction along a world axis: 0, 1, 2; -1: another
  bool angular = true;     ///< of a joint: rad and N m, or m and N

  bool operator==(const LimitSubject&) const = default;
};

/// The unit of the subject's value: "N m"; empty for cosines.
const char* unit(const LimitSubject& subject);

/// A limit that is passed, active or kept.
struct LimitNote {
  LimitSubject of = {};  ///< what is limited
  double time = 0.0;     ///< s, where it is worst
  double value = 0.0;    ///< there
  double bound = 0.0;    ///< that the value is compared with
  /// Beyond the bound, as a share of the limit (or of its scale, where the limit is 0). Negative:
  /// the margin that is left.
  double violation = 0.0;
};

}  // namespace alembert
